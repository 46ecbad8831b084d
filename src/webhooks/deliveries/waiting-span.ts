/** Bounds of the days in which deliveries wait, so that claims read only these, usually three days instead of forty. */
import { idAt, LAST_ID, ZERO_ID } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'

/** Ids of deliveries that may be due lie between these bounds. */
export interface WaitingSpan {
  readonly first: string
  readonly last: string
}

/** No process's clock differs more than this from ours. */
const DAY_MS = 86_400_000
/** The oldest day with waiting deliveries is searched again after this time. */
const KNOWN_MS = 60_000

/**
 * Returns the begin of the oldest day with waiting deliveries; undefined if nothing waits. It searches day by day, and
 * missing days are searched, too.
 */
const findOldestDay = async (tx: Tx): Promise<string | undefined> => {
  const [oldest] = await tx.query<{ first_id: string }>(
    `with bound as (
       select first_key_at(begins) as id from partitions where table_name = 'webhook_deliveries' and begins is not null
       union select first_key_at(ends) from partitions where table_name = 'webhook_deliveries'
       union select '${ZERO_ID}'::uuid)
     select span.id as first_id from (select id, lead(id, 1, '${LAST_ID}') over (order by id) as before from bound) as span
      cross join lateral (
        select 1 from webhook_deliveries d where d.state = 'waiting' and d.id >= span.id and d.id < span.before
         order by d.tenant_id, d.subscription_id, d.due_at limit 1) as waiting
      order by 1 limit 1`,
  )
  return oldest?.first_id
}

export interface WaitingSpans {
  now(): Promise<WaitingSpan>
  /** Discards the bounds, because the clock was moved. */
  forget(): void
}

/** A waiting delivery has an id of the last day, or of a day that was found to have waiting deliveries. */
export const createWaitingSpans = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>): WaitingSpans => {
  let lastLook: { readonly at: number; readonly oldest: Promise<string | undefined> } | undefined
  return {
    async now() {
      if (lastLook === undefined || performance.now() > lastLook.at + KNOWN_MS) {
        const oldest = db.transaction({ as: 'platform' }, findOldestDay)
        lastLook = { at: performance.now(), oldest }
        oldest.catch(() => {
          lastLook = undefined
        })
      }
      const oldest = await lastLook.oldest
      const first = idAt(clock.ms() - DAY_MS, 'first')
      return { first: oldest !== undefined && oldest < first ? oldest : first, last: idAt(clock.ms() + DAY_MS, 'last') }
    },
    forget() {
      lastLook = undefined
    },
  }
}
