/** The Fastify instance of a surface: sockets, sizes, correlation id, and a problem document for every unhandled error. */
import type { Socket } from 'node:net'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode, problemBody } from '../../core/problem.ts'
import { isOfMove, toDatabaseProblem } from '../database/database-errors.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { histogram } from '../process/metrics.ts'
import { isTracing, type Span } from '../tracing/tracing.ts'
import { refusePlainHttp, sendBrokenRequest } from './broken-request.ts'
import { BODY_BYTES_MAX, KEEP_ALIVE_MS, REQUEST_MS, SOCKET_LIMITS } from './http-limits.ts'
import { translateProblem } from './problem-language.ts'
import { createRouteTable, type RouteTable } from './route-table.ts'
import { screenRequest } from './screen-request.ts'
import type { Tls } from './tls.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Adds members to the problems of a route. */
    shapeProblem?: (problem: Problem) => Problem
    /** The handler reads the body while it arrives. */
    streamsBody?: boolean
  }
  interface FastifyRequest {
    correlationId: string
    /** The caller, as infra/http/client-address.ts reads it. */
    clientAddress: string
    /** The client is on this machine, as far as can be known. */
    isLocal: boolean
    /** `sub` of the token, once it is verified. */
    actor: string | null
    /** Real time of arrival, ms. */
    arrivedAt: number
    /** Null while nothing is traced. */
    span: Span | null
  }
}

const seconds = histogram('vezne_request_seconds')
const conventional = histogram('http_server_request_duration_seconds')
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

interface HttpOptions {
  config: Config
  log: Log
  surface: string
  /** Limit headers for responses without an endpoint (unknown path, broken request); may refuse with 429. */
  limitAnonymous: (request: FastifyRequest, reply: FastifyReply) => void
  /** Absent for plain HTTP. */
  tls?: Tls | undefined
  /** Rewrites other spellings of a URL before it is routed. */
  rewriteUrl?: (url: string) => string
}

/** A missing Host is refused by greet(), because Node's own response to it is not a problem document. */
const SERVER = { ...SOCKET_LIMITS, requireHostHeader: false }

/** The label sets of a surface are few and cached, because looking one up by its labels costs more than counting. */
const observerOf = (surface: string) => {
  const known = new Map<string, readonly { observe(value: number): void }[]>()
  return (sentMethod: string, route: string, status: number, took: number): void => {
    const method = METHODS.has(sentMethod) ? sentMethod : '_OTHER'
    const key = `${method} ${status} ${route}`
    let both = known.get(key)
    if (both === undefined) {
      const names = { http_request_method: method, http_route: route, http_response_status_code: status }
      both = [seconds.labels({ surface, route, status }), conventional.labels(names)]
      known.set(key, both)
    }
    for (const each of both) each.observe(took)
  }
}

export const openHttpServer = (options: HttpOptions): FastifyInstance => {
  const { config, log, surface } = options
  const observe = observerOf(surface)
  const refuseBroken = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const answered = sendBrokenRequest(error, socket, config)
    if (answered) log.info('request.broken', { surface, ...answered })
  }
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }: { url?: string }) => options.rewriteUrl?.(url) ?? url,
    ...(options.tls ? { https: { ...SERVER, ...options.tls.options } } : { http: SERVER }),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 512 },
    clientErrorHandler: refuseBroken,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(asProblem(error), request, reply, config)
    },
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance
  options.tls?.serve(app.server)
  if (options.tls) refusePlainHttp(app.server, refuseBroken)
  app.decorateRequest('correlationId', '')
  app.decorateRequest('arrivedAt', 0)
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('isLocal', false)
  app.decorateRequest('actor', null)
  app.decorateRequest('span', null)
  app.removeAllContentTypeParsers()
  // Bodies stay bytes: the pipeline decides about media type and JSON once it knows the caller.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', screenRequest(config))
  if (isTracing()) traceRequests(app, surface)
  // Runs before Fastify looks at the headers and body of a method that no endpoint offers.
  const routes = createRouteTable()
  tables.set(app, routes)
  app.addHook('onRequest', (request, _reply, done) =>
    done(routes.refusal(request.method, cutQuery(request.url), request.is404 ? undefined : request.routeOptions.url)),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const took = reply.elapsedTime
    observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, took / 1000)
    log.info('request.finished', {
      surface,
      correlation_id: request.correlationId,
      ...(request.span === null ? {} : { trace_id: request.span.traceId }),
      actor: request.actor,
      address: request.clientAddress,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      duration_ms: Math.round(took * 100) / 100,
    })
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error, request.routeOptions.bodyLimit)
    if (problem.status >= 500 && !(error instanceof Problem) && !isOfMove(error)) {
      log.error('request.failed', {
        surface,
        correlation_id: request.correlationId,
        err: error,
      })
    }
    const { shapeProblem } = request.routeOptions.config
    const shown = counted(problem, request, reply, options)
    return sendProblem(shapeProblem ? shapeProblem(shown) : shown, request, reply, config)
  })
  return app
}

/** Counts a request that no endpoint has counted by its caller's address; above that limit the response is 429. */
const counted = (problem: Problem, request: FastifyRequest, reply: FastifyReply, options: HttpOptions): Problem => {
  if (reply.hasHeader('x-ratelimit-limit')) return problem
  try {
    options.limitAnonymous(request, reply)
    return problem
  } catch (refusal) {
    // A fault of ours (the database is unavailable, so no caller could be identified) keeps its status; a caller must
    // not take it for a limit.
    return problem.status >= 500 ? problem : asProblem(refusal)
  }
}

/** Sends a problem as application/problem+json. */
const sendProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply, config: Config): FastifyReply => {
  const body = problemBody(problem, {
    errorsBase: config.errorsBase,
    instance: cutQuery(request.url),
    correlationId: request.correlationId,
  })
  for (const [name, value] of Object.entries(problem.extras.headers ?? {})) reply.header(name, value)
  if (problem.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(translateProblem(body, request.headers['accept-language'])))
}

const cutQuery = (url: string): string => {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at)
}

/** The routes of each instance, for the responses 404 and 405. */
const tables = new WeakMap<FastifyInstance, RouteTable>()
/** Registers a route with the instance, so that an unknown path can be distinguished from a wrong method. */
export const notePattern = (app: FastifyInstance, method: string, pattern: string): void =>
  tables.get(app)?.note(method, pattern)

const FASTIFY_CODES: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_ASYNC_CONSTRAINT: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}
const asProblem = (error: unknown, bodyBytesMax = BODY_BYTES_MAX): Problem => {
  if (error instanceof Problem) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  // Fastify gives an error a status only if the sender cut its body off. Without a status, one of our own connections
  // broke.
  const isCutBody = code === 'ECONNRESET' && statusCode === 400
  const knownValue = isCutBody ? 'bad_request' : FASTIFY_CODES[code]
  if (knownValue === undefined) return toDatabaseProblem(error) ?? new Problem('internal_server_error')
  const detail =
    knownValue === 'payload_too_large' ? phrase`The body is larger than ${bodyBytesMax} bytes.` : DETAILS[knownValue]
  return new Problem(knownValue, detail === undefined ? {} : { detail })
}
const DETAILS: Partial<Record<ProblemCode, Phrase>> = {
  bad_request: phrase`The request line or its framing is malformed; check URL encoding and lengths.`,
  unsupported_media_type: phrase`This Content-Type is not taken; send application/json, in UTF-8.`,
}
