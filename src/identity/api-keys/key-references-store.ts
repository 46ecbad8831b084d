/** SQL of the rows that a key refers to: its tenant, merchant, plan and the roles defined by the tenant. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'

export interface TariffPlanLimits {
  readonly daily: number
  readonly monthly: number
  readonly rate: number
}
const LIMITS = sql`p.daily_transaction_limit as daily, p.monthly_transaction_limit as monthly, p.rate_limit_per_second as rate`

/** Returns the limits of a plan that can be chosen; it cannot be deleted until this transaction ends. */
export const findTariffPlanLimits = async (tx: Tx, planId: string): Promise<TariffPlanLimits | undefined> => {
  const [row] = await tx.query<TariffPlanLimits>(
    sql`select ${LIMITS} from plans p where p.id = ${planId} and p.is_active for key share`,
  )
  return row
}

/** Returns the limits of the plan that a key has, whether it can still be chosen or not. */
export const findLimitsOfKey = async (tx: Tx, planId: string | null): Promise<TariffPlanLimits | undefined> => {
  if (planId === null) return undefined
  const [row] = await tx.query<TariffPlanLimits>(sql`select ${LIMITS} from plans p where p.id = ${planId}`)
  return row
}

export const findTenantLimits = async (tx: Tx, tenantId: string): Promise<TariffPlanLimits | undefined> => {
  const [row] = await tx.query<TariffPlanLimits>(
    sql`select ${LIMITS} from realms r join plans p on p.id = r.plan_id where r.tenant_id = ${tenantId}`,
  )
  return row
}

/** Returns false for the platform's own realm as well: its keys are not administered here. */
export const isTenant = async (tx: Tx, tenantId: string): Promise<boolean> => {
  const rows = await tx.query(sql`select from realms where tenant_id = ${tenantId} and kind = 'tenant'`)
  return rows.length > 0
}

export const hasMerchant = async (tx: Tx, tenantId: string, merchantId: string): Promise<boolean> => {
  const rows = await tx.query(
    sql`select from merchants where tenant_id = ${tenantId} and id = ${merchantId} and not is_deleted`,
  )
  return rows.length > 0
}

export interface Bundle {
  readonly name: string
  readonly includes: readonly string[]
}

/** The tenant's own roles among these; they stay until the transaction ends. */
export const findRoleBundles = (tx: Tx, tenantId: string, names: readonly string[]): Promise<Bundle[]> =>
  tx.query<Bundle>(
    sql`select name, includes from tenant_roles where tenant_id = ${tenantId} and name = any(${names}) for share`,
  )
