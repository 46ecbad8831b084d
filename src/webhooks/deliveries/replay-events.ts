/** Queues the events of a period for one subscription again. */
import { type IdSpan, newId, ZERO_ID } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { sql } from '../../infra/database/statements/sql.ts'

/** Limit per call: each replay waits for other replays of its event, and none is held in memory. */
export const REPLAYED_MAX = 500

interface ReplayRequest {
  readonly tenantId: string
  readonly subscriptionId: string
  readonly activation: number
  /** Period in which the attempts became due; they are replayed oldest first. */
  readonly span: IdSpan
  /** The last attempt that an earlier call examined. */
  readonly after: string | undefined
  readonly eventTypes: readonly string[] | undefined
  /** Includes events the subscriber has already received. */
  readonly withDelivered: boolean
  readonly now: Date
}

export interface Replayed {
  readonly queued: number
  /** Events that were received, are already waiting, or are no longer stored. */
  readonly skipped: number
  /** The last attempt that was examined, if more follow. */
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
 * Finds for each event the first failed attempt of the period, or its very first attempt. Attempts made by replays are
 * excluded: otherwise those created while a caller goes from call to call would be found after the others, indefinitely
 * if the subscriber stays unavailable.
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

/** Uses the same lock name as a single replay (delivery-store.ts), in one order. */
const lockReplays = (tx: Tx, { tenantId, subscriptionId }: ReplayRequest, events: readonly Attempt[]) =>
  tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from (select name from unnest(${events.map((each) => `replay ${tenantId} ${each.resource_id} ${each.sequence} ${subscriptionId}`)}::text[]) as n (name) order by 1 offset 0) as names`,
  )

/** Inserts replays in the order of the events, each due a microsecond after the previous one. */
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
