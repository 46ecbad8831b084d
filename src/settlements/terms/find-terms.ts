/** Finds the terms in effect for many movements at once. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { chooseTerms, type MerchantTerms, type TermsKey } from '../model/terms.ts'

const COLUMNS = sql`t.id, t.merchant_id, t.configuration_id, t.bank_code, t.effective_from::text as effective_from, t.rates, t.value_date_plan,
  t.blocked_days, t.payout_weekday, t.returns_commission, t.platform_basis_points, t.tax_basis_points, t.returns_platform_commission,
  t.reserve_basis_points, t.reserve_days`

/** Returns one entry per key, in their order; undefined if no terms were agreed. */
export const findTerms = async (
  tx: Tx,
  tenantId: string,
  keys: readonly Omit<TermsKey, 'bankCode'>[],
): Promise<(MerchantTerms | undefined)[]> => {
  const configurations = [...new Set(keys.map(({ configurationId }) => configurationId))]
  const banks = await tx.query<{ id: string; bank_code: string | null }>(
    sql`select id, bank_code from connector_configurations where tenant_id = ${tenantId} and id = any(${configurations}::uuid[])`,
  )
  const bankCodeOf = new Map(banks.map(({ id, bank_code }) => [id, bank_code]))
  const agreedTerms = await tx.query<MerchantTerms>(
    sql`select ${COLUMNS} from merchant_terms t where t.tenant_id = ${tenantId} and t.status = 'effective'
       and (t.merchant_id is null or t.merchant_id = any(${[...new Set(keys.map(({ merchantId }) => merchantId))]}::uuid[])) and (t.configuration_id is null or t.configuration_id = any(${configurations}::uuid[]))
       and (t.bank_code is null or t.bank_code = any(${banks.flatMap(({ bank_code }) => bank_code ?? [])}::text[]))`,
  )
  const byKey = new Map<string, MerchantTerms | undefined>()
  return keys.map((key) => {
    const name = `${key.merchantId}/${key.configurationId}/${key.day}`
    if (!byKey.has(name))
      byKey.set(name, chooseTerms(agreedTerms, { ...key, bankCode: bankCodeOf.get(key.configurationId) ?? null }))
    return byKey.get(name)
  })
}
