/** Screens a request: the caller's address, the correlation id, and whether transport and framing are acceptable. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid, newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Config } from '../process/config.ts'
import { createConnectionReader } from './client-address.ts'
import { URL_BYTES_MAX } from './http-limits.ts'

const SINGLE_HEADERS = new Set([
  'host',
  'authorization',
  'idempotency-key',
  'x-tenant-id',
  'x-merchant-id',
  'x-external-merchant-id',
  'content-type',
])

/** A hook of Fastify. A plain callback: an async hook costs a promise on every request. */
export const screenRequest = (config: Config) => {
  const callerOf = createConnectionReader(config.trustedProxies)
  return (request: FastifyRequest, reply: FastifyReply, done: (problem?: Problem) => void): void => {
    request.arrivedAt = Date.now()
    const caller = callerOf(request.raw)
    request.clientAddress = caller.address
    request.isLocal = caller.isLocal
    const asked = request.headers['x-request-id']
    request.correlationId = typeof asked === 'string' && isUuid(asked) ? asked.toLowerCase() : newId(request.arrivedAt)
    reply.header('x-correlation-id', request.correlationId)
    if (config.env === 'production') reply.header('strict-transport-security', 'max-age=31536000')
    done(!config.allowHttp && !caller.isSecure ? new Problem('https_required') : badFraming(request))
  }
}

const badFraming = (request: FastifyRequest): Problem | undefined => {
  if (Buffer.byteLength(request.url) > URL_BYTES_MAX) return new Problem('uri_too_long')
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    return new Problem('bad_request', { detail: phrase`The Host header is missing.`, headers: { connection: 'close' } })
  const seen = new Set<string>()
  const raw = request.raw.rawHeaders
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase()
    if (!SINGLE_HEADERS.has(name)) continue
    if (seen.has(name))
      return new Problem('bad_request', { detail: phrase`Header ${name} was sent twice; send it once.` })
    seen.add(name)
  }
  return undefined
}
