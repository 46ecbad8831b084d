/** The initial terms of a sandbox's tenants, which are those of the bank simulator. */
import { newId } from '../../core/id.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { findTenantsWithoutTerms, insertTerms, type TermsRow } from './terms-store.ts'

const BEGINNING = '2020-01-01'

export const seedTerms = async (runtime: Runtime, tenantIds: readonly string[]): Promise<void> => {
  if (runtime.config.env !== 'sandbox') return
  const now = runtime.clock.now()
  await runtime.db.transaction({ as: 'platform' }, async (tx) => {
    const missing = await findTenantsWithoutTerms(tx, tenantIds)
    if (missing.length > 0)
      await insertTerms(
        tx,
        missing.map((tenantId) => toDemoTerms(tenantId, now)),
      )
  })
}

const toDemoTerms = (tenantId: string, now: Date): TermsRow => ({
  tenant_id: tenantId,
  id: newId(now.getTime()),
  merchant_id: null,
  configuration_id: null,
  bank_code: null,
  effective_from: BEGINNING,
  rates: [{ card_type: 'Credit', basis_points: 356 }, { basis_points: 104 }],
  value_date_plan: 'per_installment',
  blocked_days: null,
  payout_weekday: null,
  returns_commission: true,
  platform_basis_points: 0,
  tax_basis_points: 0,
  returns_platform_commission: true,
  reserve_basis_points: 0,
  reserve_days: 0,
  status: 'effective',
  notes: null,
  created_by: 'platform',
  created_people: ['platform:seed'],
  decided_by: null,
  decided_people: null,
  decided_at: null,
  created: now,
})
