/** Passes a request of the pages on to a surface, as the person: only the surface decides, and its answer is not changed. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SurfaceName } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession } from '../session/sessions.ts'
import { AUTHENTICATED_AT } from '../step-up.ts'

/** Headers that the pages may send to a surface; the identity of the person is added here. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'transfer-encoding', // of a body without a length: memory is set aside for it
  'x-external-merchant-id',
  'x-merchant-id',
]
const NOT_PASSED_BACK = new Set([
  'connection',
  'date',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
  'www-authenticate',
  'x-correlation-id', // the same as ours
])
const SURFACES: ReadonlySet<string> = new Set(['cards', 'transfers', 'fraud', 'identity'])
const PREFIX = '/console/api/'

export const forward = async (
  services: ConsoleServices,
  session: OpenSession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { surface, url } = targetOf(request.url)
  const { realm, row, principal } = session
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const passed = {
    method: request.method,
    url,
    address: request.clientAddress,
    headers: {
      ...passedOn(request),
      'x-request-id': request.correlationId,
      [AUTHENTICATED_AT]: String(row.authenticatedAt.getTime()),
      ...(surface === 'transfers' && realm.kind === 'tenant' ? { 'x-tenant-id': realm.tenantId } : {}),
    },
    ...(hasBody ? { body: request.arriving ?? undefined } : {}),
  }
  const answer = await services.send(surface, passed, principal)
  reply.code(answer.status)
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !NOT_PASSED_BACK.has(name)) reply.header(name, value)
  reply.header('cache-control', 'no-store')
  return reply.send(answer.body)
}

const targetOf = (address: string): { surface: SurfaceName; url: string } => {
  const [, surface = '', rest = ''] = /^([a-z]+)\/(.*)$/.exec(address.slice(PREFIX.length)) ?? []
  const [path = ''] = rest.split('?')
  const isPlain = !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|\/\/|%2f|\\|%5c/i.test(path)
  if (!SURFACES.has(surface) || !isPlain)
    throw new Problem('route_not_found', { detail: phrase`The console passes nothing on to this path.` })
  return { surface: surface as SurfaceName, url: `/api/v1/${rest}` }
}

const passedOn = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
