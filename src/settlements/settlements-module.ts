/** Settlements of one process: their endpoints, and the sweeps that make and complete them. */
import type { Endpoint } from '../access/endpoint.ts'
import { continueRuns } from '../infra/database/staged-run.ts'
import { startSweep } from '../infra/process/sweep.ts'
import { completeAllSettled } from './making/complete-settled.ts'
import { type MakingServices, makeSettlements } from './making/make-settlements.ts'
import { findOpenRun } from './making/settlement-run-store.ts'
import { settlementEndpoints } from './settlement-endpoints.ts'
import type { SettlementServices } from './settlement-services.ts'

export interface Settlements {
  endpoints: readonly Endpoint[]
  /** Only for worker processes. */
  startMaking: () => { stop(): Promise<void> }
}

const MAKING_IDLE_MS = 2_000
const COMPLETING_IDLE_MS = 60_000

export const composeSettlements = (services: SettlementServices): Settlements => ({
  endpoints: settlementEndpoints(services),
  startMaking: () => startMaking(services),
})

const startMaking = ({ runtime, wakeDeliveries }: SettlementServices): { stop(): Promise<void> } => {
  const { db, log, clock, notifications } = runtime
  const making: MakingServices = { db, nowMs: () => clock.ms(), wakeDeliveries }
  const wokenBy = (wake: () => void) => [notifications.subscribe('clock', wake)]
  const sweeps = [
    startSweep({
      name: 'settlements',
      work: continueRuns({ db, find: findOpenRun, run: (...of) => makeSettlements(making, ...of) }),
      idleMs: MAKING_IDLE_MS,
      log,
      wokenBy,
    }),
    startSweep({
      name: 'settlement-completion',
      work: async () => {
        const touched = await completeAllSettled(db, clock.ms(), (tenantId, err) =>
          log.error('settlement_completion.failed', { tenant_id: tenantId, err }),
        )
        wakeDeliveries(touched)
        return 0
      },
      idleMs: COMPLETING_IDLE_MS,
      log,
      wokenBy,
    }),
  ]
  return { stop: async () => void (await Promise.all(sweeps.map((sweep) => sweep.stop()))) }
}
