/** A proxy to a database that loses the answer to one commit: the server has committed, and the program does not know. */
import { connect, createServer, type Socket } from 'node:net'
import { endTogether } from './socket-ends.ts'

export interface LossyDatabase {
  readonly url: string
  /** The transaction of the next statement with this text or name commits, and its connection breaks before the answer: once `meanwhile` has resolved. */
  loseCommitOf(text: string, meanwhile?: () => Promise<void>): void
  /** So often an answer was lost. */
  lost(): number
  close(): Promise<void>
}

export const openLossyDatabase = async (url: string): Promise<LossyDatabase> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let awaited: string | undefined
  let meanwhile: () => Promise<void> = async () => undefined
  let lost = 0

  const server = createServer((client) => {
    const there = connect(Number(target.port), target.hostname)
    let isAwaited = false
    let isCommitting = false
    let isLosing = false
    endTogether(client, there, sockets)
    client.on('data', (sent) => {
      if (awaited !== undefined && sent.includes(awaited)) {
        isCommitting = sent.includes('commit', sent.indexOf(awaited))
        awaited = undefined
        isAwaited = true
      } else if (isAwaited && sent.includes('commit')) isCommitting = true
      there.write(sent)
    })
    there.on('data', (answer) => {
      if (!isCommitting) return void client.write(answer)
      if (isLosing) return
      isLosing = true
      lost++
      void meanwhile().finally(() => client.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const road = new URL(url)
  road.hostname = '127.0.0.1'
  road.port = String((server.address() as { port: number }).port)
  return {
    url: road.href,
    loseCommitOf: (text, work = async () => undefined) => {
      awaited = text
      meanwhile = work
    },
    lost: () => lost,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
