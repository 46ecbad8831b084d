/** One attempt: signs the event's bytes with the secrets of the moment, posts them, and says how it ended. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { Secret } from '../../core/secret.ts'
import type { Exchange, Outgoing } from '../../infra/outgoing/outgoing.ts'
import { ANSWER_BYTES_MAX, answerText, headersText } from '../deliveries/logged-exchange.ts'
import type { Claimed } from '../deliveries/claim-deliveries.ts'
import type { Finished } from '../deliveries/finish-attempts.ts'
import { retryWaitMs } from './retry-schedule.ts'
import { sign } from '../signing/sign-delivery.ts'

export interface AttemptContext {
  outgoing: Outgoing
  clock: Clock
  /** From the DNS question to the last byte of the answer. */
  budgetMs: number
  /** Real time: subscribers compare it with their own watch. */
  realMs: () => number
  /** Uniform in [0, 1). */
  draw: () => number
}

export interface OpenSecrets {
  current: Secret
  previous: Secret | null
}

export const attemptDelivery = async (
  { outgoing, budgetMs, realMs }: AttemptContext,
  claimed: Claimed,
  secrets: OpenSecrets,
): Promise<{ exchange: Exchange; headers: Record<string, string> }> => {
  const body = Buffer.from(claimed.body)
  const headers = headersOf(claimed, body, secrets, String(Math.floor(realMs() / 1_000)))
  const request = {
    method: 'POST',
    url: claimed.url,
    headers,
    body,
    budgetMs,
    answerBytesMax: ANSWER_BYTES_MAX,
  } as const
  return { exchange: await outgoing.send(request), headers }
}

const headersOf = (
  claimed: Claimed,
  body: Buffer,
  { current, previous }: OpenSecrets,
  timestamp: string,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'payments-webhook/1.0',
  'X-Service-Event': claimed.event_type,
  'X-Service-Event-Id': claimed.event_id,
  'X-Service-Delivery-Id': claimed.id,
  'X-Service-Timestamp': timestamp,
  'X-Service-Signature': sign(current, timestamp, body),
  ...(previous === null ? {} : { 'X-Service-Signature-Previous': sign(previous, timestamp, body) }),
})

/** Success is 2xx, read to its end; all else takes the ladder, but for a URL that is refused by its form. */
export const finishedBy = (
  context: Pick<AttemptContext, 'clock' | 'draw'>,
  claimed: Claimed,
  { exchange, headers }: { exchange: Exchange; headers: Record<string, string> },
): Finished => {
  const { status, fault, isFinal, durationMs } = exchange
  const isDelivered = fault === null && status !== null && status >= 200 && status < 300
  return {
    claimed,
    state: isDelivered ? 'delivered' : 'failed',
    httpStatusCode: status,
    durationMs,
    errorMessage: isDelivered ? null : maskCardNumbers(fault ?? `the subscriber answered ${status}`),
    requestHeaders: isFinal ? null : JSON.stringify({ Host: new URL(claimed.url).host, ...headers }),
    responseHeaders: status === null ? null : headersText(exchange.headers),
    responseBody: answerText(exchange),
    next: isDelivered || isFinal ? null : nextAttempt(context, claimed),
  }
}

/** Too many processes ended in the middle of this attempt: it counts as failed without being sent once more. */
export const finishedByCrashes = (context: Pick<AttemptContext, 'clock' | 'draw'>, claimed: Claimed): Finished => ({
  claimed,
  state: 'failed',
  httpStatusCode: null,
  durationMs: 0,
  errorMessage: `the attempt was interrupted ${claimed.crash_repeats} times`,
  requestHeaders: null,
  responseHeaders: null,
  responseBody: null,
  next: nextAttempt(context, claimed),
})

const nextAttempt = (
  { clock, draw }: Pick<AttemptContext, 'clock' | 'draw'>,
  { attempt_number, max_retry_count, is_replay }: Claimed,
): Finished['next'] => {
  const wait = is_replay ? null : retryWaitMs(attempt_number, max_retry_count, draw())
  if (wait === null) return null
  const dueMs = clock.ms() + wait
  return { id: newId(dueMs), dueAt: new Date(dueMs) }
}
