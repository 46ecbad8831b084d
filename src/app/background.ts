/** Background work: deliveries, inquiries, and maintenance scheduled in real time. */

import { logChainHeads } from '../access/audit/chain-heads.ts'
import { cutOldEntries } from '../access/audit/cut-chains.ts'
import { listTenantIds } from '../access/callers/realm-lookup.ts'
import { purgeKeys } from '../access/idempotency/run-once.ts'
import { quotaJobs } from '../access/limits/quota-jobs.ts'
import { checkoutJobs } from '../checkout/end-due-sessions.ts'
import { fieldsJobs } from '../checkout/fields/forget-cards.ts'
import { purgeConsoleSessions } from '../console/session/purge-sessions.ts'
import { fraudJobs } from '../fraud/velocity/velocity-jobs.ts'
import { identityJobs } from '../identity/identity-jobs.ts'
import { startAnsweringRequests } from '../identity/links/answer-requests.ts'
import { startDisablingUnusedUsers } from '../identity/login/disable-unused-users.ts'
import { startRotations } from '../infra/crypto/rotation.ts'
import { openPatientPool } from '../infra/database/absence/patient-pool.ts'
import { partitionJobs } from '../infra/database/partitions/keep-partitions.ts'
import { rewriteJobs } from '../infra/database/partitions/rewrite-parts.ts'
import { traceJobs } from '../infra/database/trace-contexts.ts'
import type { Tls } from '../infra/http/tls.ts'
import type { Config } from '../infra/process/config.ts'
import { type Job, startJobs } from '../infra/process/jobs.ts'
import type { Runtime } from '../infra/runtime.ts'
import { LISTS_OF_PARTS } from '../lists/blocks/cut-lists.ts'
import { startClosing } from '../lists/upkeep/close-lists.ts'
import { listJobs } from '../lists/upkeep/list-jobs.ts'
import { openMailer } from '../mail/open-mailer.ts'
import { purgeMails, startMails } from '../mail/send-mails.ts'
import { offerJobs } from '../payments/conversions/drop-offers.ts'
import { claimJobs } from '../payments/persistence/claim-days.ts'
import { recurringJobs } from '../recurring/expiring-cards.ts'
import { recountLedger } from '../transfers/ledger/verify-account-ledger.ts'
import { purgeDeliveries } from '../webhooks/deliveries/purge-deliveries.ts'
import { listsOfTenants } from './closed-lists.ts'
import { COUNTED_TABLES } from './handed-reads.ts'
import { openForUpkeep } from './open-for-upkeep.ts'
import type { OpenRuntime } from './open-runtime.ts'
import { readHost } from './running/host-facts.ts'
import type { Services } from './services.ts'

/** Returns a function that stops all of it: nothing new starts, work in progress is finished. */
export const composeBackground = (
  {
    runtime,
    kms,
    sealedTables,
    shards,
    appUrl,
  }: Pick<OpenRuntime, 'runtime' | 'kms' | 'sealedTables' | 'shards' | 'appUrl'>,
  services: Services,
): (() => Promise<void>) => {
  const inquiries = services.payments.startInquiries()
  const unfinished = services.reconciliations.startUnfinished()
  const settlements = services.settlements.startMaking()
  const recurring = services.recurring.startCharging()
  const transfers = services.transfers.startSending()
  const alerts = services.alerts.startExpiry()
  const chargebacks = services.chargebacks.startAlarms()
  const deliveries = services.deliveries.start()
  const monitors = services.monitors.start()
  const disuse = startDisablingUnusedUsers(runtime)
  const mails = startSendingMails(runtime, services)
  const rotations = startRotations({ runtime, kms, sealedTables, shards: shards.map((each) => each.runtime.db) })
  const jobs = startJobs(
    (options, onRefused) => openPatientPool(appUrl, options, onRefused),
    [...maintenance(runtime, appUrl), ...services.reconciliations.jobs, ...services.monitors.jobs],
    runtime.log,
  )
  const closing = startClosing(listsOfTenants(runtime), runtime.log)
  return async () => {
    await Promise.all([
      inquiries.stop(),
      unfinished.stop(),
      settlements.stop(),
      recurring.stop(),
      transfers.stop(),
      alerts.stop(),
      chargebacks.stop(),
      deliveries.stop(),
      monitors.stop(),
      disuse.stop(),
      mails.stop(),
      rotations.stop(),
      closing.stop(),
      jobs.stop(),
    ])
  }
}

/** Watches the machine of this process, in processes without other background work as well. Returns a function that stops it. */
export const watchHost = (
  { monitors }: Pick<Services, 'monitors'>,
  { dataDir }: Pick<Config, 'dataDir'>,
  tls: Tls | undefined,
): (() => Promise<unknown>) => {
  const watching = monitors.startHost(() => readHost(dataDir, tls))
  return () => watching.stop()
}

/** If there is no mailer, nothing is ever put into the outbox. */
const startSendingMails = (runtime: Runtime, { accessControl, processRegistry }: Services) => {
  const mailer = openMailer(runtime.config)
  const started = mailer
    ? [startMails(runtime, processRegistry, mailer), startAnsweringRequests(runtime, accessControl.realms)]
    : []
  return { stop: () => Promise.all(started.map((each) => each.stop())) }
}

const maintenance = (runtime: Runtime, appUrl: string): Job[] => [
  ...identityJobs(runtime),
  purgeConsoleSessions(runtime),
  purgeMails(runtime),
  ...fraudJobs(runtime),
  logChainHeads(runtime),
  cutOldEntries(runtime, runtime.config.keptMonths.audit_log),
  ...quotaJobs(runtime, COUNTED_TABLES, () => openForUpkeep(appUrl, runtime.log)),
  ...recurringJobs(runtime),
  ...checkoutJobs(runtime),
  ...fieldsJobs(runtime),
  recountLedger(runtime),
  ...partitionJobs({ ...runtime, lists: LISTS_OF_PARTS }, runtime.config.keptMonths),
  ...rewriteJobs({ ...runtime, lists: LISTS_OF_PARTS }, runtime.config.keptMonths.bodies, () =>
    openForUpkeep(appUrl, runtime.log),
  ),
  ...traceJobs(runtime),
  ...claimJobs(runtime),
  ...offerJobs(runtime),
  ...listJobs(listsOfTenants(runtime)),
  {
    name: 'purge-idempotency-keys',
    cron: '17 * * * *',
    run: () =>
      forEachTenant(runtime, (tenantId) =>
        runtime.db.transaction({ of: tenantId }, (tx) => purgeKeys(tx, tenantId, runtime.clock.ms())),
      ),
  },
  { name: 'purge-deliveries', cron: '37 * * * *', run: () => purgeDeliveries(runtime, LISTS_OF_PARTS) },
]

const forEachTenant = async (runtime: Runtime, work: (tenantId: string) => Promise<unknown>): Promise<void> => {
  for (const tenantId of await runtime.db.transaction({ as: 'platform' }, listTenantIds)) await work(tenantId)
}
