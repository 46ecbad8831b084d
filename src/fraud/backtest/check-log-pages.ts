/** The check logs of a process in the order of time, a page at a time: no connection is held while a page is worked on. */
import { idAt } from '../../core/id.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { ifGiven, rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { FraudAction, FraudProcess } from '../rules/active-rule-store.ts'

export interface LoggedCheck
  extends Row<
    'fraud_checks',
    | 'id'
    | 'amount'
    | 'currency'
    | 'decision'
    | 'matched_rule_ids'
    | 'provider'
    | 'variables'
    | 'checked_at'
    | 'card'
    | 'iban'
    | 'source_account'
  > {
  decision: FraudAction
  /** Keyed hashes of values that the variables do not hold; null if unknown. */
  card: number | null
  /** True if the payment or transfer has failed by now; false if that was not requested. */
  failed: boolean
}

export interface LogRange {
  readonly tenantId: string
  readonly process: FraudProcess
  /** First and last id. */
  readonly from: string
  readonly to: string
  readonly withFailures: boolean
}

const PAGE_ROWS = 2_000

/** The next page is read while the current one is processed. */
export const pagesOfLog = async function* (
  db: Pick<Database, 'transaction'>,
  range: LogRange,
): AsyncGenerator<readonly LoggedCheck[]> {
  const read = (after: string | null): Promise<LoggedCheck[]> => {
    const page = db.transaction({ of: range.tenantId, mode: 'replica' }, (tx) => selectPage(tx, range, after))
    page.catch(() => undefined) // there is no consumer once the reader has stopped
    return page
  }
  let next = read(null)
  for (;;) {
    const rows = await next
    const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
    if (last) next = read(last.id)
    yield rows
    if (!last) return
  }
}

const KEY_OF_CHECK = { tenant_id: 'c.tenant_id', id: 'c.id' }
const FAILED: Readonly<Record<FraudProcess, string>> = {
  sanal_pos: `exists (select from payments p where ${joinByKey('p', KEY_OF_CHECK)} and p.status = 'failed')`,
  para_transferi: `exists (select from transfers t where ${joinByKey('t', KEY_OF_CHECK)} and t.status = 'failed')`,
  fatura_odeme: 'false',
}

const selectPage = (tx: Tx, range: LogRange, after: string | null): Promise<LoggedCheck[]> => {
  const { tenantId, process, from, to, withFailures } = range
  const failed = withFailures ? `coalesce(c.outcome = 'failed', false) or ${FAILED[process]}` : 'false'
  return tx.query<LoggedCheck>(
    sql`select c.id, c.amount, c.currency, c.decision, c.matched_rule_ids, c.provider, c.variables, c.checked_at,
        c.card, c.iban, c.source_account, ${rawSql(failed)} as failed
       from fraud_checks c
      where c.tenant_id = ${tenantId} and c.id >= ${from} and c.id <= ${to} and ${ifGiven(after, sql`c.id > ${after}`)} and c.process = ${process}
      order by c.tenant_id, c.id limit ${rawSql(PAGE_ROWS)}`,
  )
}

/** The id at which the newest `count` checks that rules have evaluated begin, or the first id of that moment where there are fewer. */
export const findStartOfNewest = async (
  tx: Tx,
  { tenantId, process, fromMs, count }: { tenantId: string; process: FraudProcess; fromMs: number; count: number },
): Promise<string> => {
  const [row] = await tx.query<{ id: string }>(
    sql`select id from fraud_checks where tenant_id = ${tenantId} and id >= ${idAt(fromMs, 'first')} and process = ${process} and provider <> 'policy_off'
      order by tenant_id desc, id desc offset ${count - 1} limit 1`,
  )
  return row?.id ?? idAt(fromMs, 'first')
}

/** Returns the id at which the newest `count` checks begin, among those before `before` and not before that moment; null if there are fewer. */
export const earliestIdBefore = async (
  tx: Tx,
  range: { tenantId: string; process: FraudProcess; fromMs: number; before: string; count: number },
): Promise<string | null> => {
  const { tenantId, process, fromMs, before, count } = range
  const [row] = await tx.query<{ id: string }>(
    sql`select id from fraud_checks where tenant_id = ${tenantId} and id >= ${idAt(fromMs, 'first')} and id < ${before} and process = ${process}
      order by tenant_id desc, id desc offset ${count - 1} limit 1`,
  )
  return row?.id ?? null
}
