/** A bank of one test: answers each request as the test says, down to the bytes, and records requests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Scripted {
  readonly status?: number
  readonly contentType?: string
  readonly body: string | Buffer
}
/** `hang`: read, and never answered. `reset`: read, then cut. `half`: the first half of the answer, then cut. */
export type Script = Scripted | string | 'hang' | 'reset' | { readonly half: string }

export interface ScriptedBank {
  readonly url: string
  /** Bodies as they arrived. */
  readonly received: Buffer[]
  close(): Promise<void>
}

/** Asked for every request, in the order they come; `at` counts from 0. */
export type Scriptwriter = (body: Buffer, at: number, request: IncomingMessage) => Script

export const startScriptedBank = async (write: Scriptwriter): Promise<ScriptedBank> => {
  const received: Buffer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      play(write(body, received.push(body) - 1, request), request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bank`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const play = (script: Script, request: IncomingMessage, response: ServerResponse): void => {
  if (script === 'hang') return
  if (script === 'reset') return void request.socket.resetAndDestroy()
  if (typeof script === 'object' && 'half' in script) {
    const bytes = Buffer.from(script.half)
    response.writeHead(200, { 'content-type': 'text/xml; charset=ISO-8859-9', 'content-length': bytes.length })
    return void response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy())
  }
  const {
    status = 200,
    contentType = 'text/xml; charset=ISO-8859-9',
    body,
  } = typeof script === 'string' ? { body: script } : script
  response.writeHead(status, { 'content-type': contentType }).end(body)
}
