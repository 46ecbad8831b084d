/** Whatever the other side does with its connections, a request that moves money is never written twice. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { closeAll, closeLater, LOCAL, open } from '../support/outgoing-rig.ts'

after(closeAll)

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n'
/** What the bank does once it has read a request; `id` is of eight digits. */
const MANNERS: Record<string, (socket: Socket, id: string) => void> = {
  answers: (socket, id) => socket.write(`${HEAD}\r\n${id}`),
  'answers and hangs up': (socket, id) => socket.end(`${HEAD}\r\n${id}`),
  'answers and resets': (socket, id) => socket.write(`${HEAD}\r\n${id}`, () => socket.resetAndDestroy()),
  'keeps it for no time': (socket, id) => socket.write(`${HEAD}keep-alive: timeout=0\r\n\r\n${id}`),
  'keeps it for a moment': (socket, id) => socket.write(`${HEAD}keep-alive: timeout=3\r\n\r\n${id}`),
  'hangs up': (socket) => socket.end(),
  resets: (socket) => socket.resetAndDestroy(),
  'says half a line and hangs up': (socket) => socket.end('HTTP/1.1 20'),
  'says half an answer and resets': (socket, id) =>
    socket.write(`${HEAD}\r\n${id.slice(4)}`, () => socket.resetAndDestroy()),
  'speaks something else': (socket) => socket.write('SSH-2.0\r\n\r\n'),
  'answers twice': (socket, id) => socket.write(`${HEAD}\r\n${id}${HEAD}\r\n${id}`),
  'says that it goes on, and hangs up': (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'),
  'changes the protocol': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
}

test('each request arrives at most once and gets no answer of another, after every manner of ending the one before and its own', async () => {
  const names = Object.keys(MANNERS)
  const turns = names.flatMap((first) => names.flatMap((second) => [first, second]))
  const seen = new Map<string, number>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const [id] = /(?<=order=)\d{8}/.exec(bytes.toString('latin1')) ?? assert.fail('a request in two pieces')
      seen.set(id, (seen.get(id) ?? 0) + 1)
      MANNERS[turns[Number(id)] as string]?.(socket, id)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => server.close())
  const outgoing = open(LOCAL)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const [turn, manner] of turns.entries()) {
    const id = String(turn).padStart(8, '0')
    const asked: boolean[] = []
    const answer = await outgoing.send({
      method: 'POST',
      url,
      headers: {},
      body: `order=${id}`,
      budgetMs: 60_000,
      answerBytesMax: 1024,
      isOnce: true,
      mayDispatch: () => asked.push(true) > 0,
    })
    const times = seen.get(id) ?? 0
    const what = `${turns[turn - 1]}, then ${manner}: ${answer.fault}`
    assert.ok(times <= asked.length && asked.length <= 1, `${what} (${times} of ${asked.length})`)
    assert.equal(answer.isSent, asked.length === 1, what)
    if (answer.fault === null) assert.deepEqual([times, answer.body.toString()], [1, id], what)
  }
  assert.ok(seen.size > turns.length / 2)
})
