/** The start page on a port of its own: addresses, what to try next, and in the sandbox a live inbox of demo events. */
import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { KEEP_ALIVE_MS, REQUEST_MS, SOCKET_LIMITS } from '../infra/http/http-limits.ts'
import type { Tls } from '../infra/http/tls.ts'
import type { Runtime } from '../infra/runtime.ts'
import { INBOX } from '../webhooks/seed.ts'
import { errorPage } from './error-page.ts'
import { openInbox } from './inbox.ts'
import { streamTo } from './inbox-stream.ts'
import { overviewPage } from './overview-page.ts'
import { sampleRequests } from './sample-requests.ts'

const BODY_BYTES_MAX = 64 * 1024 // an event is far smaller
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Listens on the console's port; closed by closing what it returns. */
export const startPage = async (runtime: Runtime, tls: Tls | undefined): Promise<FastifyInstance> => {
  const { config } = runtime
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(tls ? { https: { ...SOCKET_LIMITS, ...tls.options } } : { http: SOCKET_LIMITS }),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
  tls?.serve(app.server)
  app.addHook('onSend', async (_, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
  addAssets(app)
  app.get('/errors/:code', async (request, reply) => {
    const page = errorPage((request.params as { code: string }).code)
    return page === null ? notFound(reply) : html(reply, page)
  })
  app.setNotFoundHandler((_, reply) => notFound(reply))
  const hasInbox = config.env === 'sandbox' && config.allowLocalWebhooks
  app.get('/', async (_, reply) => html(reply, overviewPage(config, { tryIt: sampleRequests(config), hasInbox })))
  if (hasInbox) addInbox(app, runtime)
  await app.listen({ host: config.host, port: config.ports.console })
  return app
}

const addInbox = (app: FastifyInstance, runtime: Runtime): void => {
  const inbox = openInbox(runtime)
  app.removeAllContentTypeParsers()
  // The signature covers the raw bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post(INBOX.path, async (request, reply) => {
    const isVerified = await inbox.receive(request.headers, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
    return reply.code(isVerified ? 204 : 401).send()
  })
  app.get(`${INBOX.path}/stream`, (_, reply) => {
    reply.hijack()
    streamTo(reply.raw, inbox)
  })
}

const ASSETS: readonly [name: string, type: string][] = [
  ['page.css', 'text/css; charset=utf-8'],
  ['page.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
]
const addAssets = (app: FastifyInstance): void => {
  for (const [name, type] of ASSETS) {
    const bytes = readFileSync(new URL(`./assets/${name}`, import.meta.url))
    app.get(`/${name}`, async (_, reply) => reply.type(type).header('cache-control', 'no-cache').send(bytes))
  }
}

const html = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/html; charset=utf-8').send(text)
const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('There is no such page. The start page is /\n')
