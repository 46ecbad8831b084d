/** A month in the archive: its parts in the database, its state, its folder, and the data that still needs it in the database. */
import { ZERO_ID } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { ServerClient } from '../../infra/database/server-connection.ts'
import { findMovingTenants } from '../../infra/database/shards/hidden-tenants.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { UsageError } from '../command.ts'

export interface Archive {
  readonly runtime: Pick<Runtime, 'db' | 'sealer' | 'clock'>
  /** Connection of the owner of the schema. */
  readonly owner: ServerClient
  /** Holds a folder a month. */
  readonly folder: string
  /** Called after each step. */
  readonly step: (name: string) => void | Promise<void>
}

export interface Month {
  /** Last month of the period, as people write it: 2026-05. */
  readonly label: string
  readonly begins: Date | null
  readonly ends: Date
  readonly firstId: string
  readonly beforeId: string
  /** Tables with a part of it here. */
  readonly here: readonly string[]
  /** Tables that were taken out. */
  readonly taken: readonly string[]
  readonly state: 'writing' | 'verified' | 'out' | 'coming' | 'loaded' | 'back' | null
  readonly manifest: string | null
  /** True if some table has an older part. */
  readonly isOldest: boolean
  readonly isOld: boolean
}

/** Whole months that have to pass before a month may be taken out: until then payments are refunded and disputed. */
const MONTHS_AT_HAND = 13

/** Oldest first. Runs across tenants. */
export const findMonths = (tx: Tx): Promise<Month[]> =>
  tx.query<Month>(
    sql`select to_char((ends - interval '1 day') at time zone 'Europe/Istanbul', 'YYYY-MM') as label, m.begins, ends, here,
        coalesce(first_key_at(m.begins), '${rawSql(ZERO_ID)}') as "firstId", first_key_at(ends) as "beforeId",
        coalesce(a.tables, '{}') as taken, a.state, a.manifest,
        not exists (select from partitions p where p.table_name = any (here) and p.ends < m.ends) as "isOldest",
        ends <= month_start(retention_time(), -${MONTHS_AT_HAND}::int) as "isOld"
       from (
         select coalesce(h.ends, a.ends) as ends, coalesce(h.begins, a.begins) as begins, coalesce(here, '{}') as here
           from (select p.ends, max(p.begins) as begins, array_agg(p.table_name order by p.table_name) as here
                   from partitions p join divided_tables d on d.name = p.table_name and d.part = 'month' group by p.ends) h
           full join archived_months a using (ends)) as m
       left join archived_months a using (ends) order by ends`,
  )

export const requireMonth = async ({ runtime }: Pick<Archive, 'runtime'>, label: string): Promise<Month> => {
  const months = await runtime.db.transaction({ as: 'platform' }, findMonths)
  const month = months.find((each) => each.label === label)
  if (month === undefined) throw new UsageError(`there is no month ${label}; vezne archive list says which there are`)
  return month
}

/**
 * Call it in each transaction that reads rows of all tenants or exchanges their parts: files would lack a tenant that is
 * hidden while it moves.
 */
export const refuseMovingTenants = async (tx: Tx): Promise<void> => {
  const moves = await describeMoves(tx)
  if (moves.length > 0) throw new UsageError(`${moves.join()}: end it first; nothing was taken out or brought back`)
}

const describeMoves = async (tx: Tx): Promise<string[]> => {
  const tenants = await findMovingTenants(tx)
  if (tenants.length === 0) return []
  return [`the move of ${tenants.join(', ')} to another shard has not ended (vezne tenant move)`]
}

/** Returns reasons in words: a tenant that moves, and work on money of the month that has not ended. */
export const findOpenWork = async (tx: Tx, { firstId, beforeId }: Month): Promise<string[]> => {
  const found = await describeMoves(tx)
  for (const [what, sql] of OPEN_WORK) {
    const [row] = await tx.query<{ n: number; example: string | null }>(
      `select count(*)::int as n, min(id::text) as example from (${sql}) as open`,
      [firstId, beforeId],
    )
    if (row !== undefined && row.n > 0) found.push(`${row.n} ${what}, such as ${row.example}`)
  }
  return found
}

const OPEN_WORK: readonly (readonly [what: string, sql: string])[] = [
  [
    'payments that are not over',
    `select id from payments where tenant_id is not null and id >= $1 and id < $2
       and (next_inquiry_at is not null or status = 'created' or status like '%processing')`,
  ],
  [
    'captures, voids or refunds that are not over',
    `select id from payment_operations where tenant_id is not null and payment_id >= $1 and payment_id < $2
       and (status = 'processing' or next_inquiry_at is not null)`,
  ],
  [
    'transfers that are not over',
    `select id from transfers where tenant_id is not null and id >= $1 and id < $2
       and (status in ('pending', 'approved', 'processing', 'delivered') or next_step_at is not null or reserved > 0)`,
  ],
  [
    'chargebacks that are not decided',
    `select payment_id as id from chargebacks where tenant_id is not null and status in ('opened', 'disputed')
       and payment_id >= $1 and payment_id < $2`,
  ],
  [
    'open fraud alerts',
    `select check_id as id from fraud_alerts where tenant_id is not null and status = 'open' and check_id >= $1 and check_id < $2`,
  ],
  [
    'deliveries that wait',
    `select resource_id as id from webhook_deliveries
      where tenant_id is not null and state = 'waiting' and resource_id >= $1 and resource_id < $2`,
  ],
]
