/** SQL of fraud alerts. */
import type { Accountable } from '../../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { idAt } from '../../core/id.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, anyOf, contains, matches, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import type { DecidedAlert } from './alert-decision-handler.ts'
import { type AlertFilters, isUnassigned } from './alert-schemas.ts'
import { type AlertState, alertMachine } from './alert-states.ts'

/** An alert and the displayed members of its merchant. */
export interface AlertRow extends Row<'fraud_alerts'> {
  process: FraudProcess
  /** Set by a decision. */
  assigned_to: string | null
  /** The person who reviews the alert while it is open. */
  assignee: string | null
  merchant_external_id: string | null
}

interface AlertReach {
  /** Null for every tenant; runs across tenants. */
  readonly tenantId: string | null
  /** Null for every merchant. */
  readonly merchantId: string | null
  /** Keeps open alerts of payments and transfers that others than these people made. */
  readonly waitingForPeople?: Accountable | undefined
}

const SHOWN = sql`a.*, m.external_id as merchant_external_id`
const SHOWN_FROM = sql`fraud_alerts a left join merchants m on m.tenant_id = a.tenant_id and m.id = a.merchant_id`

/** Newest first. */
export const pageOfAlerts = (
  tx: Tx,
  { tenantId, merchantId, waitingForPeople }: AlertReach,
  filters: AlertFilters,
  now: Date,
): Promise<{ rows: AlertRow[]; total: number }> => {
  const { status, process, assigned_to, from, to, search_term } = filters
  const wanted = allOf([
    matches({ 'a.tenant_id': tenantId, 'a.merchant_id': merchantId, 'a.process': process }),
    status && anyOf(status.map((each) => hasStatus(each, now))),
    assigned_to !== undefined && isAssignedTo(assigned_to),
    // Ids follow `created`: a range of times is a range of the key.
    from !== undefined && sql`a.id >= ${idAt(Date.parse(from), 'first')}`,
    to !== undefined && sql`a.id <= ${idAt(Date.parse(to), 'last')}`,
    contains(['a.check_id::text', 'm.external_id', 'a.reason_codes'], search_term),
    waitingForPeople && sql`${hasStatus('open', now)} and ${isMadeByOthers(waitingForPeople)}`,
  ])
  const order = tenantId === null ? sql`a.id desc` : sql`a.tenant_id desc, a.id desc`
  return countAndPage(tx, { columns: SHOWN, from: sql`${SHOWN_FROM} where ${wanted}`, order }, filters)
}

/** The person who decided the alert takes precedence over its assignee, as in the answer. */
const isAssignedTo = (whom: string): Sql => {
  const assigned = sql`coalesce(a.assigned_to, a.assignee)`
  return isUnassigned(whom) ? sql`${assigned} is null` : sql`${assigned} = ${whom}`
}
const isMadeByOthers = (people: Accountable): Sql =>
  sql`not coalesce(alert_makers(a.tenant_id, a.process, a.check_id, a.made_people) && ${people}::text[], false)`

/** The job that records it may not have run yet. */
const hasStatus = (status: AlertState, now: Date): Sql => {
  if (status === 'open') return sql`a.status = 'open' and a.expires_at > ${now}`
  if (status !== 'expired') return sql`a.status = ${status}`
  return sql`a.status = 'expired' or a.status = 'open' and a.expires_at <= ${now}`
}

export const findAlert = async (tx: Tx, tenantId: string, id: string): Promise<AlertRow | undefined> => {
  const [row] = await tx.query<AlertRow>(
    sql`select ${SHOWN} from ${SHOWN_FROM} where a.tenant_id = ${tenantId} and a.id = ${id}`,
  )
  return row
}

/** Runs across tenants. */
export const findAlertTenant = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.query<{ tenant_id: string }>(sql`select tenant_id from fraud_alerts where id = ${id}`))[0]?.tenant_id

interface LockedAlert extends AlertRow {
  /** The people behind what waits for it. */
  makers: Accountable
}

/** Returns true if a check opened an alert, whatever its result. */
export const hasAlert = async (tx: Tx, tenantId: string, checkId: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from fraud_alerts where tenant_id = ${tenantId} and check_id = ${checkId}`)).length > 0

/** Waits for a decision that is being made. */
export const lockAlert = async (tx: Tx, tenantId: string, id: string): Promise<LockedAlert | undefined> => {
  const [row] = await tx.query<LockedAlert>(
    sql`select ${SHOWN}, alert_makers(a.tenant_id, a.process, a.check_id, a.made_people) as makers from ${SHOWN_FROM}
      where a.tenant_id = ${tenantId} and a.id = ${id} for update of a`,
  )
  return row
}

/** Writes a decision to a locked row. */
export const recordAlertDecision = (
  tx: Tx,
  row: Pick<AlertRow, 'tenant_id' | 'id' | 'status' | 'assigned_to' | 'reviewed_by' | 'reviewed_at' | 'notes'>,
): Promise<number> =>
  tx.execute(
    updateTable(
      'fraud_alerts',
      { tenant_id: row.tenant_id, id: row.id, status: 'open' },
      {
        status: row.status,
        assigned_to: row.assigned_to,
        reviewed_by: row.reviewed_by,
        reviewed_at: row.reviewed_at,
        notes: row.notes,
      },
    ),
  )

/** Writes the assignee to a locked and open row. */
export const recordAssignee = (tx: Tx, row: Pick<AlertRow, 'tenant_id' | 'id' | 'assignee'>): Promise<number> =>
  tx.execute(
    sql`update fraud_alerts set assignee = ${row.assignee} where tenant_id = ${row.tenant_id} and id = ${row.id} and status = 'open'`,
  )

/** Oldest due alerts of all tenants; runs across tenants. */
export const findExpiredAlerts = (tx: Tx, now: Date, limit: number): Promise<{ tenant_id: string; id: string }[]> =>
  tx.query(
    sql`select tenant_id, id from fraud_alerts where status = 'open' and expires_at <= ${now} order by expires_at limit ${limit}`,
  )

/** Returns undefined if the alert was decided, or is being decided. */
export const expireAlert = async (
  tx: Tx,
  tenantId: string,
  id: string,
  now: Date,
): Promise<DecidedAlert | undefined> => {
  const [row] = await tx.query<DecidedAlert>(
    sql`update fraud_alerts a set status = ${findTarget(alertMachine, 'expire')}
       from (select tenant_id, id from fraud_alerts
              where tenant_id = ${tenantId} and id = ${id} and status = 'open' and expires_at <= ${now} for update skip locked) due
      where a.tenant_id = due.tenant_id and a.id = due.id
      returning a.tenant_id, a.id, a.check_id, a.process, a.merchant_id`,
  )
  return row
}

/** The state it has by the clock. */
export const alertStateAt = ({ status, expires_at }: Pick<AlertRow, 'status' | 'expires_at'>, now: Date): AlertState =>
  status === 'open' && expires_at.getTime() <= now.getTime() ? 'expired' : status

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
