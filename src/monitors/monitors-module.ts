/** Monitors of one process: their endpoints, the sweeps that watch and notify, and the job that deletes old findings. */
import type { Realms } from '../access/callers/realms.ts'
import type { Endpoint } from '../access/endpoint.ts'
import type { ProcessRegistry } from '../infra/database/processes/process-registry.ts'
import { createOutgoing } from '../infra/outgoing/outgoing.ts'
import type { Job } from '../infra/process/jobs.ts'
import { startSweep } from '../infra/process/sweep.ts'
import type { Runtime } from '../infra/runtime.ts'
import { webhookTargetRules } from '../webhooks/dispatch/subscriber-address-rules.ts'
import { deleteOldFindings, findTenantsWithOldFindings } from './findings/finding-store.ts'
import { monitorEndpoints } from './monitor-endpoints.ts'
import type { HostFacts } from './reads/own-host.ts'
import type { WorkOfTenants } from './reads/stuck-payments.ts'
import { createTelling } from './telling/tell-due.ts'
import { startWatching, startWatchingHost } from './watching/watch.ts'

interface Stoppable {
  stop(): Promise<unknown>
}

export interface Monitors {
  readonly endpoints: readonly Endpoint[]
  readonly jobs: readonly Job[]
  /** Watches the whole installation, where no other worker does, and notifies; worker processes only. */
  start(): Stoppable
  /** Watches the machine of this process. */
  startHost(readHost: () => Promise<HostFacts>): Stoppable
  close(): void
}

interface Dependencies {
  readonly runtime: Runtime
  readonly processRegistry: Pick<ProcessRegistry, 'processNo' | 'canTrustLeases'>
  readonly realms: Pick<Realms, 'realmOfTenant'>
  /** Work of folders that this one may not import. */
  readonly stuckWork: readonly WorkOfTenants[]
}

const IDLE_MS = 5_000
const KEPT_MS = 365 * 86_400_000

export const composeMonitors = ({ runtime, processRegistry, realms, stuckWork }: Dependencies): Monitors => {
  const outgoing = createOutgoing({ rules: webhookTargetRules(runtime.config) })
  const tellNow = (): void => runtime.notifications.publish('monitors')
  return {
    endpoints: monitorEndpoints({ urlFault: (url) => outgoing.fault(url), realms }),
    jobs: [forgetFindings(runtime)],
    start() {
      const telling = createTelling({ ...runtime, outgoing }, processRegistry.processNo, () => sending.wake())
      const sending = startSweep({
        name: 'monitor-messages',
        work: async () => (processRegistry.canTrustLeases() ? telling.fill() : 0),
        idleMs: IDLE_MS,
        log: runtime.log,
        wokenBy: (wake) =>
          (['monitors', 'clock'] as const).map((topic) => runtime.notifications.subscribe(topic, wake)),
        idle: () => telling.idle(),
      })
      const watching = startWatching(runtime, processRegistry.processNo, stuckWork, tellNow)
      return { stop: () => Promise.all([watching.stop(), sending.stop()]) }
    },
    startHost: (readHost) => startWatchingHost(runtime, readHost, tellNow),
    close: () => outgoing.close(),
  }
}

/** Findings are kept for a year after their end. */
const forgetFindings = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Job => ({
  name: 'forget-monitor-findings',
  cron: '23 4 * * *',
  async run() {
    const before = new Date(clock.ms() - KEPT_MS)
    for (const tenantId of await db.transaction({ as: 'platform' }, (tx) => findTenantsWithOldFindings(tx, before)))
      await db.transaction({ of: tenantId }, (tx) => deleteOldFindings(tx, tenantId, before))
  },
})
