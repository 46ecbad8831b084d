/** Reads the check logs, and the results of the checked payments and transfers. */
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { toLikePattern } from '../../infra/database/statements/sql.ts'
import type { CheckMerchants } from './check-list.ts'
import type { CheckLogFilters } from './check-log-schemas.ts'
import type { CheckRow } from './check-rows.ts'

type Stored = Omit<CheckRow, 'checked_at'> & { checked_at: Date }
/** A check with the displayed members of its merchant and of the payment or transfer. */
interface CheckLogRow extends Omit<Stored, 'outcome' | 'variables'> {
  merchant_external_id: string | null
  external_txn_id: string | null
  outcome: 'success' | 'failed' | 'cancelled' | 'charged_back' | null
}
/** Sorted by id. */
export const findCheckLogs = (tx: Tx, tenantId: string, ids: readonly string[]): Promise<CheckLogRow[]> =>
  tx.query<CheckLogRow>(LOGS, [tenantId, ids])

/** Names become ids. */
export const findCheckMerchants = async (
  tx: Tx,
  tenantId: string,
  { merchant_external_id, search_term }: CheckLogFilters,
): Promise<CheckMerchants> => {
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

/** An outcome that the check does not store is read from the payment or transfer, and from the chargebacks that the payment lost. */
const OUTCOME = `case
    when c.outcome is not null then c.outcome
    when exists (select from chargebacks b where b.tenant_id = c.tenant_id and b.payment_id = c.id and b.status = 'lost') then 'charged_back'
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
  left join payments p on ${joinByKey('p', { tenant_id: 'c.tenant_id', id: 'c.id' })} and c.process = 'sanal_pos'
  left join transfers t on ${joinByKey('t', { tenant_id: 'c.tenant_id', id: 'c.id' })} and c.process = 'para_transferi'
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
