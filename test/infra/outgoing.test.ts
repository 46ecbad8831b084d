/** Calls to callers' addresses end in time, read little and follow no redirect. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { closeAll, closeLater, LOCAL, open, receiver, SHORT_MS, send } from '../support/outgoing-rig.ts'
import { hang, ok, status } from '../support/receiver.ts'

const MARGIN_MS = 5_000 // a busy machine looks late; without the budget it would never end

after(closeAll)

test('a plain response is read completely, and the connection serves the next call', async () => {
  const target = await receiver(status(201, 'thanks'))
  const outgoing = open(LOCAL)
  const first = await send(outgoing, `${target.origin}/hook?a=1`)
  const second = await send(outgoing, `${target.origin}/hook`)
  assert.deepEqual([first.status, first.fault, first.body.toString()], [201, null, 'thanks'])
  assert.equal(second.status, 201)
  assert.equal(target.accepted, 1)
  assert.equal(target.received[0]?.path, '/hook?a=1')
  assert.equal(target.received[0]?.body.toString(), '{"word":"çay"}')
})

test('a receiver that closed an idle connection causes no failed attempt', async () => {
  const target = await receiver(ok)
  const outgoing = open(LOCAL)
  await send(outgoing, target.origin)
  target.sockets.forEach((socket) => void socket.once('data', () => socket.destroy()))
  const second = await send(outgoing, target.origin)
  assert.deepEqual([second.status, second.fault, target.accepted], [200, null, 2])
})

for (const code of [301, 302, 303, 307, 308]) {
  test(`${code} is not followed`, async () => {
    const sentinel = await receiver(ok)
    const target = await receiver((_, response) =>
      response
        .writeHead(code, {
          location: sentinel.origin,
          refresh: `0; url=${sentinel.origin}`,
          'alt-svc': `h2=":${sentinel.port}"`,
        })
        .end(),
    )
    const outgoing = open(LOCAL)
    const answer = await send(outgoing, target.origin)
    await send(outgoing, target.origin)
    assert.equal(answer.status, code)
    assert.equal(sentinel.accepted, 0)
  })
}

const drip = (write: (socket: Socket) => void) => async (): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    write(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
const every20ms = (socket: Socket, text: string): void => {
  const timer = setInterval(() => socket.write(text), 20)
  socket.on('close', () => clearInterval(timer))
}
const BAD_RECEIVERS: Record<string, () => Promise<string>> = {
  'never answers': drip(() => undefined),
  'drips its headers': drip((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    every20ms(socket, 'a')
  }),
  'drips its body': drip((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n')
    every20ms(socket, 'a')
  }),
  'never ends its body': drip((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    every20ms(socket, '1\r\na\r\n')
  }),
  'sends a body of a gigabyte': drip((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n')
    const more = (): void => {
      while (socket.writable && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', more)
    more()
  }),
  'closes without an answer': drip((socket) => socket.end()),
  'speaks no TLS': async () => {
    const origin = await BAD_RECEIVERS['never answers']!()
    return origin.replace('http:', 'https:')
  },
}
for (const [name, start] of Object.entries(BAD_RECEIVERS)) {
  test(`a receiver that ${name} ends as a failure within the budget, its socket closed`, async () => {
    const outgoing = open(LOCAL)
    const begun = performance.now()
    const answer = await send(outgoing, await start(), SHORT_MS)
    assert.notEqual(answer.fault, null)
    assert.ok(performance.now() - begun < SHORT_MS + MARGIN_MS)
    assert.ok(answer.body.length <= 64 * 1024)
  })
}

test('no socket stays open after a deadline', async () => {
  const target = await receiver(hang)
  const outgoing = open(LOCAL)
  const deadlineMs = 2_000 // within it all of them have arrived
  await Promise.all(Array.from({ length: 20 }, () => send(outgoing, target.origin, deadlineMs)))
  await Promise.all([...target.sockets].map((socket) => once(socket, 'close')))
  assert.equal(target.received.length, 20)
  assert.equal(target.sockets.size, 0)
})

test('at most 64 KiB of a response are read', async () => {
  const target = await receiver(status(200, 'x'.repeat(1_000_000)))
  const answer = await send(open(LOCAL), target.origin)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.length, 64 * 1024)
  assert.match(answer.fault ?? '', /longer than 65536 bytes/)
})

test('a refusal of the URL itself is final', async () => {
  const answer = await send(open({ allowLoopback: false }), 'https://127.0.0.1/')
  assert.deepEqual([answer.isFinal, answer.status], [true, null])
})
