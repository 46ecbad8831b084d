/** Rows of a check and its alert, and the part of a statement that writes them together with the payment or transfer. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { FraudAction, FraudProcess } from '../rules/active-rule-store.ts'
import { insertEntriesCtes, type VelocityRow } from '../velocity/velocity-store.ts'

export interface CheckRow extends Omit<Row<'fraud_checks'>, 'checked_at' | 'search_text'> {
  /** Id of the payment or transfer. */
  id: string
  process: FraudProcess
  decision: FraudAction
  /** Subjects of velocity that the variables do not hold. */
  card: number | null
  /** Set if no payment or transfer was made: the outcome cannot be read anywhere else. */
  outcome: 'failed' | 'cancelled' | null
  /** Platform clock, ISO 8601. */
  checked_at: string
}

/** A new alert; the database adds what only a decision fills in. */
export interface NewAlertRow
  extends Row<
    'fraud_alerts',
    | 'tenant_id'
    | 'id'
    | 'check_id'
    | 'process'
    | 'merchant_id'
    | 'amount'
    | 'currency'
    | 'score'
    | 'reason_codes'
    | 'made_by'
  > {
  process: FraudProcess
  expires_at: string
  created: string
  /** The creator of the payment; null if the payment or transfer stores it. */
  made_by: string | null
}

export interface CheckRows {
  readonly check: CheckRow
  readonly alert: NewAlertRow | null
  /** Entry by which velocity counts it. */
  readonly entry: VelocityRow | null
}

const checkRows = new RowParameter<CheckRow>('new_fraud_check')
const alertRows = new RowParameter<NewAlertRow>('new_fraud_alert')
const entryRows = new RowParameter<VelocityRow>('new_velocity_entry')

/** A statement that stores checks, in two forms: without counting where no rule counts. */
interface CheckStatement {
  readonly plain: string
  readonly counting: string
}
/** Form of the statement, and the last of its parameters. */
interface EncodedChecks {
  readonly form: keyof CheckStatement
  readonly values: readonly Buffer[]
}
export type EncodeChecks = (rows: readonly CheckRows[]) => EncodedChecks

/** Runs `work` with the encoder; call it outside a transaction, since it may query the database. */
export const withCheckRowEncoder = <T>(db: Database, work: (encode: EncodeChecks) => Promise<T>): Promise<T> =>
  checkRows.with(db, (encodeChecks) =>
    alertRows.with(db, (encodeAlerts) =>
      entryRows.with(db, (encodeEntries) =>
        work((rows) => {
          const entries = rows.flatMap(({ entry }) => (entry === null ? [] : [entry]))
          const values = [
            encodeChecks(rows.map(({ check }) => check)),
            encodeAlerts(rows.flatMap(({ alert }) => (alert === null ? [] : [alert]))),
          ]
          return entries.length === 0
            ? { form: 'plain', values }
            : { form: 'counting', values: [...values, encodeEntries(entries)] }
        }),
      ),
    ),
  )

/**
 * The statement that `withCtes` makes of common table expressions which store the checks of the rows of a CTE
 * `fresh (tenant_id, id)` has just made; their parameters begin with number `first`. What was not made, since its key is
 * taken, leaves no check and is not counted.
 */
export const withCheckCtes = (first: number, withCtes: (ctes: string) => string): CheckStatement => {
  const ctes = insertCheckCtes(`$${first}`, `$${first + 1}`)
  return { plain: withCtes(ctes), counting: withCtes(`${ctes},${insertEntriesCtes(`$${first + 2}`)}`) }
}

const insertCheckCtes = (checks: string, alerts: string): string => `
checked as (
  insert into fraud_checks (${CHECK_COLUMNS})
  select ${withAlias('c', CHECK_COLUMNS)} from unnest(${checks}::new_fraud_check[]) c join fresh f on f.id = c.id
),
alerted as (
  insert into fraud_alerts (${ALERT_COLUMNS})
  select ${withAlias('a', ALERT_COLUMNS)} from unnest(${alerts}::new_fraud_alert[]) a join fresh f on f.id = a.check_id
)`

const CHECK_COLUMNS = `tenant_id, id, process, merchant_id, amount, currency, score, decision, reason_codes,
  matched_rule_ids, latency_us, provider, variables, card, iban, source_account, outcome, checked_at`
const ALERT_COLUMNS = `tenant_id, id, check_id, process, merchant_id, amount, currency, score, reason_codes, expires_at,
  created, made_by`
const withAlias = (alias: string, columns: string): string =>
  columns
    .split(',')
    .map((column) => `${alias}.${column.trim()}`)
    .join(', ')

/** Stores checks of a call that was refused: no payment or transfer exists for them. */
export const insertChecks = (tx: Tx, rows: readonly CheckRow[]): Promise<number> =>
  tx.execute(
    sql`insert into fraud_checks (${rawSql(CHECK_COLUMNS)})
     select ${rawSql(CHECK_COLUMNS)} from jsonb_populate_recordset(null::new_fraud_check, ${JSON.stringify(rows)}) on conflict do nothing`,
  )
