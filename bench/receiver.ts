/** A subscriber on raw sockets that takes everything at once: cheap enough not to be what is measured. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { answerLength } from './load.ts'

const TAKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

export interface BenchReceiver {
  url: string
  /** Requests so far. */
  received(): number
  /** performance.now() of the last one. */
  lastAt(): number
  close(): void
}

export const openReceiver = async (): Promise<BenchReceiver> => {
  const sockets = new Set<Socket>()
  let received = 0
  let lastAt = 0
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true))
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      const length = answerLength(bytes) // a request is as long as its head says, like an answer
      if (length === undefined || bytes.length < length) return
      bytes = bytes.subarray(length)
      received++
      lastAt = performance.now()
      socket.write(TAKEN)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => received,
    lastAt: () => lastAt,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
