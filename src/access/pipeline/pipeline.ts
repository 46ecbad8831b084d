/** The pipeline of a call: authorize, read, validate, handle once, respond. Every endpoint of every surface passes through here. It is in one piece because a reviewer reads the steps of a call in their order. */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fromKeptProblem } from '../../core/phrases/kept-problem.ts'
import { Problem } from '../../core/problem.ts'
import { createTraceKeeper } from '../../infra/database/trace-contexts.ts'
import { notePattern } from '../../infra/http/http-server.ts'
import { translateProblem } from '../../infra/http/problem-language.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type Denials, findDeniedCaller } from '../audit/denials.ts'
import type { Answer, Call, Endpoint, SurfaceName } from '../endpoint.ts'
import { checkFourEyes } from '../four-eyes.ts'
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts'
import { fingerprintRequest } from '../idempotency/request-fingerprint.ts'
import { findCardMembers, type IsIssuedCard, refuseMisplacedCardNumbers } from '../input/misplaced-card-numbers.ts'
import {
  type ConfigurationIdOf,
  findConfigurationMembers,
  withConfigurationIds,
} from '../input/named-configurations.ts'
import { compileInput, limitBodyBytes } from '../input/read-input.ts'
import type { Taken } from '../limits/rate-limiter.ts'
import type { UnprovenLimit } from '../unproven.ts'
import { type AccessControl, type AuthorizedCall, authorizeCall } from './authorize.ts'
import { COMES_LATER, leaveStream } from './body-stream.ts'
import { type CallAudit, createCallAudit } from './call-audit.ts'
import { createCallTransactions, createSharedCalls, type ShareCalls } from './call-transactions.ts'
import type { ConfirmCall } from './confirm-call.ts'
import { readIfMatch, withTag } from './preconditions.ts'
import { readCredentials, readFacts, readQuery } from './read-request.ts'
import { wantsTurkishReasons, withTurkishReasons } from './reasons-language.ts'
import { recordDenial } from './record-denial.ts'
import { slowListProblem } from './slow-list-problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AuthorizedCall | null
  }
}

export interface Surface {
  app: FastifyInstance
  name: SurfaceName
  runtime: Runtime
  accessControl: AccessControl
  denials: Denials
  isIssued: IsIssuedCard
  configurationIdOf: ConfigurationIdOf
  /** Called for each request once it is authorized and read; throws if it must not continue, or returns its limit. */
  confirm?: ConfirmCall
}

type Mounted = Surface & { readonly share: ShareCalls; readonly keepTrace: ReturnType<typeof createTraceKeeper> }

export const mountEndpoints = (given: Surface, endpoints: readonly Endpoint[]): void => {
  const surface: Mounted = {
    ...given,
    share: createSharedCalls(given.runtime),
    keepTrace: createTraceKeeper(given.runtime),
  }
  for (const name of ['admitted', 'bodyStream'])
    if (!surface.app.hasRequestDecorator(name)) surface.app.decorateRequest(name, null)
  for (const spec of endpoints) mountOne(surface, spec)
}

