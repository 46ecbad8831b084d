/** Returns the origin of a request to the console, as sessions record it. */
import type { FastifyRequest } from 'fastify'
import type { Origin } from './sessions.ts'

export const readOrigin = (request: FastifyRequest): Origin => ({
  address: request.clientAddress,
  isLocal: request.isLocal,
  correlationId: request.correlationId,
  userAgent: request.headers['user-agent'],
  cookie: request.headers.cookie,
})
