/** Makes one attempt: signs the event's bytes with the current secrets, posts them, and returns the result. */

import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { Secret } from '../../core/secret.ts'
import type { Exchange, Outgoing } from '../../infra/outgoing/outgoing.ts'
import type { ClaimedDelivery } from '../deliveries/claim-deliveries.ts'
import { endOfAttempt } from '../deliveries/delivery-states.ts'
import type { FinishedAttempt } from '../deliveries/finish-attempts.ts'
import { RESPONSE_BYTES_MAX, toLoggedHeaders, toLoggedResponse } from '../deliveries/logged-exchange.ts'
import { signDelivery } from '../signing/sign-delivery.ts'
import { retryDelayMs } from '../subscriptions/retry-schedule.ts'

export interface AttemptContext {
  outgoing: Outgoing
  clock: Clock
  /** From the DNS query to the last byte of the response. */
  budgetMs: number
  /** Returns real time, because subscribers compare it with their own clock. */
  realMs: () => number
  /** Uniform in [0, 1). */
  random: () => number
}

export interface OpenedSecrets {
  current: Secret
  previous: Secret | null
}

export const attemptDelivery = async (
  { outgoing, budgetMs, realMs }: AttemptContext,
  claimed: ClaimedDelivery,
  secrets: OpenedSecrets,
): Promise<{ exchange: Exchange; headers: Record<string, string> }> => {
  const body = Buffer.from(claimed.body)
  const headers = buildHeaders(claimed, body, secrets, String(Math.floor(realMs() / 1_000)))
  const request = {
    method: 'POST',
    url: claimed.url,
    headers,
    body,
    budgetMs,
    answerBytesMax: RESPONSE_BYTES_MAX,
  } as const
  return { exchange: await outgoing.send(request), headers }
}

const buildHeaders = (
  claimed: ClaimedDelivery,
  body: Buffer,
  { current, previous }: OpenedSecrets,
  timestamp: string,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'payments-webhook/1.0',
  'X-Service-Event': claimed.event_type,
  'X-Service-Event-Id': claimed.event_id,
  'X-Service-Delivery-Id': claimed.id,
  'X-Service-Timestamp': timestamp,
  'X-Service-Signature': signDelivery(current, timestamp, body),
  ...(previous === null ? {} : { 'X-Service-Signature-Previous': signDelivery(previous, timestamp, body) }),
})

/**
 * A response of 2xx that was read to its end is a success; everything else is retried, except a URL that is refused by
 * its form.
 */
export const toFinishedAttempt = (
  context: Pick<AttemptContext, 'clock' | 'random'>,
  claimed: ClaimedDelivery,
  { exchange, headers }: { exchange: Exchange; headers: Record<string, string> },
): FinishedAttempt => {
  const { status, fault, isFinal, durationMs } = exchange
  const isDelivered = fault === null && status !== null && status >= 200 && status < 300
  return {
    claimed,
    state: endOfAttempt(isDelivered ? 'succeed' : 'fail'),
    httpStatusCode: status,
    durationMs,
    errorMessage: isDelivered ? null : maskCardNumbers(fault ?? `the subscriber answered ${status}`),
    requestHeaders: isFinal ? null : JSON.stringify({ Host: new URL(claimed.url).host, ...headers }),
    responseHeaders: status === null ? null : toLoggedHeaders(exchange.headers),
    responseBody: toLoggedResponse(exchange),
    next: isDelivered || isFinal ? null : scheduleNextAttempt(context, claimed),
  }
}

/** Fails an attempt without sending it again, because too many processes ended in the middle of it. */
export const toInterruptedAttempt = (
  context: Pick<AttemptContext, 'clock' | 'random'>,
  claimed: ClaimedDelivery,
): FinishedAttempt => ({
  claimed,
  state: endOfAttempt('fail'),
  httpStatusCode: null,
  durationMs: 0,
  errorMessage: `the attempt was interrupted ${claimed.crash_repeats} times`,
  requestHeaders: null,
  responseHeaders: null,
  responseBody: null,
  next: scheduleNextAttempt(context, claimed),
})

const scheduleNextAttempt = (
  { clock, random }: Pick<AttemptContext, 'clock' | 'random'>,
  { attempt_number, max_retry_count, is_replay }: ClaimedDelivery,
): FinishedAttempt['next'] => {
  const wait = is_replay ? null : retryDelayMs(attempt_number, max_retry_count, random())
  if (wait === null) return null
  const dueMs = clock.ms() + wait
  return { id: newId(dueMs), dueAt: new Date(dueMs) }
}
