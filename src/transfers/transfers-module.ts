/** Transfers of one process: their endpoints, and the sweeps that send, inquire and reconcile the ledger. */
import type { Endpoint } from '../access/endpoint.ts'
import type { AlertDecisionHandler } from '../fraud/alerts/alert-decision-handler.ts'
import type { ProcessRegistry } from '../infra/database/processes/process-registry.ts'
import { startSweep } from '../infra/process/sweep.ts'
import { createReviewDecisionHandler } from './approval/apply-transfer-decision.ts'
import { composeDispatchServices } from './dispatch/dispatch-services.ts'
import { createTransferDispatcher } from './dispatch/run-due-transfers.ts'
import { reconcileLedger } from './ledger/reconcile-ledger.ts'
import { verifyLedger } from './ledger/verify-account-ledger.ts'
import type { TransferServices } from './model/transfer-services.ts'
import { runDueRecurringTransfers } from './recurring/run-recurring-transfers.ts'
import { transferEndpoints } from './transfer-endpoints.ts'
import { createTransferSettings } from './transfer-settings.ts'

export interface Transfers {
  endpoints: readonly Endpoint[]
  /** Applies the decision of a fraud alert to its transfer. */
  alertEffects: AlertDecisionHandler
  /** Starts sending and inquiring; only for worker processes. */
  startSending: () => { stop(): Promise<void> }
  close(): void
}

interface TransferDependencies extends TransferServices {
  processRegistry: Pick<ProcessRegistry, 'processNo' | 'canTrustLeases'>
}

const SENDING_IDLE_MS = 1_000
const PLANS_IDLE_MS = 2_000
const BOOKS_IDLE_MS = 10_000
const VERIFICATION_IDLE_MS = 30_000

export const composeTransfers = ({ processRegistry, ...services }: TransferDependencies): Transfers => {
  const { log, notifications } = services.runtime
  const settings = createTransferSettings(services.runtime)
  const dispatch = composeDispatchServices(services, processRegistry, {
    retryPolicyOf: settings.of,
    windowsOf: async (tenantId) => (await settings.of(tenantId)).windows,
  })
  return {
    alertEffects: createReviewDecisionHandler(services),
    endpoints: transferEndpoints(dispatch, () => notifications.publish('transfers')),
    startSending: () => {
      const wokenBy = (wake: () => void) => [
        notifications.subscribe('clock', wake),
        notifications.subscribe('transfers', wake),
      ]
      const sender = createTransferDispatcher(dispatch, () => sending.wake())
      const sending = startSweep({
        name: 'transfers',
        // The work it starts continues in the background; the sweep is woken when slots are free.
        work: async () => (processRegistry.canTrustLeases() ? sender.fill() : 0),
        idleMs: SENDING_IDLE_MS,
        log,
        wokenBy,
        idle: () => sender.idle(),
      })
      const others = [
        { name: 'recurring-transfers', work: () => runDueRecurringTransfers(dispatch), idleMs: PLANS_IDLE_MS, wokenBy },
        { name: 'transfer-books', work: () => reconcileLedger(dispatch).then(() => 0), idleMs: BOOKS_IDLE_MS, wokenBy },
        { name: 'ledger-verification', work: () => verifyLedger(services.runtime), idleMs: VERIFICATION_IDLE_MS },
      ].map((sweep) => startSweep({ ...sweep, log }))
      const sweeps = [sending, ...others]
      return { stop: async () => void (await Promise.all(sweeps.map((sweep) => sweep.stop()))) }
    },
    close: () => settings.close(),
  }
}
