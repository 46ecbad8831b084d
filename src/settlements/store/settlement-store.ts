/** SQL of settlements, one function per statement. */
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { PageRequest } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, ifGiven, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { updateTable } from '../../infra/database/statements/write-rows.ts'
import type { SettlementRow } from '../model/settlement-row.ts'
import type { SettlementFilters } from './settlement-schemas.ts'

const COLUMNS = sql`tenant_id, id, merchant_id, period_start, period_end, bank_code, currency, gross_amount, refund_amount, bank_commission,
  platform_commission, net_amount, transaction_count, refund_count, status, settled_at, bank_reference, notes, reconciliation_id,
  configuration_id, chargeback_amount, bank_tax, platform_tax, adjustment_amount, reserve_amount, reserve_until, reserve_released,
  carried_in, payout_amount, carried_out, value_dates, is_correction, event_count, completed_at, stated_by, created_by, created, last_modified`

export const insertSettlements = (tx: Tx, rows: readonly SettlementRow[]): Promise<number> => {
  const documents = rows.map((row) => ({
    ...row,
    settled_at: isoTimeOrNull(row.settled_at),
    completed_at: isoTimeOrNull(row.completed_at),
    created: isoTime(row.created),
    last_modified: isoTime(row.last_modified),
  }))
  return tx.execute(
    sql`insert into settlements (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::settlements, ${JSON.stringify(documents)}::jsonb)`,
  )
}

/**
 * Who entered the amounts; for a row older than this record, who made it. Null if more than one person confirmed them.
 */
const STATED_BY = sql`coalesce(s.stated_by, case when s.reconciliation_id is null then s.created_by end)`
const STATED_PEOPLE = sql`coalesce(s.stated_people, people_behind(s.tenant_id, ${STATED_BY}))`

const SHOWN = sql`s.*, ${STATED_BY} as stated_by, ${STATED_PEOPLE} as stated_people, s.period_start::text as period_start, s.period_end::text as period_end, s.reserve_until::text as reserve_until`

/** `merchantId` narrows to one merchant. */
export const findSettlement = async (
  tx: Tx,
  tenantId: string,
  id: string,
  merchantId: string | null,
  lock: '' | 'for update' = '',
): Promise<SettlementRow> => {
  const rows = await tx.query<SettlementRow>(
    sql`select ${SHOWN} from settlements s where s.tenant_id = ${tenantId} and s.id = ${id} and ${ifGiven(merchantId, sql`s.merchant_id = ${merchantId}`)} ${rawSql(lock)}`,
  )
  if (rows[0]) return rows[0]
  throw new Problem('resource_not_found', {
    detail: phrase`No settlement with this id is within reach of this token and merchant.`,
  })
}

/** The row must be locked, or created by this transaction. */
export const updateSettlement = (tx: Tx, row: SettlementRow): Promise<number> =>
  tx.execute(
    updateTable(
      'settlements',
      { tenant_id: row.tenant_id, id: row.id },
      {
        status: row.status,
        settled_at: isoTimeOrNull(row.settled_at),
        bank_reference: row.bank_reference,
        notes: row.notes,
        event_count: row.event_count,
        completed_at: isoTimeOrNull(row.completed_at),
        last_modified: isoTime(row.last_modified),
        stated_by: row.stated_by,
        confirmed_by: row.confirmed_by,
        confirmed_at: isoTimeOrNull(row.confirmed_at),
        settling_by: row.settling_by,
        settling_at: isoTimeOrNull(row.settling_at),
        settled_by: row.settled_by,
      },
    ),
  )

/** `merchantId` restricts to this merchant; `waitingForPeople` to what waits for a person other than these. */
interface SettlementReach {
  readonly tenantId: string
  readonly merchantId: string | null
  readonly waitingForPeople?: Accountable | undefined
}
const isWanted = ({ tenantId, merchantId, waitingForPeople }: SettlementReach, filters: SettlementFilters): Sql =>
  allOf([
    matches({
      's.tenant_id': tenantId,
      's.merchant_id': merchantId,
      's.bank_code': filters.bank_code,
      's.status': filters.status,
    }),
    matches({ 's.merchant_id': filters.merchant_id }),
    ifGiven(filters.start_date, sql`s.period_end >= ${filters.start_date}`),
    ifGiven(filters.end_date, sql`s.period_start <= ${filters.end_date}`),
    ifGiven(filters.period_start_from, sql`s.period_start >= ${filters.period_start_from}`),
    ifGiven(filters.period_start_to, sql`s.period_start <= ${filters.period_start_to}`),
    ifGiven(
      waitingForPeople,
      sql`s.status in ('pending', 'processing') and case when ${STATED_BY} is not null and s.confirmed_by is null
        then not ${STATED_PEOPLE} && ${waitingForPeople} else not s.settling_people && ${waitingForPeople} end`,
    ),
  ])

export const countSettlements = async (tx: Tx, reach: SettlementReach, filters: SettlementFilters): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from settlements s where ${isWanted(reach, filters)}`,
  )
  return row!.count
}

const NEWEST_FIRST = sql`s.tenant_id desc, s.id desc`

export const pageOfSettlements = (tx: Tx, reach: SettlementReach, query: SettlementFilters & PageRequest) =>
  countAndPage<SettlementRow>(
    tx,
    { columns: SHOWN, from: sql`settlements s where ${isWanted(reach, query)}`, order: NEWEST_FIRST },
    query,
  )

/** Returns some after the last one. */
export const nextSettlements = (
  tx: Tx,
  reach: SettlementReach,
  filters: SettlementFilters,
  { before, limit }: { before: string | null; limit: number },
): Promise<SettlementRow[]> =>
  tx.query<SettlementRow>(
    sql`select ${SHOWN} from settlements s where ${isWanted(reach, filters)} and ${ifGiven(before, sql`s.id < ${before}`)} order by ${NEWEST_FIRST} limit ${limit}`,
  )

export const isMerchant = async (tx: Tx, tenantId: string, id: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from merchants where tenant_id = ${tenantId} and id = ${id} and not is_deleted`))
    .length > 0

/** Reads across tenants; returns those with settlements that are settled but not confirmed. */
export const findUnconfirmed = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from settlements where status = 'settled' and completed_at is null`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export const UNCONFIRMED_MAX = 1_000

/** Locks some of them after `after`, oldest first. */
export const lockUnconfirmed = (tx: Tx, tenantId: string, after: string | null): Promise<SettlementRow[]> =>
  tx.query<SettlementRow>(
    sql`select ${SHOWN} from settlements s where s.tenant_id = ${tenantId} and s.status = 'settled' and s.completed_at is null and ${ifGiven(after, sql`s.id > ${after}`)}
     order by s.id limit ${rawSql(UNCONFIRMED_MAX)} for update skip locked`,
  )
