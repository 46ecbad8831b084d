/** The start page: addresses, what to try next, and in the sandbox a live inbox of demo events. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Runtime } from '../infra/runtime.ts'
import { INBOX } from '../webhooks/seed-webhooks.ts'
import { errorPage } from './error-page.ts'
import { createInbox } from './inbox.ts'
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

/** The pages that problem documents link to, with the style they share with the start page. */
export const addErrorPages = (app: FastifyInstance): void => {
  app.register(async (scope) => {
    addPolicy(scope)
    addAssets(scope)
    scope.get('/errors/:code', async (request, reply) => {
      const page = errorPage((request.params as { code: string }).code)
      return page === null ? notFound(reply) : html(reply, page)
    })
  })
}

/** Returns a function that ends its streams. */
export const addStartPage = (app: FastifyInstance, runtime: Runtime): (() => void) => {
  const { config } = runtime
  const hasInbox = config.allowLocalWebhooks
  const ending = new AbortController()
  app.register(async (scope) => {
    addPolicy(scope)
    scope.get('/', async (_, reply) => html(reply, overviewPage(config, { tryIt: sampleRequests(config), hasInbox })))
    if (hasInbox) addInbox(scope, runtime, ending.signal)
  })
  return () => ending.abort()
}

const addPolicy = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
}

const addInbox = (app: FastifyInstance, runtime: Runtime, ending: AbortSignal): void => {
  const inbox = createInbox(runtime)
  // The signature covers the raw bytes.
  app.post(INBOX.path, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    const isVerified = await inbox.receive(request.headers, (request.body as Buffer | undefined) ?? Buffer.alloc(0))
    return reply.code(isVerified ? 204 : 401).send()
  })
  app.get(`${INBOX.path}/stream`, (_, reply) => {
    reply.hijack()
    streamTo(reply.raw, inbox)
    const end = (): void => void reply.raw.end()
    ending.addEventListener('abort', end)
    reply.raw.on('close', () => ending.removeEventListener('abort', end))
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
