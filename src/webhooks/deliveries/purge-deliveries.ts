/** Drops days of the delivery log that are older than 30 days; deliveries still waiting there are moved first. */
import { newId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Dropping, dropNext, emptyOthers } from '../../infra/database/partitions/drop-partitions.ts'
import type { ListsOfParts } from '../../infra/database/partitions/lists-of-parts.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { Runtime } from '../../infra/runtime.ts'

const TABLE = 'webhook_deliveries'
export const DELIVERIES_KEPT_DAYS = 30
const BATCH_ROWS = 1_000

/** Runs the purge. Each step is a separate transaction, so that the next run continues if this one is interrupted. */
export const purgeDeliveries = async (
  { db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>,
  lists: ListsOfParts,
): Promise<void> => {
  const dropping = { log, lists }
  while ((await db.transaction({ as: 'platform' }, (tx) => carryOver(tx, clock.ms()))) === BATCH_ROWS);
  for (;;) {
    const partition = await db.transaction({ as: 'platform' }, (tx) => dropDay(tx, dropping))
    if (partition === null) break
    log.info('partition.dropped', { partition })
  }
  const rows = await db.transaction({ as: 'platform' }, async (tx) =>
    (await someWait(tx)) ? 0 : emptyOthers(tx, TABLE, DELIVERIES_KEPT_DAYS, dropping),
  )
  if (rows > 0) log.info('partition.emptied', { table: TABLE, rows })
}

const CUT = `first_key_at(kept_from('${TABLE}', ${DELIVERIES_KEPT_DAYS}))`

type Waiting = Row<
  'webhook_deliveries',
  'tenant_id' | 'resource_id' | 'sequence' | 'subscription_id' | 'attempt_number' | 'id'
>

/**
 * Moves waiting deliveries and returns how many there were; those being sent are left. A new id places a delivery in a
 * new day, and the order among them is kept.
 */
const carryOver = async (tx: Tx, nowMs: number): Promise<number> => {
  const rows = await tx.query<Waiting>(
    `select tenant_id, resource_id, sequence, subscription_id, attempt_number, id from ${TABLE}
      where state = 'waiting' and id < ${CUT} and (lease_until is null or lease_until < clock_timestamp())
      order by tenant_id, subscription_id, due_at limit ${BATCH_ROWS} for update skip locked`,
  )
  const of = <Name extends keyof Waiting>(name: Name): Waiting[Name][] => rows.map((row) => row[name])
  await tx.execute(
    sql`update webhook_deliveries d set id = u.new_id
       from unnest(${of('tenant_id')}::uuid[], ${of('resource_id')}::uuid[], ${of('sequence')}::int[], ${of('subscription_id')}::uuid[], ${of('attempt_number')}::int[], ${of('id')}::uuid[], ${rows.map(() => newId(nowMs))}::uuid[])
         as u (tenant_id, resource_id, sequence, subscription_id, attempt_number, id, new_id)
      where d.tenant_id = u.tenant_id and d.resource_id = u.resource_id and d.sequence = u.sequence
        and d.subscription_id = u.subscription_id and d.attempt_number = u.attempt_number and d.id = u.id`,
  )
  return rows.length
}

const someWait = async (tx: Tx): Promise<boolean> =>
  (await tx.query(`select 1 from ${TABLE} where state = 'waiting' and id < ${CUT} limit 1`)).length > 0

/** Returns null if no day is old enough, or something in it is being sent or cannot be seen. */
const dropDay = async (tx: Tx, dropping: Dropping): Promise<string | null> =>
  (await someWait(tx)) ? null : dropNext(tx, { name: TABLE, referredFrom: null }, DELIVERIES_KEPT_DAYS, dropping)
