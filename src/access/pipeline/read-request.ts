/** Reads a request: its query, its credentials, and the facts that handlers see. */
import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../endpoint.ts'

export const readQuery = (url: string): string => {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)

export const readCredentials = (request: FastifyRequest) => ({
  authorization: request.headers.authorization,
  address: request.clientAddress,
  slug: (request.params as { slug?: string }).slug,
  tenantHeader: one(request.headers['x-tenant-id']),
  merchantHeader: one(request.headers['x-merchant-id']),
  externalMerchantHeader: one(request.headers['x-external-merchant-id']),
  nowMs: request.arrivedAt,
})

export const readFacts = (request: FastifyRequest): RequestFacts => {
  const at = request.url.indexOf('?')
  return {
    method: request.method,
    path: at < 0 ? request.url : request.url.slice(0, at),
    url: request.url,
    clientAddress: request.clientAddress,
    headers: request.headers,
    arrivedAt: request.arrivedAt,
  }
}
