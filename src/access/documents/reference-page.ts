/** Publishes the documents of a surface without a token: `/openapi.json`, and `/reference` to read and try it. */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notePattern } from '../../infra/http/http-server.ts'
import { buildOpenApiDocument, type DocumentedSurface } from './openapi.ts'
import { referenceScript } from './reference-script.ts'

interface PublishedSurface extends DocumentedSurface {
  /** Counts the call against the caller's address and returns its limit headers. */
  readonly limitAnonymous: (request: FastifyRequest, reply: FastifyReply) => void
}

export const publishDocument = (app: FastifyInstance, surface: PublishedSurface): void => {
  const documents = new Map<boolean, Buffer>()
  const documentFor = ({ query }: FastifyRequest): Buffer => {
    const hasWebhooks = (query as { webhooks?: unknown }).webhooks !== 'false'
    const made = documents.get(hasWebhooks) ?? gzipSync(documentText(surface, hasWebhooks))
    documents.set(hasWebhooks, made)
    return made
  }
  const pages: [path: string, type: string, read: (request: FastifyRequest) => Promise<Buffer> | Buffer][] = [
    ['/openapi.json', 'application/json; charset=utf-8', documentFor],
    ['/reference', 'text/html; charset=utf-8', () => gzipSync(pageOf(surface.name))],
    ['/reference/start.js', 'text/javascript; charset=utf-8', () => gzipSync(START)],
    ['/reference/scalar.js', 'text/javascript; charset=utf-8', referenceScript],
  ]
  for (const [path, type, read] of pages) {
    notePattern(app, 'GET', path)
    app.get(path, async (request, reply) => {
      surface.limitAnonymous(request, reply)
      reply.headers({
        'content-type': type,
        'content-security-policy': policyOf(surface),
        'x-content-type-options': 'nosniff',
      })
      return sendCompressed(request, reply, await read(request))
    })
  }
}

/** openapi-generator makes clients that do not compile of a `webhooks` section; the types of events stay with the schemas. */
const documentText = (surface: DocumentedSurface, hasWebhooks: boolean): string => {
  const { webhooks, ...rest } = buildOpenApiDocument(surface)
  return JSON.stringify(hasWebhooks && webhooks !== undefined ? { ...rest, webhooks } : rest)
}

const sendCompressed = (request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply => {
  reply.header('vary', 'accept-encoding').header('cache-control', 'no-cache')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(gunzipSync(bytes))
  return reply.header('content-encoding', 'gzip').send(bytes)
}

/** The policy lets nothing be loaded from, or sent to, any other origin. */
const policyOf = ({ url }: DocumentedSurface): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    `connect-src 'self' ${new URL(url).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const pageOf = (name: string): string => `<!doctype html>
<html lang="en">
  <head>
    <title>Vezne: ${name}</title>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The document itself: <a href="/openapi.json">/openapi.json</a></noscript>
    <script src="/reference/scalar.js"></script>
    <script src="/reference/start.js"></script>
  </body>
</html>
`

const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
})
`
