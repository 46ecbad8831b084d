/** Writes the results of attempts, and the next attempt of those that are retried, in one statement for many. */
import type { Statement } from '../../infra/database/database.ts'
import { constantOfRow, findBounds, inParts, joinByKey } from '../../infra/database/key-join.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { DeliveryState } from './delivery-states.ts'

export interface FinishedAttempt {
  claimed: ClaimedDelivery
  state: DeliveryState
  httpStatusCode: number | null
  durationMs: number
  errorMessage: string | null
  /** JSON */
  requestHeaders: string | null
  /** JSON */
  responseHeaders: string | null
  responseBody: string | null
  next: { id: string; dueAt: Date } | null
}

/**
 * Returns the ids it finished: after a lease has expired, the result of the process that now holds it takes precedence.
 */
export const buildFinishStatement = (attempts: readonly FinishedAttempt[]): Statement => {
  const each = <T>(of: (attempt: FinishedAttempt) => T): T[] => attempts.map(of)
  const ids = each(({ claimed }) => claimed.id)
  return {
    name: 'finish-deliveries',
    joinsByIndex: true,
    text: FINISH,
    values: [
      each(({ claimed }) => claimed.tenant_id),
      each(({ claimed }) => claimed.resource_id),
      each(({ claimed }) => claimed.sequence),
      each(({ claimed }) => claimed.subscription_id),
      each(({ claimed }) => claimed.attempt_number),
      each(({ claimed }) => claimed.lease_until),
      each(({ claimed }) => claimed.max_retry_count),
      each(({ claimed }) => claimed.url),
      each(({ state }) => state),
      each(({ httpStatusCode }) => httpStatusCode),
      each(({ durationMs }) => durationMs),
      each(({ errorMessage }) => errorMessage),
      each(({ requestHeaders }) => requestHeaders),
      each(({ responseHeaders }) => responseHeaders),
      each(({ responseBody }) => responseBody),
      each(({ next }) => next?.id ?? null),
      each(({ next }) => next?.dueAt ?? null),
      ids,
      ...findBounds(ids),
    ],
  }
}

/**
 * The bounds of the ids repeat the condition so that partitions are pruned before the statement begins; otherwise it
 * would open every day to write to one.
 */
const FINISH = `
  with ended as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::int[], $6::timestamptz[], $7::int[], $8::text[], $9::text[],
      $10::int[], $11::int[], $12::text[], $13::text[], $14::text[], $15::text[], $16::uuid[], $17::timestamptz[], $18::uuid[])
      as u (tenant_id, resource_id, sequence, subscription_id, attempt_number, lease_until, max_retry_count, url, state,
            http_status_code, duration_ms, error_message, request_headers, response_headers, response_body,
            next_id, next_due_at, id)
  ),
  finished as (
    update webhook_deliveries d
       set state = u.state, lease_until = null, max_retry_count = u.max_retry_count, url = u.url,
           http_status_code = u.http_status_code, duration_ms = u.duration_ms, error_message = u.error_message,
           request_headers = u.request_headers, response_headers = u.response_headers,
           response_body = u.response_body, next_retry_at = u.next_due_at
      from ended u
     where ${joinByKey('d', {
       tenant_id: 'u.tenant_id',
       resource_id: 'u.resource_id',
       sequence: 'u.sequence',
       subscription_id: 'u.subscription_id',
       attempt_number: 'u.attempt_number',
       id: 'u.id',
     })}
       and ${inParts('d.id', '$19', '$20')}
       and d.state = ${constantOfRow('waiting', 'u.tenant_id')} and d.lease_until = u.lease_until
    returning d.tenant_id, d.resource_id, d.sequence, d.subscription_id, d.attempt_number, d.id, d.event_type, d.activation,
      u.next_id, u.next_due_at
  ),
  next as (
    insert into webhook_deliveries
      (tenant_id, resource_id, sequence, subscription_id, attempt_number, id, event_type, activation, state, due_at)
    select tenant_id, resource_id, sequence, subscription_id, attempt_number + 1, next_id, event_type, activation, 'waiting',
           next_due_at
      from finished where next_id is not null
    on conflict do nothing
  )
  select id from finished`
