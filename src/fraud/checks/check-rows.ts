/** Rows of a check and its alert, and the part of a statement that writes them with what they judge. */
import type { Database, Tx } from '../../infra/postgres.ts'
import { RowParameter } from '../../infra/rows/row-type.ts'
import type { FraudAction, FraudProcess } from '../rules/rule-store.ts'

export interface CheckRow {
  tenant_id: string
  /** That of the payment or transfer. */
  id: string
  process: FraudProcess
  merchant_id: string
  amount: number
  currency: string
  score: number
  decision: FraudAction
  reason_codes: string | null
  matched_rule_ids: string | null
  latency_us: number
  provider: 'builtin' | 'policy_off'
  variables: string
  /** Set where nothing was made: what became of it cannot be read anywhere else. */
  outcome: 'failed' | 'cancelled' | null
  /** Platform clock, ISO 8601. */
  checked_at: string
}

/** A new alert; the database adds what only a decision fills in. */
export interface AlertRow {
  tenant_id: string
  id: string
  check_id: string
  process: FraudProcess
  merchant_id: string
  amount: number
  currency: string
  score: number
  reason_codes: string
  expires_at: string
  created: string
}

export interface CheckRows {
  readonly check: CheckRow
  readonly alert: AlertRow | null
}

const checkRows = new RowParameter<CheckRow>('fraud_checks')
const alertRows = new RowParameter<AlertRow>('fraud_alerts')

/** The two parameters of {@link keepChecksCtes}. */
export type EncodeChecks = (rows: readonly CheckRows[]) => [checks: Buffer, alerts: Buffer]

/** Runs `work` with the encoder; asked for outside a transaction, since it may ask the database. */
export const withCheckRows = <T>(db: Database, work: (encode: EncodeChecks) => Promise<T>): Promise<T> =>
  checkRows.with(db, (encodeChecks) =>
    alertRows.with(db, (encodeAlerts) =>
      work((rows) => [
        encodeChecks(rows.map(({ check }) => check)),
        encodeAlerts(rows.flatMap(({ alert }) => (alert === null ? [] : [alert]))),
      ]),
    ),
  )

/**
 * Common table expressions that keep the checks of the rows a CTE `fresh (tenant_id, id)` has just made; `$n` are the
 * parameters {@link withCheckRows} encodes. What was not made, since its key is taken, leaves no check.
 */
export const keepChecksCtes = (checks: string, alerts: string): string => `
checked as (
  insert into fraud_checks (${CHECK_COLUMNS})
  select ${named('c', CHECK_COLUMNS)} from unnest(${checks}::fraud_checks[]) c join fresh f on f.id = c.id
),
alerted as (
  insert into fraud_alerts (${ALERT_COLUMNS})
  select ${named('a', ALERT_COLUMNS)} from unnest(${alerts}::fraud_alerts[]) a join fresh f on f.id = a.check_id
)`

const CHECK_COLUMNS = `tenant_id, id, process, merchant_id, amount, currency, score, decision, reason_codes,
  matched_rule_ids, latency_us, provider, variables, outcome, checked_at`
const ALERT_COLUMNS = `tenant_id, id, check_id, process, merchant_id, amount, currency, score, reason_codes, expires_at,
  created`
const named = (alias: string, columns: string): string =>
  columns
    .split(',')
    .map((column) => `${alias}.${column.trim()}`)
    .join(', ')

/** Keeps checks of which nothing was made: of a call that was refused. */
export const insertChecks = (tx: Tx, rows: readonly CheckRow[]): Promise<number> =>
  tx.execute(
    `insert into fraud_checks (${CHECK_COLUMNS})
     select ${CHECK_COLUMNS} from jsonb_populate_recordset(null::fraud_checks, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
