/** SQL of fraud alerts. */

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import { targetOf } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import type { DecidedAlert } from './alert-decision-handler.ts'
import { type AlertFilters, isNobody } from './alert-schemas.ts'
import { type AlertState, alertMachine } from './alert-states.ts'

interface StoredAlert {
  tenant_id: string
  id: string
  check_id: string
  process: FraudProcess
  merchant_id: string
  amount: number
  currency: string
  score: number
  reason_codes: string
  status: AlertState
  /** Set by a decision. */
  assigned_to: string | null
  /** The person who reviews the alert while it is open. */
  assignee: string | null
  reviewed_by: string | null
  reviewed_at: Date | null
  notes: string | null
  expires_at: Date
  created: Date
}
/** An alert and the displayed members of its merchant. */
export interface AlertRow extends StoredAlert {
  merchant_external_id: string | null
}
interface Tables {
  fraud_alerts: StoredAlert
  merchants: { tenant_id: string; id: string; external_id: string | null }
}
const db = queryBuilder<Tables>()

interface AlertReach {
  /** Null for every tenant; runs across tenants. */
  readonly tenantId: string | null
  /** Null for every merchant. */
  readonly merchantId: string | null
  /** Keeps open alerts of payments and transfers that others than these people made. */
  readonly waitingForPeople?: Accountable | undefined
}

/** Newest first. */
export const pageOfAlerts = (
  tx: Tx,
  { tenantId, merchantId, waitingForPeople }: AlertReach,
  filters: AlertFilters,
  now: Date,
): Promise<{ rows: AlertRow[]; total: number }> => {
  let list = db
    .selectFrom('fraud_alerts')
    .leftJoin('merchants', (join) =>
      join
        .onRef('merchants.tenant_id', '=', 'fraud_alerts.tenant_id')
        .onRef('merchants.id', '=', 'fraud_alerts.merchant_id'),
    )
    .selectAll('fraud_alerts')
    .select('merchants.external_id as merchant_external_id')
    .where((eb) => eb.and([sql<SqlBool>`true`, ...conditions(eb, filters, now)]))
  if (waitingForPeople !== undefined)
    list = list.where((eb) => eb.and([hasStatus(eb, 'open', now), isMadeByOthers(waitingForPeople)]))
  if (tenantId !== null) list = list.where('fraud_alerts.tenant_id', '=', tenantId)
  if (merchantId !== null) list = list.where('fraud_alerts.merchant_id', '=', merchantId)
  if (tenantId !== null) list = list.orderBy('fraud_alerts.tenant_id', 'desc')
  return countAndPage(tx, list.orderBy('fraud_alerts.id', 'desc'), {
    limit: limitOf(filters),
    offset: offsetOf(filters),
  })
}

type Builder = ExpressionBuilder<Tables & { merchants: { external_id: string | null } }, 'fraud_alerts' | 'merchants'>

const conditions = (eb: Builder, filters: AlertFilters, now: Date): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = []
  const { status, process, assigned_to, from, to, search_term } = filters
  if (status !== undefined) all.push(eb.or(status.map((each) => hasStatus(eb, each, now))))
  if (process !== undefined) all.push(eb('fraud_alerts.process', '=', process))
  if (assigned_to !== undefined) all.push(isAssignedTo(assigned_to))
  // Ids follow `created`: a range of times is a range of the key.
  if (from !== undefined) all.push(eb('fraud_alerts.id', '>=', idAt(Date.parse(from), 'first')))
  if (to !== undefined) all.push(eb('fraud_alerts.id', '<=', idAt(Date.parse(to), 'last')))
  if (search_term) {
    const part = toLikePattern(search_term)
    all.push(
      eb.or([
        sql<SqlBool>`fraud_alerts.check_id::text ilike ${part}`,
        eb('merchants.external_id', 'ilike', part),
        eb('fraud_alerts.reason_codes', 'ilike', part),
      ]),
    )
  }
  return all
}

/** The person who decided the alert takes precedence over its assignee, as in the answer. */
const isAssignedTo = (whom: string): Expression<SqlBool> =>
  isNobody(whom)
    ? sql<SqlBool>`coalesce(fraud_alerts.assigned_to, fraud_alerts.assignee) is null`
    : sql<SqlBool>`coalesce(fraud_alerts.assigned_to, fraud_alerts.assignee) = ${whom}`
const isMadeByOthers = (people: Accountable): Expression<SqlBool> =>
  sql<SqlBool>`not coalesce(alert_makers(fraud_alerts.tenant_id, fraud_alerts.process, fraud_alerts.check_id, fraud_alerts.made_people)
    && ${people}::text[], false)`

/** The job that records it may not have run yet. */
const hasStatus = (eb: Builder, status: AlertState, now: Date): Expression<SqlBool> => {
  const is = eb('fraud_alerts.status', '=', status)
  if (status === 'open') return eb.and([is, eb('fraud_alerts.expires_at', '>', now)])
  if (status !== 'expired') return is
  return eb.or([is, eb.and([eb('fraud_alerts.status', '=', 'open'), eb('fraud_alerts.expires_at', '<=', now)])])
}

