/** A bank that answers every call with the status and the body that its address names, down to statuses no server library sends. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Body {
  readonly type: 'application/json' | 'text/html' | 'text/xml'
  readonly text: string
  /** The line is cut in the middle of it. */
  readonly isCut?: true
}

export interface StatusBank {
  /** What is answered under that name from now on. */
  name(name: string, body: Body): void
  addressOf(status: number, name: string): string
  close(): void
}

export const startStatusBank = async (): Promise<StatusBank> => {
  const bodies = new Map<string, Body>()
  const server = createServer((socket) => listen(socket, bodies))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    name: (name, body) => void bodies.set(name, body),
    addressOf: (status, name) => `${root}/${status}/${encodeURIComponent(name)}`,
    close: () => void server.close(),
  }
}

const listen = (socket: Socket, bodies: ReadonlyMap<string, Body>): void => {
  let read = Buffer.alloc(0)
  socket.setNoDelay(true) // else the body waits until the head is acknowledged
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = read.subarray(0, end).toString('latin1')
    const length = Number(/content-length: *([0-9]+)/i.exec(head)?.[1] ?? 0)
    if (read.length < end + 4 + length) return
    read = read.subarray(end + 4 + length)
    const [, status, name] = /^[A-Z]+ \/([0-9]+)\/([^/ ]+)/.exec(head)!
    play(socket, Number(status), bodies.get(decodeURIComponent(name!))!)
  })
}

const play = (socket: Socket, status: number, { type, text, isCut }: Body): void => {
  const bytes = Buffer.from(text)
  const isLast = isCut || status < 200 || status === 204 || status === 304
  const close = isLast ? 'connection: close\r\n' : ''
  socket.write(`HTTP/1.1 ${status} X\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n${close}\r\n`)
  socket.write(isCut ? bytes.subarray(0, bytes.length >> 1) : bytes)
  if (isLast) socket.end()
}