const mountOne = (surface: Mounted, spec: Endpoint): void => {
  const input = compileInput(spec)
  const cardMembers = findCardMembers(spec.body)
  const configurations = findConfigurationMembers(spec)
  if (spec.movesMoney) input.warmUp() // some 20 ms each, which must not delay payments in flight
  notePattern(surface.app, spec.method, spec.path)
  surface.app.route({
    method: spec.method,
    url: spec.path,
    bodyLimit: limitBodyBytes(spec),
    config: {
      ...(spec.shapeProblem ? { shapeProblem: spec.shapeProblem } : {}),
      ...(spec.streamsFile ? { streamsBody: true } : {}),
    },
    ...(spec.streamsFile ? { preParsing: leaveStream } : {}),
    onRequest: async (request, reply) => {
      const show = (taken: Taken): void => setLimitHeaders(reply, taken)
      try {
        request.admitted = await authorizeCall(
          surface.accessControl,
          surface.name,
          spec,
          readCredentials(request),
          show,
        )
        request.actor = request.admitted.principal?.subject ?? null
      } catch (error) {
        await refused(surface, spec, request, error)
        throw error
      }
    },
    handler: async (request, reply) => {
      const { headers } = request
      if (request.span !== null && spec.method !== 'GET') keepTrace(surface, request)
      const sentParams = input.params(request.params as Record<string, string>)
      const sentQuery = input.query(readQuery(request.url), surface.name)
      const sentBody = input.body(
        spec.streamsFile ? COMES_LATER : ((request.body as Buffer | undefined) ?? null),
        headers['content-type'],
        headers['content-encoding'],
      )
      if (spec.method !== 'GET' && spec.allow !== 'none')
        await refuseMisplacedCardNumbers(
          { ...(sentBody as object), 'Idempotency-Key': headers['idempotency-key'] },
          surface.isIssued,
          cardMembers,
        )
      const tenantId = request.admitted?.principal?.tenantId ?? ''
      const { params, query, body } = await withConfigurationIds(
        { params: sentParams, query: sentQuery, body: sentBody },
        configurations,
        (name) => surface.configurationIdOf(tenantId, name),
      )
      try {
        const unproven = await surface.confirm?.(spec, { principal: request.admitted?.principal ?? null, headers })
        const given = { params, query, body, unproven: unproven ?? null }
        sendAnswer(reply, await handled(surface, spec, request, given), request.correlationId)
      } catch (error) {
        await refused(surface, spec, request, error, body)
        throw slowListProblem(surface.name, spec, error) ?? error
      }
      return reply
    },
  })
}

/** Keeps the trace, so that work of other processes that follows from the request continues it. */
const keepTrace = ({ keepTrace: keep }: Mounted, { span, admitted, correlationId }: FastifyRequest): void => {
  const tenantId = admitted?.principal?.tenantId
  if (span !== null && tenantId) keep({ tenantId, correlationId, traceparent: span.traceparent })
}

const handled = async (surface: Mounted, spec: Endpoint, request: FastifyRequest, input: Input): Promise<Answer> => {
  const { principal, merchantId } = request.admitted as AuthorizedCall
  const { correlationId, clientAddress: address } = request
  const facts = { spec, principal, merchantId, correlationId, address, params: input.params, body: input.body }
  const record = createCallAudit(surface.runtime, facts)
  const answer = withTag(spec, await handleOrRepeat(spec, openCall(surface, spec, request, input, record)))
  if (principal && record.isOwed(answer))
    await surface.runtime.db.transaction({ of: principal.realmId }, (tx) =>
      record.answered(tx, principal.realmId, answer),
    )
  return answer
}

/**
 * A key comes before the rules: what an operation checks before it claims the key may have changed since the first call,
 * so a repeat that is refused gets what is stored, and another request under the key learns that it is in use.
 */
const handleOrRepeat = async (spec: Endpoint, { call, findStored }: OpenedCall): Promise<Answer> => {
  try {
    return await spec.handle(call)
  } catch (refusal) {
    const stored = comesAfterKey(refusal) ? await findStored() : undefined
    if (stored === undefined) throw refusal
    return stored
  }
}

/** A caller who may not do it is refused before the key is looked at, and a fault of ours says nothing about the request. */
const comesAfterKey = (refusal: unknown): boolean =>
  refusal instanceof Problem && refusal.status < 500 && refusal.code !== 'forbidden'

const refused = (surface: Surface, spec: Endpoint, request: FastifyRequest, error: unknown, body?: unknown) => {
  if (error instanceof Problem) request.actor ??= findDeniedCaller(error)?.actor ?? null
  return recordDenial(surface.denials, surface.accessControl.realms, error, {
    spec,
    principal: request.admitted?.principal ?? null,
    merchantId: request.admitted?.merchantId ?? null,
    correlationId: request.correlationId,
    address: request.clientAddress,
    params: request.params as Record<string, unknown>,
    body,
  })
}

/** Values of the plan's bucket, on every response. */
export const setLimitHeaders = (reply: FastifyReply, taken: Taken): void => {
  reply.header('x-ratelimit-limit', taken.limit)
  reply.header('x-ratelimit-remaining', taken.remaining)
  reply.header('x-ratelimit-reset', taken.resetAt)
}

interface Input {
  params: unknown
  query: unknown
  body: unknown
  unproven: UnprovenLimit | null
}

type OpenedCall = { readonly call: Call } & Pick<ReturnType<typeof createCallTransactions>, 'findStored'>

