/** What works without a caller: deliveries, inquiries, and maintenance by the clock on the wall. */

import { tellHeads } from '../access/audit/chain-heads.ts'
import { tenantsOf } from '../access/callers/realm-lookup.ts'
import { purgeKeys } from '../access/pipeline/idempotency.ts'
import { quotaJobs } from '../access/limits/quota-jobs.ts'
import type { Desks } from './services.ts'
import { fraudJobs } from '../fraud/velocity/velocity-jobs.ts'
import { identityJobs } from '../identity/jobs.ts'
import { startDisuse } from '../identity/login/disable-unused-users.ts'
import type { House } from '../infra/runtime.ts'
import { type Job, startJobs } from '../infra/process/jobs.ts'
import { startRotations } from '../infra/crypto/rotation.ts'
import type { OpenHouse } from './open-runtime.ts'
import { purgeDeliveries } from '../webhooks/deliveries/purge-deliveries.ts'

/** Answers what stops it all: nothing new is begun, what is in flight is finished. */
export const openBackground = ({ house, kms, appUrl }: OpenHouse, desks: Desks): (() => Promise<void>) => {
  const inquiries = desks.payments.startInquiries()
  const transfers = desks.transfers.startSending()
  const alerts = desks.alerts.startExpiry()
  const deliveries = desks.deliveries.start()
  const disuse = startDisuse(house)
  const rotations = startRotations({ house, kms })
  const jobs = startJobs(appUrl, maintenance(house), house.log)
  return async () => {
    await Promise.all([
      inquiries.stop(),
      transfers.stop(),
      alerts.stop(),
      deliveries.stop(),
      disuse.stop(),
      rotations.stop(),
      jobs.then((stop) => stop()),
    ])
  }
}

const maintenance = (house: House): Job[] => [
  ...identityJobs(house),
  ...fraudJobs(house),
  tellHeads(house),
  ...quotaJobs(house),
  {
    name: 'purge-idempotency-keys',
    cron: '17 * * * *',
    run: () =>
      forEachTenant(house, (tenantId) =>
        house.db.inTenant(tenantId, (tx) => purgeKeys(tx, tenantId, house.clock.ms())),
      ),
  },
  { name: 'purge-deliveries', cron: '37 * * * *', run: () => purgeDeliveries(house).then(() => undefined) },
]

const forEachTenant = async (house: House, work: (tenantId: string) => Promise<unknown>): Promise<void> => {
  for (const tenantId of await house.db.acrossTenants(tenantsOf)) await work(tenantId)
}
