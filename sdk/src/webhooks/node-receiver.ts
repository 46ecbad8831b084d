/** Receivers for `(request, response)`: node:http and Express. */
import { readWhole } from './read-whole.ts'
import { type ReceiverOptions, receive } from './receive.ts'
import { bodyWasParsed } from './verify.ts'

/** The used members of an IncomingMessage, and those that Express may have added. */
interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableEnded?: boolean
  readonly body?: unknown
}

interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

/** http.createServer(nodeReceiver({ secret, onEvent })) */
export const nodeReceiver =
  (options: ReceiverOptions) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { status, message } = await receive(() => readBytes(request), request.headers, options)
    response.statusCode = status
    response.setHeader('content-type', 'text/plain')
    response.end(message)
  }

/** Express: `app.post('/hooks', expressReceiver({ secret, onEvent }))`, before express.json() or with express.raw({ type: '*' + '/*' }). */
export const expressReceiver = nodeReceiver

const readBytes = async (request: NodeRequest): Promise<Uint8Array> => {
  const { body } = request
  if (body instanceof Uint8Array) return body
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (request.readableEnded)
    throw bodyWasParsed('the request was read before (put the route before express.json(), or give it express.raw())')
  return readWhole(request)
}
