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

/** A pause before a call, or the request for its token, is sent again. */
export interface Waiting {
  /** How long, ms. */
  readonly ms: number
  readonly method: string
  readonly url: string
  /** It is the access token that is waited for, on which all calls of the client depend. */
  readonly isToken: boolean
  /** What came instead of an answer: `error.code` is rate_limit_exceeded where a limit is used up. */
  readonly error: VezneError | ConnectionError
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
  readonly onWait: (waiting: Waiting) => void
}

export interface Sending {
  readonly method: string
  readonly url: string
  readonly body: Uint8Array | string | undefined
  readonly headers: Headers
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  /** It may be sent again after a lost answer. */
  readonly isRepeatable: boolean
  /** It asks for an access token. */
  readonly isToken?: boolean
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number | undefined
  /** Called before each try; `isStale`: the token before was refused. */
  readonly token?: (isStale: boolean) => Promise<string>
}

const WAIT_FIRST_MS = 250
const WAIT_MOST_MS = 8_000
const ASKED_MOST_MS = 60_000
const PASSING = new Set([429, 500, 502, 503, 504])
/** Of 401: anything else is about what the call itself brought, such as a password, which counts each time. */
const TOKEN_REFUSED = new Set(['invalid_token', 'token_expired'])

/** What came: a JSON value, the bytes of a file, or undefined. Throws VezneError, ConnectionError, or the signal's reason. */
export const send = async (transport: Transport, sending: Sending): Promise<unknown> => {
  let isTokenStale = false
  let isRenewed = false
  let mayRun = false
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(transport, sending, isTokenStale)
    if (!(outcome instanceof Error)) return outcome.value
    const isRefusedToken = outcome instanceof VezneError && TOKEN_REFUSED.has(outcome.code)
    isTokenStale = isRefusedToken && sending.token !== undefined && !isRenewed
    if (isTokenStale) {
      isRenewed = true
      continue
    }
    if (tried >= transport.retries || !mayHelp(outcome, sending.isRepeatable, mayRun)) throw outcome
    mayRun ||= outcome instanceof ConnectionError || outcome.status >= 500
    const ms = waitFor(outcome, tried, transport.random())
    const { method, url, isToken = false } = sending
    transport.onWait({ ms, method, url, isToken, error: outcome })
    await transport.wait(ms, sending.signal)
  }
}

interface Answered {
  readonly value: unknown
}

const attempt = async (
  transport: Transport,
  sending: Sending,
  isTokenStale: boolean,
): Promise<Answered | VezneError | ConnectionError> => {
  const { method, url, body, requestId, idempotencyKey, signal } = sending
  const headers = new Headers(sending.headers)
  headers.set('x-request-id', requestId)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const token = await tokenFor(sending, isTokenStale)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const timeout = AbortSignal.timeout(sending.timeoutMs ?? transport.timeoutMs)
  try {
    const answer = await transport.fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    })
    // The body is part of the answer: it may be lost on its way as well.
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return isOfService(answer) ? { value: readValue(answer, bytes) } : problemOf(answer, bytes, sending)
  } catch (error) {
    signal?.throwIfAborted()
    const what = timeout.aborted ? 'no answer in time' : 'no answer'
    return new ConnectionError(`${method} ${url}: ${what}`, requestId, idempotencyKey, error)
  }
}

/** What stops the token stops the call, of which a try before may have been taken: its key stays known. */
const tokenFor = async (
  { token, signal, method, url, requestId, idempotencyKey }: Sending,
  isStale: boolean,
): Promise<string | undefined> => {
  if (token === undefined) return undefined
  try {
    return await unlessAborted(token(isStale), signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof VezneError) throw new VezneError(error.problem, error.retryAfter, idempotencyKey)
    if (!(error instanceof ConnectionError)) throw error
    throw new ConnectionError(`${method} ${url}: no token`, requestId, idempotencyKey, error)
  }
}

const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A proxy on the way may answer with a page or send elsewhere; of the service only answers with its mark do that. */
const isOfService = ({ status, headers }: Response): boolean =>
  status >= 200 &&
  (status < 300
    ? !headers.get('content-type')?.startsWith('text/html')
    : status < 400 && headers.has('x-correlation-id'))

const readValue = ({ headers }: Response, bytes: Uint8Array): unknown => {
  if (headers.get('content-type')?.includes('json')) return JSON.parse(new TextDecoder().decode(bytes))
  return bytes.length === 0 ? undefined : bytes
}

/**
 * 429 says that nothing was done; after anything else only what is safe to repeat is repeated. Who is to wait long is told, not
 * kept. `mayRun`: the answer of a try before was lost, and that try may be what the key is in use by.
 */
const mayHelp = (outcome: VezneError | ConnectionError, isRepeatable: boolean, mayRun: boolean): boolean => {
  if (outcome instanceof ConnectionError) return isRepeatable
  if ((outcome.retryAfter ?? 0) * 1_000 > ASKED_MOST_MS) return false
  if (outcome.code === 'idempotency_key_in_use') return mayRun
  return PASSING.has(outcome.status) && (isRepeatable || outcome.status === 429)
}

/** What the service asks for, else longer each time; with jitter, so that clients do not come back together. */
const waitFor = (outcome: VezneError | ConnectionError, tried: number, random: number): number => {
  const asked = outcome instanceof VezneError ? outcome.retryAfter : undefined
  if (asked !== undefined) return asked * 1_000 + random * WAIT_FIRST_MS
  return Math.min(WAIT_FIRST_MS * 2 ** tried, WAIT_MOST_MS) * (0.5 + random / 2)
}

const problemOf = (
  { status, headers }: Response,
  bytes: Uint8Array,
  { requestId, idempotencyKey }: Sending,
): VezneError => {
  const after = headers.get('retry-after')
  const retryAfter = after !== null && /^\d+$/.test(after) ? Number(after) : status === 429 ? 1 : undefined
  const known = {
    type: 'about:blank',
    title: 'Unknown',
    status,
    code: 'unknown',
    detail: 'The answer is no problem document: it came from something between here and the service',
    correlation_id: headers.get('x-correlation-id') ?? requestId,
  }
  return new VezneError({ ...known, ...readProblem(bytes, status) }, retryAfter, idempotencyKey)
}

/** Empty where it is none of ours. */
const readProblem = (bytes: Uint8Array, status: number): Partial<Problem> => {
  try {
    const problem = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Problem> | null
    if (typeof problem?.code === 'string' && problem.status === status) return problem
  } catch {
    // A proxy on the way answers what it likes.
  }
  return {}
}