export const findAlert = async (tx: Tx, tenantId: string, id: string): Promise<AlertRow | undefined> => {
  const [row] = await tx.query<AlertRow>(
    `select a.*, m.external_id as merchant_external_id from fraud_alerts a
       left join merchants m on m.tenant_id = a.tenant_id and m.id = a.merchant_id
      where a.tenant_id = $1 and a.id = $2`,
    [tenantId, id],
  )
  return row
}

/** Runs across tenants. */
export const findAlertTenant = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.query<{ tenant_id: string }>('select tenant_id from fraud_alerts where id = $1', [id]))[0]?.tenant_id

interface LockedAlert extends AlertRow {
  /** The people behind what waits for it. */
  makers: Accountable
}

/** Returns true if a check opened an alert, whatever its result. */
export const hasAlert = async (tx: Tx, tenantId: string, checkId: string): Promise<boolean> =>
  (await tx.query('select 1 from fraud_alerts where tenant_id = $1 and check_id = $2', [tenantId, checkId])).length > 0

/** Waits for a decision that is being made. */
export const lockAlert = async (tx: Tx, tenantId: string, id: string): Promise<LockedAlert | undefined> => {
  const [row] = await tx.query<LockedAlert>(
    `select a.*, alert_makers(a.tenant_id, a.process, a.check_id, a.made_people) as makers, m.external_id as merchant_external_id from fraud_alerts a
       left join merchants m on m.tenant_id = a.tenant_id and m.id = a.merchant_id
      where a.tenant_id = $1 and a.id = $2 for update of a`,
    [tenantId, id],
  )
  return row
}

/** Writes a decision to a locked row. */
export const recordAlertDecision = (
  tx: Tx,
  row: Pick<AlertRow, 'tenant_id' | 'id' | 'status' | 'assigned_to' | 'reviewed_by' | 'reviewed_at' | 'notes'>,
): Promise<number> =>
  tx.execute(
    `update fraud_alerts set status = $3, assigned_to = $4, reviewed_by = $5, reviewed_at = $6, notes = $7
      where tenant_id = $1 and id = $2 and status = 'open'`,
    [row.tenant_id, row.id, row.status, row.assigned_to, row.reviewed_by, row.reviewed_at, row.notes],
  )

/** Writes the assignee to a locked and open row. */
export const recordAssignee = (tx: Tx, row: Pick<AlertRow, 'tenant_id' | 'id' | 'assignee'>): Promise<number> =>
  tx.execute("update fraud_alerts set assignee = $3 where tenant_id = $1 and id = $2 and status = 'open'", [
    row.tenant_id,
    row.id,
    row.assignee,
  ])

/** Oldest due alerts of all tenants; runs across tenants. */
export const findExpiredAlerts = (tx: Tx, now: Date, limit: number): Promise<{ tenant_id: string; id: string }[]> =>
  tx.query(
    `select tenant_id, id from fraud_alerts where status = 'open' and expires_at <= $1 order by expires_at limit $2`,
    [now, limit],
  )

/** Returns undefined if the alert was decided, or is being decided. */
export const expireAlert = async (
  tx: Tx,
  tenantId: string,
  id: string,
  now: Date,
): Promise<DecidedAlert | undefined> => {
  const [row] = await tx.query<DecidedAlert>(
    `update fraud_alerts a set status = '${targetOf(alertMachine, 'expire')}'
       from (select tenant_id, id from fraud_alerts
              where tenant_id = $1 and id = $2 and status = 'open' and expires_at <= $3 for update skip locked) due
      where a.tenant_id = due.tenant_id and a.id = due.id
      returning a.tenant_id, a.id, a.check_id, a.process, a.merchant_id`,
    [tenantId, id, now],
  )
  return row
}

/** The state it has by the clock. */
export const alertStateAt = (
  { status, expires_at }: Pick<StoredAlert, 'status' | 'expires_at'>,
  now: Date,
): AlertState => (status === 'open' && expires_at.getTime() <= now.getTime() ? 'expired' : status)

export const toAlertResponse = (row: AlertRow, now: Date) => ({
  id: row.id,
  fraud_check_log_id: row.check_id,
  tenant_id: row.tenant_id,
  process: row.process,
  status: alertStateAt(row, now),
  merchant_external_id: row.merchant_external_id,
  external_txn_id: row.check_id,
  amount_minor: row.amount,
  currency: row.currency,
  score: row.score,
  reason_codes: row.reason_codes,
  assigned_to: row.assigned_to ?? row.assignee,
  reviewed_by: row.reviewed_by,
  reviewed_at: isoTimeOrNull(row.reviewed_at),
  notes: row.notes,
  expires_at: isoTime(row.expires_at),
  created: isoTime(row.created),
})
