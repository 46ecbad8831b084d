/**
 * A receiver for Fastify. It is a plugin, because its parser, which leaves the bytes unchanged, must not affect the
 * other routes.
 */
import { type ReceiverOptions, receive } from './receive.ts'
import { bodyWasParsed } from './verify.ts'

interface FastifyLike {
  removeContentTypeParser(type: string | string[]): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: never, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown
}
interface FastifyRequestLike {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}
interface FastifyReplyLike {
  code(status: number): { type(type: string): { send(body: string): unknown } }
}

/** `app.register(fastifyReceiver('/hooks', { secret, onEvent }))` */
export const fastifyReceiver =
  (path: string, options: ReceiverOptions) =>
  // biome-ignore lint/suspicious/noExplicitAny: an instance of Fastify, of whose many type parameters none matters here
  async (app: any): Promise<void> => {
    const instance: FastifyLike = app
    instance.removeContentTypeParser(['application/json', 'text/plain'])
    instance.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    instance.post(path, async (request, reply) => {
      const { status, message } = await receive(() => readBytes(request), request.headers, options)
      return reply.code(status).type('text/plain').send(message)
    })
  }

const readBytes = async ({ body }: FastifyRequestLike): Promise<Uint8Array> => {
  if (body instanceof Uint8Array) return body
  throw bodyWasParsed('Fastify was given another parser for this route')
}
