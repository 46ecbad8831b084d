/** One request and its response, within a budget that runs from the DNS query to the last byte. */
import type { Dispatcher } from 'undici'
import type { Phrase } from '../../core/phrases/phrase.ts'
import type { OutgoingConnection } from './connection.ts'
import type { ConnectionPool } from './outgoing-pool.ts'
import type { Resolve } from './resolve-target.ts'
import type { Target } from './target-url.ts'

export interface OutgoingRequest {
  method: 'POST' | 'GET' | 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Buffer
  /** From the first DNS query to the last byte of the response. */
  budgetMs: number
  /** Reading stops here; a longer response is a failure. */
  answerBytesMax: number
  /**
   * The request is written at most once: even a connection that turns out to be closed is not replaced. Used for
   * requests that move money.
   */
  isOnce?: boolean
  /**
   * Called with the connection open, right before the first byte is written. If it returns false, nothing is written.
   */
  mayDispatch?: () => boolean
  /** Ends the exchange before its budget is used up. */
  signal?: AbortSignal
}

export interface Exchange {
  /** Null if no response came. */
  status: number | null
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Bytes read of the response, at most `answerBytesMax`. */
  body: Buffer
  /** Why the exchange failed; null if a response, of whatever status, was read to its end. */
  fault: string | null
  /** The URL itself is refused, so no retry can succeed. */
  isFinal: boolean
  /** False if not one byte of the request has left this machine. */
  isSent: boolean
  /** The request was not sent because {@link OutgoingRequest.mayDispatch} returned false. */
  isTooOld?: boolean
  durationMs: number
}

type Answer = Pick<Exchange, 'status' | 'headers' | 'body' | 'fault' | 'isSent' | 'isTooOld'>
const NO_ANSWER: Answer = { status: null, headers: {}, body: Buffer.alloc(0), fault: null, isSent: false }

export const exchange = async (
  target: Target | { fault: Phrase },
  request: OutgoingRequest,
  resolve: Resolve,
  lines: ConnectionPool,
): Promise<Exchange> => {
  const start = performance.now()
  const done = (answer: Answer, isFinal = false): Exchange => ({
    ...answer,
    isFinal,
    durationMs: Math.round(performance.now() - start),
  })
  if ('fault' in target) return done({ ...NO_ANSWER, fault: String(target.fault) }, true)

  const late = Promise.withResolvers<never>()
  late.promise.catch(() => undefined)
  const timer = setTimeout(() => late.reject(new Late(request.budgetMs)), request.budgetMs)
  const stop = (): void => late.reject(new Stopped())
  request.signal?.addEventListener('abort', stop, { once: true })
  if (request.signal?.aborted) stop()
  try {
    const resolved = await Promise.race([resolve(target), late.promise])
    if ('fault' in resolved) return done({ ...NO_ANSWER, fault: String(resolved.fault) })
    const call = (isFresh: boolean) => onLine(lines, target, resolved.addresses, request, late.promise, isFresh)
    const first = await call(false)
    // The other side had closed an idle connection just as we wrote, so it never read this request.
    return done(first === 'stale' ? ((await call(true)) as Answer) : first)
  } catch (error) {
    return done({ ...NO_ANSWER, fault: toWords(error) })
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', stop)
  }
}

const onLine = async (
  lines: ConnectionPool,
  target: Target,
  addresses: readonly string[],
  request: OutgoingRequest,
  late: Promise<never>,
  isFresh: boolean,
): Promise<Answer | 'stale'> => {
  const line = lines.take(target, addresses, isFresh)
  const reading = new Reading(request.answerBytesMax, request.mayDispatch)
  late.catch((error) => reading.fail(error))
  line.dispatch(dispatchOf(target, request), reading)
  const answer = await reading.answer
  if (answer.fault === null) lines.keep(line, target, addresses)
  else lines.drop(line)
  return !request.isOnce && isStale(answer, reading, line) ? 'stale' : answer
}

const dispatchOf = ({ url }: Target, { method, headers, body }: OutgoingRequest): Dispatcher.DispatchOptions => ({
  method,
  path: `${url.pathname}${url.search}`,
  headers,
  body: body ?? null,
})

const isStale = (answer: Answer, reading: Reading, line: OutgoingConnection): boolean =>
  answer.fault !== null && answer.status === null && line.served > 0 && reading.isHungUp

/** Collects one response up to its limit; ends the exchange at the limit, on an error, or on timeout. */
class Reading implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>
  isHungUp = false
  readonly #resolve: (answer: Answer) => void
  readonly #bytesMax: number
  #status: number | null = null
  #headers: Exchange['headers'] = {}
  #chunks: Buffer[] = []
  #length = 0
  #isSent = false
  #isTooOld = false
  readonly #mayDispatch: (() => boolean) | undefined

  constructor(bytesMax: number, mayDispatch?: () => boolean) {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.answer = promise
    this.#resolve = resolve
    this.#bytesMax = bytesMax
    this.#mayDispatch = mayDispatch
  }
  /** Called with the connection open, before the first byte is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#isTooOld = this.#mayDispatch?.() === false
    if (this.#isTooOld) {
      controller.abort(new Error('too much time had passed to send it'))
      return
    }
    this.#isSent = true
  }
  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Exchange['headers']): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
  }
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#bytesMax - this.#length
    this.#chunks.push(chunk.subarray(0, room))
    this.#length += Math.min(chunk.length, room)
    if (chunk.length <= room) return
    this.fail(new Error(`the answer is longer than ${this.#bytesMax} bytes`))
    controller.abort(new Error('too long'))
  }
  onResponseEnd(): void {
    this.#finish(null)
  }
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.isHungUp = HUNG_UP.has((error as { code?: string }).code ?? '')
    this.fail(error)
  }
  fail(error: Error): void {
    this.#finish(toWords(error))
  }
  #finish(fault: string | null): void {
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      body: Buffer.concat(this.#chunks),
      fault,
      isSent: this.#isSent,
      isTooOld: this.#isTooOld,
    })
  }
}

class Late extends Error {
  constructor(budgetMs: number) {
    super(`no complete answer within ${budgetMs / 1000} seconds`)
  }
}

class Stopped extends Error {
  constructor() {
    super('the call was stopped')
  }
}

const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Returns the error's message; a connection tried at several addresses fails with one error for each. */
const toWords = (error: unknown): string => {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
  const words = message || errors?.map((each) => each.message).join('; ') || 'the connection failed'
  return code === undefined || words.includes(code) ? words : `${words} (${code})`
}
