/** Maintenance runs tenant by tenant: a tenant that fails is logged and retried; the others do not wait for it. */
import type { Runtime } from '../../infra/runtime.ts'

export const eachTenant = async (
  { log }: Pick<Runtime, 'log'>,
  job: string,
  tenantIds: readonly string[],
  work: (tenantId: string) => Promise<void>,
): Promise<void> => {
  for (const tenantId of tenantIds)
    try {
      await work(tenantId)
    } catch (err) {
      log.error('fraud.maintenance_failed', { job, tenant_id: tenantId, err })
    }
}
