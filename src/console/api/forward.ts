/** Passes a request of the pages on to a surface, with the person's token: only the surface decides, and its answer is not changed. */
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SurfaceName } from '../../access/endpoint.ts'
import { phrase, verbatim } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { InternalResponse } from '../../infra/http/internal-requests.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession, Sessions } from '../session/sessions.ts'
import { signInRequired } from '../session/sign-in-required.ts'
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
  sessions: Sessions,
  session: OpenSession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { surface, url } = targetOf(request.url)
  const { realm, row, token } = session
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const answer = await services.send(surface, {
    method: request.method,
    url,
    address: request.clientAddress,
    headers: {
      ...passedOn(request),
      'x-request-id': request.correlationId,
      authorization: `Bearer ${token}`,
      [AUTHENTICATED_AT]: String(row.authenticatedAt.getTime()),
      ...(surface === 'transfers' && realm.kind === 'tenant' ? { 'x-tenant-id': realm.tenantId } : {}),
    },
    ...(hasBody ? { body: request.arriving ?? undefined } : {}),
  })
  reply.code(answer.status)
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !NOT_PASSED_BACK.has(name)) reply.header(name, value)
  reply.header('cache-control', 'no-store')
  return reply.send(answer.status === 401 ? await checkedRefusal(answer, sessions, session) : answer.body)
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

/** A token that stopped counting ends the session; a wrong password in a form does not. */
const checkedRefusal = async (answer: InternalResponse, sessions: Sessions, { row }: OpenSession): Promise<Buffer> => {
  const body = await buffer(answer.body)
  const { code, detail } = JSON.parse(body.toString()) as { code?: string; detail?: string }
  if (code !== 'invalid_token' && code !== 'token_expired') return body
  await sessions.drop(row)
  throw signInRequired(verbatim(detail ?? ''))
}
