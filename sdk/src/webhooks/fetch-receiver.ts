/** Receivers for handlers that take a Request: Next route handlers, Hono, Deno, Bun, workers. */
import { readParts, readWhole } from './read-whole.ts'
import { type ReceiverOptions, receive } from './receive.ts'
import { bodyWasParsed } from './verify.ts'

/** Next: `export const POST = fetchReceiver({ secret, onEvent })`. */
export const fetchReceiver =
  (options: ReceiverOptions) =>
  async (request: Request): Promise<Response> => {
    const { status, message } = await receive(() => readBytes(request), request.headers, options)
    return new Response(message, { status, headers: { 'content-type': 'text/plain' } })
  }

/** Hono: `app.post('/hooks', honoReceiver({ secret, onEvent }))`. */
export const honoReceiver = (options: ReceiverOptions) => {
  const receiver = fetchReceiver(options)
  return (context: { readonly req: { readonly raw: Request } }): Promise<Response> => receiver(context.req.raw)
}

const readBytes = async (request: Request): Promise<Uint8Array> => {
  if (request.bodyUsed)
    throw bodyWasParsed('the body of the request was read before (by request.json() or a middleware)')
  return readWhole(readParts(request.body))
}
