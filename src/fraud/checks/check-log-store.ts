/** Reads of the check logs, and what became of what was checked. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { isoTime } from '../../core/clock.ts'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { CheckLogFilters } from './check-log-schemas.ts'
import type { CheckRow } from './check-rows.ts'

type Stored = Omit<CheckRow, 'checked_at'> & { checked_at: Date }
/** With the displayed members of its merchant and of what was checked. */
interface CheckLogRow extends Omit<Stored, 'outcome' | 'variables'> {
  merchant_external_id: string | null
  external_txn_id: string | null
  outcome: 'success' | 'failed' | 'cancelled' | null
}
interface Tables {
  fraud_checks: Stored & { search_text: string | null }
}
const db = queryBuilder<Tables>()

/** Newest first; of one merchant, or with null of all. Keys are found and counted in the index only, then the rows of the page are read. */
export const pageOfCheckLogs = async (
  tx: Tx,
  { tenantId, merchantId }: { tenantId: string; merchantId: string | null },
  filters: CheckLogFilters,
): Promise<{ rows: CheckLogRow[]; total: number }> => {
  const merchants = await merchantsOf(tx, tenantId, filters)
  const keys = db
    .selectFrom('fraud_checks')
    .select('id')
    .where((eb) => eb.and(conditions(eb, tenantId, filters, merchants)))
    .$if(merchantId !== null, (own) => own.where('merchant_id', '=', merchantId as string))
    .orderBy('tenant_id', 'desc')
    .orderBy('id', 'desc')
  const page = await countAndPage(tx, keys, { limit: limitOf(filters), offset: offsetOf(filters) })
  const rows = await tx.query<CheckLogRow>(LOGS, [tenantId, page.rows.map(({ id }) => id)])
  return { rows, total: page.total }
}

interface Merchants {
  /** Those asked for; null: any. */
  readonly asked: readonly string[] | null
  /** Those whose external id holds the search term. */
  readonly found: readonly string[]
}

/** Names become ids. */
const merchantsOf = async (
  tx: Tx,
  tenantId: string,
  { merchant_external_id, search_term }: CheckLogFilters,
): Promise<Merchants> => {
  if (merchant_external_id === undefined && !search_term) return { asked: null, found: [] }
  const rows = await tx.query<{ id: string; is_asked: boolean; is_found: boolean }>(
    `select id, external_id = $2 as is_asked, external_id ilike $3 as is_found from merchants
      where tenant_id = $1 and (external_id = $2 or external_id ilike $3)`,
    [tenantId, merchant_external_id ?? null, search_term ? toLikePattern(search_term) : null],
  )
  return {
    asked: merchant_external_id === undefined ? null : rows.filter(({ is_asked }) => is_asked).map(({ id }) => id),
    found: rows.filter(({ is_found }) => is_found).map(({ id }) => id),
  }
}

type Builder = ExpressionBuilder<Tables, 'fraud_checks'>

const conditions = (
  eb: Builder,
  tenantId: string,
  filters: CheckLogFilters,
  merchants: Merchants,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [eb('tenant_id', '=', tenantId)]
  const { process, decision, from, to, min_score, max_score, search_term } = filters
  if (process !== undefined) all.push(eb('process', '=', process))
  if (decision !== undefined) all.push(eb('decision', '=', decision))
  // Ids follow `checked_at`: a range of times is a range of the key.
  if (from !== undefined) all.push(eb('id', '>=', idAt(Date.parse(from), 'first')))
  if (to !== undefined) all.push(eb('id', '<=', idAt(Date.parse(to), 'last')))
  if (min_score !== undefined) all.push(sql<SqlBool>`score >= ${min_score}::integer`)
  if (max_score !== undefined) all.push(sql<SqlBool>`score <= ${max_score}::integer`)
  if (merchants.asked !== null) all.push(sql<SqlBool>`merchant_id = any(${merchants.asked}::uuid[])`)
  if (search_term) all.push(eb.or(searchConditions(eb, search_term, merchants.found)))
  return all
}

const ID_START = /^[0-9a-f-]{4,36}$/i

/** Part of the reasons or of the merchant's name, without case; of an id the start, which the index can find. */
const searchConditions = (eb: Builder, term: string, found: readonly string[]): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [sql<SqlBool>`strpos(search_text, lower(${term})) > 0`]
  if (found.length > 0) all.push(sql<SqlBool>`merchant_id = any(${found}::uuid[])`)
  const digits = term.replaceAll('-', '').toLowerCase()
  if (ID_START.test(term) && digits.length <= 32)
    all.push(eb.and([eb('id', '>=', asUuid(digits, '0')), eb('id', '<=', asUuid(digits, 'f'))]))
  return all
}
const asUuid = (digits: string, fill: string): string =>
  digits.padEnd(32, fill).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** What the stored outcome does not contain is read from the payment or transfer; charged_back comes with chargebacks. */
const OUTCOME = `case
    when c.outcome is not null then c.outcome
    when p.status in ('authorized', 'completed', 'capture_processing', 'canceled_processing', 'refund_processing',
      'refunded') or t.status = 'completed' then 'success'
    when p.status = 'failed' or t.status = 'failed' then 'failed'
    when p.status = 'canceled' or t.status = 'rejected' then 'cancelled'
  end`

const LOGS = `select c.tenant_id, c.id, c.process, c.merchant_id, c.amount, c.currency, c.score, c.decision, c.reason_codes,
    c.matched_rule_ids, c.latency_us, c.provider, c.checked_at, m.external_id as merchant_external_id,
    case when c.outcome is null then c.id end as external_txn_id, ${OUTCOME} as outcome
  from fraud_checks c
  left join merchants m on m.tenant_id = c.tenant_id and m.id = c.merchant_id
  left join payments p on p.tenant_id = c.tenant_id and p.id = c.id and c.process = 'sanal_pos'
  left join transfers t on t.tenant_id = c.tenant_id and t.id = c.id and c.process = 'para_transferi'
  where c.tenant_id = $1 and c.id = any($2::uuid[])
  order by c.tenant_id desc, c.id desc`

export const toCheckLogResponse = (row: CheckLogRow) => ({
  id: row.id,
  tenant_id: row.tenant_id,
  merchant_external_id: row.merchant_external_id,
  process: row.process,
  external_txn_id: row.external_txn_id,
  amount_minor: row.amount,
  currency: row.currency,
  score: row.score,
  decision: row.decision,
  reason_codes: row.reason_codes,
  matched_rule_ids: row.matched_rule_ids,
  latency_ms: Math.round(row.latency_us / 1_000),
  provider_used: row.provider,
  outcome: row.outcome,
  checked_at: isoTime(row.checked_at),
})
