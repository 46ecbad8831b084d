/** Check logs as months of trade leave them: drawn at random, and written straight into the table. */
import { newId } from '../../src/core/id.ts'
import { packVariables } from '../../src/fraud/expressions/packed-variables.ts'
import type { Variables } from '../../src/fraud/expressions/payment-variables.ts'
import type { FraudAction } from '../../src/fraud/rules/active-rule-store.ts'
import type { Vezne } from './vezne.ts'

export interface Logged {
  id: string
  atMs: number
  process: string
  merchant_id: string
  amount: number
  currency: string
  decision: FraudAction
  matched_rule_ids: string | null
  provider: 'builtin' | 'policy_off'
  variables: Variables
  card: number | null
  iban: number | null
  source_account: number | null
  outcome: 'failed' | null
}

export const logged = (atMs: number, change: Partial<Logged> & { variables?: Variables } = {}): Logged => {
  const { variables, ...rest } = change
  const row = {
    ...{ id: newId(atMs), atMs, process: 'sanal_pos', merchant_id: '00000000-0000-4000-8000-000000000020' },
    ...{ amount: 10_000, currency: 'TRY', decision: 'approve' as FraudAction, matched_rule_ids: null },
    ...{ provider: 'builtin' as const, card: null, iban: null, source_account: null, outcome: null },
    ...rest,
  }
  const known = { process: row.process, merchant: row.merchant_id, amount_minor: row.amount, currency: row.currency }
  return { ...row, variables: { ...known, ...variables } }
}

export const writeLogs = async ({ runtime }: Pick<Vezne, 'runtime'>, tenantId: string, rows: readonly Logged[]) => {
  const stored = rows.map(({ atMs, variables, ...row }) => ({
    ...row,
    tenant_id: tenantId,
    variables: packVariables(variables),
    score: 0,
    latency_us: 1,
    checked_at: new Date(atMs),
  }))
  await runtime.db.transaction({ of: tenantId }, (tx) =>
    tx.execute(
      `insert into fraud_checks (tenant_id, id, process, merchant_id, amount, currency, decision, matched_rule_ids,
         provider, variables, card, iban, source_account, outcome, score, latency_us, checked_at)
       select tenant_id, id, process, merchant_id, amount, currency, decision, matched_rule_ids,
         provider, variables, card, iban, source_account, outcome, score, latency_us, checked_at
       from jsonb_populate_recordset(null::fraud_checks, $1)`,
      [JSON.stringify(stored)],
    ),
  )
}
