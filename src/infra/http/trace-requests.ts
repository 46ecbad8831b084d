/** A span for each request of a surface, which continues the trace of its caller. */
import type { FastifyInstance } from 'fastify'
import { startSpan, within } from '../tracing/tracing.ts'

/** The path is left out: it may hold ids and links that are secret. The route says which operation it is. */
export const traceRequests = (app: FastifyInstance, surface: string): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, correlationId } = request
    const route = request.is404 ? undefined : routeOptions.url
    const parent = headers.traceparent
    const span = startSpan({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      parent: typeof parent === 'string' ? parent : undefined,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'vezne.surface': surface,
        'vezne.correlation_id': correlationId,
      },
    })
    request.span = span ?? null
    done()
  })
  // After the body has been read, since what reads a socket belongs to no request.
  app.addHook('preHandler', (request, _reply, done) => within(request.span ?? undefined, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    span?.set({ 'http.response.status_code': reply.statusCode, 'vezne.actor': request.actor })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
}
