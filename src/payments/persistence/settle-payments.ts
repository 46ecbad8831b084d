/**
 * The part of a statement that stores when payments were settled. It is part of the statement that settles them, so
 * that both commit together.
 */
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'

/**
 * A CTE `settled (tenant_id, id, settlement_date)` over a CTE `source (transaction_id, is_settled)` of the tenant in the parameter.
 * A payment that has a date keeps it and is not returned.
 */
export const settlePaymentsCte = (source: string, tenantId: string): string => `
     settled as (update payments p set settlement_date = ${PLATFORM_TIME}
       from ${source} s where p.tenant_id = ${tenantId} and p.id = s.transaction_id and s.is_settled and p.settlement_date is null
         and p.status in ('completed', 'refunded', 'refund_processing')
       returning p.tenant_id, p.id, p.settlement_date)`
