/** A road to a database that can be cut: connections end, and new ones are refused, until it is mended. */
import { connect, createServer, type Socket } from 'node:net'
import { endTogether } from './socket-ends.ts'

export interface CutDatabase {
  readonly url: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export const openCutDatabase = async (url: string): Promise<CutDatabase> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy()
    const there = connect(Number(target.port), target.hostname)
    endTogether(client, there, sockets)
    client.pipe(there)
    there.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const road = new URL(url)
  road.hostname = '127.0.0.1'
  road.port = String((server.address() as { port: number }).port)
  const end = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: road.href,
    cut() {
      isCut = true
      end()
    },
    mend() {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        end()
      }),
  }
}
