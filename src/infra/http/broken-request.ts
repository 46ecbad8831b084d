/** A request the HTTP parser refused never reaches Fastify: the response is written by hand and the socket closed. */
import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode, problemBody } from '../../core/problem.ts'
import type { Config } from '../process/config.ts'
import { HEADER_BYTES_MAX, HEADERS_MS, REQUEST_MS } from './http-limits.ts'

/** Facts of a response that was written by hand, for the log. */
interface BrokenRequest {
  readonly correlation_id: string
  readonly status: number
  readonly fault: string | null
}

/** Returns undefined if no response was written. */
export const sendBrokenRequest = (
  error: NodeJS.ErrnoException,
  socket: Socket,
  config: Config,
): BrokenRequest | undefined => {
  // Send nothing after a response: a proxy would take it for the response to its next request.
  if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesWritten > 0) {
    socket.destroy()
    return undefined
  }
  const correlationId = randomUUID()
  const code = PARSER_CODES[error.code ?? ''] ?? 'bad_request'
  const isOurs = code === 'https_required' // the usual text of the error fits
  const problem = new Problem(
    code,
    isOurs ? {} : { detail: BROKEN[code] ?? phrase`The request is no HTTP/1.1; the connection is closed.` },
  )
  const body = JSON.stringify(problemBody(problem, { errorsBase: config.errorsBase, instance: '', correlationId }))
  const reset = Math.ceil(Date.now() / 1000)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Connection: close',
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Correlation-Id: ${correlationId}`,
      'X-RateLimit-Limit: 50',
      'X-RateLimit-Remaining: 100',
      `X-RateLimit-Reset: ${reset}`,
      '',
      body,
    ].join('\r\n'),
  )
  const fault = error.code ?? null
  return { correlation_id: correlationId, status: problem.status, fault }
}

const PARSER_CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  ERR_SSL_HTTP_REQUEST: 'https_required',
}
const BROKEN: Partial<Record<ProblemCode, Phrase>> = {
  headers_too_large: phrase`The headers are larger than ${HEADER_BYTES_MAX} bytes; the connection is closed.`,
  request_timeout: phrase`Headers have ${HEADERS_MS / 1000} s to arrive and the whole request ${REQUEST_MS / 1000} s; the connection is closed.`,
}

/**
 * A client that speaks plain HTTP to a TLS port gets an explanation over the connection below TLS, which is still open.
 */
export const refusePlainHttp = (
  server: EventEmitter,
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void,
): void => {
  server.on('tlsClientError', (error: NodeJS.ErrnoException, { _parent: plain }: { _parent?: Socket }) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST' && plain) refuse(error, plain)
  })
}
