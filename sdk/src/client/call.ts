/** One call: sent, waited for, and sent again with the same key where that is safe and may help. */
import type { Problem } from '../generated/cards.ts'
import { ConnectionError, VezneError } from './errors.ts'

export interface CallOptions {
  /** Default: one is made for every POST. The same key does nothing twice, for 24 hours. */
  readonly idempotencyKey?: string
  /** Correlation id of this call, a uuid; default: one is made. */
  readonly requestId?: string
  readonly signal?: AbortSignal
  /** Of each try, ms; default: the client's. */
  readonly timeoutMs?: number
  /** Merchant of this call, instead of the client's. */
  readonly merchantId?: string
  readonly externalMerchantId?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the client is made with, once defaults are filled in. */
export interface Transport {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retries: number
  /** Ends early, with the signal's reason, when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** 0 to 1. */
  readonly random: () => number
}

export interface Sending {
  readonly method: string
  readonly url: string
  readonly body: Uint8Array | string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  /** It may be sent again after a lost answer. */
  readonly isRepeatable: boolean
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number | undefined
  /** Called before each try; `isStale`: the token before was refused. */
  readonly token?: (isStale: boolean) => Promise<string>
}

const WAIT_FIRST_MS = 250
const WAIT_MOST_MS = 8_000
const ASKED_MOST_MS = 60_000
const PASSING = new Set([429, 500, 502, 503, 504])

/** The successful answer. Throws VezneError, ConnectionError, or the signal's reason. */
export const send = async (transport: Transport, sending: Sending): Promise<Response> => {
  let isTokenStale = false
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(transport, sending, isTokenStale)
    if (outcome instanceof Response) return outcome
    const isLast = tried >= transport.retries
    const isRefusedToken = outcome instanceof VezneError && outcome.status === 401 && sending.token !== undefined
    if (isRefusedToken && !isTokenStale) {
      isTokenStale = true
      continue
    }
    if (isLast || !mayHelp(outcome, sending.isRepeatable)) throw outcome
    await transport.wait(waitFor(outcome, tried, transport.random()), sending.signal)
  }
}

const attempt = async (
  transport: Transport,
  sending: Sending,
  isTokenStale: boolean,
): Promise<Response | VezneError | ConnectionError> => {
  const { method, url, body, requestId, idempotencyKey, signal } = sending
  const token = await sending.token?.(isTokenStale)
  const timeout = AbortSignal.timeout(sending.timeoutMs ?? transport.timeoutMs)
  try {
    const answer = await transport.fetch(url, {
      method,
      headers: {
        ...sending.headers,
        'x-request-id': requestId,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    })
    // The body is part of the answer: it may be lost on its way as well.
    const bytes = await answer.arrayBuffer()
    const { status, headers } = answer
    if (status < 400) return new Response(status === 204 ? null : bytes, { status, headers })
    return await problemOf(new Response(bytes, { status, headers }), requestId)
  } catch (error) {
    signal?.throwIfAborted()
    const what = timeout.aborted ? 'no answer in time' : 'no answer'
    return new ConnectionError(`${method} ${url}: ${what}`, requestId, idempotencyKey, error)
  }
}

/** 429 says that nothing was done; after anything else only what is safe to repeat is repeated. Who is to wait long is told, not kept. */
const mayHelp = (outcome: VezneError | ConnectionError, isRepeatable: boolean): boolean => {
  if (outcome instanceof ConnectionError) return isRepeatable
  if ((outcome.retryAfter ?? 0) * 1_000 > ASKED_MOST_MS) return false
  return PASSING.has(outcome.status) && (isRepeatable || outcome.status === 429)
}

/** What the service asks for, else longer each time; with jitter, so that clients do not come back together. */
const waitFor = (outcome: VezneError | ConnectionError, tried: number, random: number): number => {
  const asked = outcome instanceof VezneError ? outcome.retryAfter : undefined
  if (asked !== undefined) return asked * 1_000 + random * WAIT_FIRST_MS
  return Math.min(WAIT_FIRST_MS * 2 ** tried, WAIT_MOST_MS) * (0.5 + random / 2)
}

const problemOf = async (answer: Response, requestId: string): Promise<VezneError> => {
  const correlation_id = answer.headers.get('x-correlation-id') ?? requestId
  const after = answer.headers.get('retry-after')
  const retryAfter = after !== null && /^\d+$/.test(after) ? Number(after) : answer.status === 429 ? 1 : undefined
  try {
    const problem = (await answer.json()) as Partial<Problem> | null
    if (typeof problem?.code === 'string')
      return new VezneError(
        { ...(problem as Problem), correlation_id: problem.correlation_id ?? correlation_id },
        retryAfter,
      )
  } catch {
    // A proxy on the way answers what it likes.
  }
  const detail = 'The answer is no problem document: it came from something between here and the service'
  const { status } = answer
  return new VezneError(
    { type: 'about:blank', title: 'Unknown', status, code: 'unknown', detail, correlation_id },
    retryAfter,
  )
}
