/** Whether money hangs on a merchant: something names it that was paid, is to be paid, or says who is paid. */

import { spanOfTimes } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { hasPayments } from '../payments/queries/counted-payments.ts'
import { TRANSFER_LIST } from '../transfers/queries/transfer-list.ts'

/** Small ones, asked first. */
const TABLES = [
  'merchant_bank_profiles',
  'merchant_terms',
  'recurring_plans',
  'recurring_transfers',
  'settlements',
  'checkout_sessions',
] as const

export const isMerchantUsed = async (tx: Tx, tenantId: string, merchantId: string): Promise<boolean> => {
  const [found] = await tx.query<{ is_used: boolean }>(
    `select ${TABLES.map((table) => `exists (select from ${table} where tenant_id = $1 and merchant_id = $2)`).join(' or ')} as is_used`,
    [tenantId, merchantId],
  )
  return (
    found?.is_used === true ||
    (await hasPayments(tx, tenantId, merchantId)) ||
    (await hasTransfers(tx, tenantId, merchantId))
  )
}

const ALL = { span: spanOfTimes(undefined, undefined), facets: [], dimensions: null, rows: [] }

const hasTransfers = async (tx: Tx, tenantId: string, merchantId: string): Promise<boolean> =>
  (await TRANSFER_LIST.count(tx, { ...ALL, tenantId, scopes: [merchantId] })) > 0
