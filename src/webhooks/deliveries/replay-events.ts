/** Queues the events of a stretch of time for one subscription once more. */
import { type IdSpan, newId, ZERO_ID } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'

/** In one call: each takes turns with other replays of its event, and each waits in memory of nobody. */
export const REPLAYED_MAX = 500

interface ReplayRequest {
  readonly tenantId: string
  readonly subscriptionId: string
  readonly activation: number
  /** Attempts that became due in it, oldest first. */
  readonly span: IdSpan
  /** The last attempt that an earlier call looked at. */
  readonly after: string | undefined
  readonly eventTypes: readonly string[] | undefined
  /** Also what the subscriber has received. */
  readonly withDelivered: boolean
  readonly now: Date
}

export interface Replayed {
  readonly queued: number
  /** Received, waiting already, or no longer kept. */
  readonly skipped: number
  /** The last attempt that was looked at, where there are more behind it. */
  readonly next: string | null
}

export const replayEvents = async (tx: Tx, request: ReplayRequest): Promise<Replayed> => {
  const found = await findAttempts(tx, request)
  const taken = found.slice(0, REPLAYED_MAX)
  const events = [...new Map(taken.map((one) => [`${one.resource_id} ${one.sequence}`, one])).values()]
  if (events.length > 0) await lockReplays(tx, request, events)
  const queued = events.length === 0 ? 0 : await insertReplays(tx, request, events)
  return { queued, skipped: events.length - queued, next: found.length > REPLAYED_MAX ? taken.at(-1)!.id : null }
}

interface Attempt {
  id: string
  resource_id: string
  sequence: number
}

/**
 * Of each event the first attempt of the stretch that failed; or the very first one. Replays are no attempts of their own: what they made while
 * one goes from call to call would be found behind the others, for ever where the subscriber stays away.
 */
const findAttempts = (tx: Tx, { tenantId, subscriptionId, span, after, eventTypes, withDelivered }: ReplayRequest) =>
  tx.query<Attempt>(
    `select id, resource_id, sequence from webhook_deliveries d
      where tenant_id = $1 and subscription_id = $2 and id >= $3 and id < $4 and id > coalesce($7::uuid, '${ZERO_ID}')
        and state <> 'waiting' and state <> 'dropped' and not is_replay
        and ${withDelivered ? 'attempt_number = 1' : FIRST_FAILED} and ($5::text[] is null or event_type = any($5))
      order by tenant_id, subscription_id, id limit $6`,
    [tenantId, subscriptionId, span.from, span.before, eventTypes ?? null, REPLAYED_MAX + 1, after ?? null],
  )

const FIRST_FAILED = `state = 'failed' and not exists (
  select from webhook_deliveries f
   where ${joinByKey('f', { tenant_id: 'd.tenant_id', resource_id: 'd.resource_id', sequence: 'd.sequence', subscription_id: 'd.subscription_id' })}
     and f.attempt_number < d.attempt_number and f.id >= $3 and f.state = 'failed' and not f.is_replay)`

/** Spelt as that of one replay (delivery-store.ts), and in one order. */
const lockReplays = (tx: Tx, { tenantId, subscriptionId }: ReplayRequest, events: readonly Attempt[]) =>
  tx.query(
    `select pg_advisory_xact_lock(hashtextextended(name, 0)) from (select name from unnest($1::text[]) as n (name) order by 1 offset 0) as names`,
    [events.map((each) => `replay ${tenantId} ${each.resource_id} ${each.sequence} ${subscriptionId}`)],
  )

/** In the order of the events: each is due a microsecond behind the last. */
const insertReplays = (tx: Tx, request: ReplayRequest, events: readonly Attempt[]): Promise<number> =>
  tx.execute(
    `insert into webhook_deliveries
       (tenant_id, resource_id, sequence, subscription_id, attempt_number, id, event_type, activation, state, is_replay, due_at)
     select $1::uuid, k.resource_id, k.sequence, $2::uuid, a.last + 1, k.id, e.type, $6::int, 'waiting', true,
         $7::timestamptz - make_interval(secs => ($9::bigint - k.place) / 1000000.0)
       from unnest($3::uuid[], $4::int[], $5::uuid[]) with ordinality as k (resource_id, sequence, id, place)
       join events e on ${joinByKey('e', { tenant_id: '$1::uuid', resource_id: 'k.resource_id', sequence: 'k.sequence' })}
       cross join lateral (
         select max(d.attempt_number) as last, bool_or(d.state = 'waiting') as waits, bool_or(d.state = 'delivered') as is_received
           from webhook_deliveries d
          where ${joinByKey('d', { tenant_id: '$1::uuid', resource_id: 'k.resource_id', sequence: 'k.sequence', subscription_id: '$2::uuid' })}) as a
      where a.last is not null and not a.waits and ($8::boolean or not a.is_received)`,
    [
      request.tenantId,
      request.subscriptionId,
      events.map((each) => each.resource_id),
      events.map((each) => each.sequence),
      events.map(() => newId(request.now.getTime())),
      request.activation,
      request.now,
      request.withDelivered,
      events.length,
    ],
  )
