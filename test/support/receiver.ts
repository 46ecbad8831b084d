/** A subscriber's server for tests: responds as set and records the raw bytes of all requests. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { noteText } from './seen.ts'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
  /** performance.now() */
  at: number
}

export interface Receiver {
  /** Without a path. */
  origin: string
  port: number
  received: Received[]
  /** Sockets open at this moment. */
  sockets: ReadonlySet<Socket>
  /** Sockets accepted so far. */
  accepted: number
  /** Resolves when so many requests have come in. */
  until(count: number): Promise<Received[]>
  close(): Promise<void>
}

export type Answerer = (request: Received, response: ServerResponse) => void

export const ok: Answerer = (_, response) => void response.writeHead(200).end()
export const status =
  (code: number, body = ''): Answerer =>
  (_, response) =>
    void response.writeHead(code).end(body)
export const hang: Answerer = () => undefined

export interface ReceiverOptions {
  host?: string
  port?: number
  /** Given: serves https. */
  tls?: ServerOptions
}

export const startReceiver = async (answer: Answerer = ok, options: ReceiverOptions = {}): Promise<Receiver> => {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request
      const one = { method, path: url, headers, rawHeaders, body: Buffer.concat(chunks), at: performance.now() }
      received.push(one)
      noteText('deliveries', Buffer.concat([Buffer.from(JSON.stringify(rawHeaders)), one.body]))
      answer(one, response)
      for (const look of waiting) look()
    })
    response.on('error', () => undefined)
  }
  const server = options.tls ? createSecureServer(options.tls, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    receiver.accepted++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    origin: `${options.tls ? 'https://localhost' : `http://${host.includes(':') ? `[${host}]` : host}`}:${port}`,
    port,
    received,
    sockets,
    accepted: 0,
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return
          waiting.delete(look)
          resolve(received)
        }
        waiting.add(look)
        look()
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
