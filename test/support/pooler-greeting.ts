/** A road to a database that greets as a pooler does: a process number of its own, and no parameters of a session taken. */
import { connect, createServer, type Socket } from 'node:net'
import { endTogether } from './socket-ends.ts'

export interface PoolerGreeting {
  readonly url: string
  close(): Promise<void>
}

const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]) // K, its length; then process number and key
const REFUSED = /statement_timeout|idle_in_transaction|options\0/

export const openPoolerGreeting = async (url: string): Promise<PoolerGreeting> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const there = connect(Number(target.port), target.hostname)
    endTogether(client, there, sockets)
    client.once('data', (startup: Buffer) => void (REFUSED.test(startup.toString('latin1')) && client.destroy()))
    client.on('data', (sent) => void there.write(sent))
    let isGreeted = false
    there.on('data', (answer: Buffer) => {
      const at = isGreeted ? -1 : answer.indexOf(KEY_DATA)
      if (at >= 0) {
        isGreeted = true
        answer.writeInt32BE(1_000_000_000, at + KEY_DATA.length)
      }
      client.write(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const road = new URL(url)
  road.hostname = '127.0.0.1'
  road.port = String((server.address() as { port: number }).port)
  return {
    url: road.href,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
