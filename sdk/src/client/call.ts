/** One call: it is sent, awaited, and sent again with the same key if that is safe and may help. */
import type { Problem } from '../generated/cards.ts'
import { ConnectionError, VezneError } from './errors.ts'

export interface CallOptions {
  /** By default every POST gets a new one. A repeat with the same key within 24 hours has no second effect. */
  readonly idempotencyKey?: string
  /** Correlation id of this call, a uuid; by default a new one. */
  readonly requestId?: string
  readonly signal?: AbortSignal
  /** Timeout of each attempt in ms; by default the client's. */
  readonly timeoutMs?: number
  /** Merchant of this call, instead of the client's. */
  readonly merchantId?: string
  readonly externalMerchantId?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A pause before a call, or the request for its token, is sent again. */
export interface Waiting {
  /** Length of the pause in ms. */
  readonly ms: number
  readonly method: string
  readonly url: string
  /** The request for the access token is being repeated, on which all calls of the client depend. */
  readonly isToken: boolean
  /** The failure of the last attempt; `error.code` is rate_limit_exceeded if a limit is used up. */
  readonly error: VezneError | ConnectionError
}

/** The client's settings, with defaults filled in. */
export interface Transport {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retries: number
  /** Ends early, with the signal's reason, if the signal is aborted. */
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
  /** The request may be sent again after a lost response. */
  readonly isRepeatable: boolean
  /** The request is for an access token. */
  readonly isToken?: boolean
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number | undefined
  /** Called before each attempt; `isStale` means that the previous token was refused. */
  readonly token?: (isStale: boolean) => Promise<string>
}

const WAIT_FIRST_MS = 250
const WAIT_MOST_MS = 8_000
const ASKED_MOST_MS = 60_000
const PASSING = new Set([429, 500, 502, 503, 504])
/**
 * Codes of a 401 about the token. Any other 401 concerns the call's own content, such as a password, and each attempt
 * counts.
 */
const TOKEN_REFUSED = new Set(['invalid_token', 'token_expired'])

/**
 * Returns what was received: a JSON value, the bytes of a file, or undefined. Throws VezneError, ConnectionError, or
 * the signal's reason.
 */
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
    // The body is part of the response, and may be lost on its way as well.
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return isOfService(answer) ? { value: readValue(answer, bytes) } : toProblem(answer, bytes, sending)
  } catch (error) {
    signal?.throwIfAborted()
    const what = timeout.aborted ? 'no answer in time' : 'no answer'
    return new ConnectionError(`${method} ${url}: ${what}`, requestId, idempotencyKey, error)
  }
}

/**
 * A failure to get the token ends the call, of which an earlier attempt may have been accepted, so the error contains
 * its key.
 */
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

/** A proxy in between may return a page or a redirect; only responses with the service's mark come from the service. */
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
 * Returns whether a repeat may help. 429 means that nothing was done; after any other failure only what is safe to
 * repeat is repeated. A long wait is left to the caller. `mayRun`: the response of an earlier attempt was lost, so that
 * attempt may be the one that is using the key.
 */
const mayHelp = (outcome: VezneError | ConnectionError, isRepeatable: boolean, mayRun: boolean): boolean => {
  if (outcome instanceof ConnectionError) return isRepeatable
  if ((outcome.retryAfter ?? 0) * 1_000 > ASKED_MOST_MS) return false
  if (outcome.code === 'idempotency_key_in_use') return mayRun
  return PASSING.has(outcome.status) && (isRepeatable || outcome.status === 429)
}

/**
 * Returns what the service asks for, otherwise longer each time; with jitter, so that clients do not return together.
 */
const waitFor = (outcome: VezneError | ConnectionError, tried: number, random: number): number => {
  const asked = outcome instanceof VezneError ? outcome.retryAfter : undefined
  if (asked !== undefined) return asked * 1_000 + random * WAIT_FIRST_MS
  return Math.min(WAIT_FIRST_MS * 2 ** tried, WAIT_MOST_MS) * (0.5 + random / 2)
}

const toProblem = (
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

/** Returns an empty object if it is not one of our problem documents. */
const readProblem = (bytes: Uint8Array, status: number): Partial<Problem> => {
  try {
    const problem = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Problem> | null
    if (typeof problem?.code === 'string' && problem.status === status) return problem
  } catch {
    // A proxy in between may return anything.
  }
  return {}
}