const openCall = (
  surface: Mounted,
  spec: Endpoint,
  request: FastifyRequest,
  input: Input,
  record: CallAudit,
): OpenedCall => {
  const { runtime } = surface
  const { principal, merchantId } = request.admitted as AuthorizedCall
  const facts = readFacts(request)
  const rawBody = (request.body as Buffer | undefined) ?? NO_BYTES
  const tenantOf = (): string => {
    if (!principal?.tenantId) throw new Error(`${spec.path} was called without a tenant`)
    return principal.tenantId
  }
  const takesKey = spec.method === 'POST' && spec.allow !== 'none' && spec.idempotent !== false
  const idempotencyKey = takesKey ? readIdempotencyKey(request.headers['idempotency-key']) : null
  const { inTx, inTxOf, inSharedTx, findStored } = createCallTransactions(surface, {
    spec,
    principal,
    record,
    wanted: readIfMatch(spec, request.headers['if-match']),
    toClaim: (realmId, actor) =>
      idempotencyKey === null
        ? null
        : {
            tenantId: realmId,
            // Two surfaces may have the same path, such as /api/v1/settings.
            scope: `${merchantId ?? '-'} ${surface.name} ${spec.method} ${spec.path}`,
            key: idempotencyKey,
            fingerprint: fingerprintRequest({
              request: facts,
              runtime,
              tenantId: realmId,
              body: spec.takesFile ? hash('sha256', rawBody) : input.body,
            }),
            actor,
            nowMs: runtime.clock.ms(),
          },
  })
  const call: Call = {
    ...input,
    get principal() {
      if (!principal) throw new Error(`${spec.path} takes no token`)
      return principal
    },
    get tenantId() {
      return tenantOf()
    },
    merchantId,
    correlationId: request.correlationId,
    rawBody,
    bodyStream: request.bodyStream ?? Readable.from([]),
    idempotencyKey,
    request: facts,
    runtime,
    inTx,
    inTxOf,
    inSharedTx,
    recordStep(tx, change) {
      if (!principal) throw new Error(`${spec.path} takes no token`)
      return record.step(tx, principal.realmId, change)
    },
    checkFourEyes(what, taken, isPlatformCounted) {
      if (!principal || !spec.fourEyes) throw new Error(`${spec.path} is no step of a four-eyes resource`)
      checkFourEyes(what, spec.fourEyes, principal.accountable, taken, isPlatformCounted)
    },
    read: (work) => runtime.db.transaction({ of: tenantOf(), mode: 'read' }, work),
    readList: (work) => runtime.db.transaction({ of: tenantOf(), mode: 'replica' }, work),
  }
  return { call, findStored }
}

const NO_BYTES = Buffer.alloc(0)

const sendAnswer = (reply: FastifyReply, answer: Answer, correlationId: string): void => {
  reply.code(answer.status)
  for (const name in answer.headers) reply.header(name, answer.headers[name])
  if (answer.isReplay) reply.header('idempotent-replayed', 'true')
  if (answer.carriesSecret) reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  if (answer.stream !== undefined) return void reply.send(Readable.from(answer.stream))
  if (answer.bytes !== undefined) return void reply.send(answer.bytes)
  const text = answer.bodyText ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body))
  if (text === undefined) return void reply.send()
  // A failure stored under a key returns as a response, not as an exception.
  const type = answer.status >= 400 ? 'application/problem+json' : 'application/json'
  const isPage = reply.hasHeader('content-type')
  if (!isPage) reply.header('content-type', `${type}; charset=utf-8`)
  const wish = reply.request.headers['accept-language']
  if (isPage) return void reply.send(text)
  reply.send(answer.status >= 400 ? asOfThisAnswer(text, correlationId, wish) : withReasons(text, wish))
}

const withReasons = (text: string, wish: string | undefined): string =>
  wantsTurkishReasons(wish) ? JSON.stringify(withTurkishReasons(JSON.parse(text))) : text

/** A replayed failure carries the correlation id of the current response, as its header does, in the caller's language; all else stays byte for byte. */
const asOfThisAnswer = (problem: string, correlationId: string, wish: string | undefined): string =>
  JSON.stringify({ ...translateProblem(fromKeptProblem(problem), wish), correlation_id: correlationId })
