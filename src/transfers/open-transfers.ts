/** Transfers of one process: their endpoints, and the sweeps that send, ask and keep the books. */
import type { Endpoint } from '../access/endpoint.ts'
import type { AlertEffects } from '../fraud/alerts/alert-decision-handler.ts'
import { type Sweep, startSweep } from '../infra/process/sweep.ts'
import { keepBooks } from './ledger/reconcile-ledger.ts'
import { heldTransfers } from './approval/apply-alert-decision.ts'
import { transferEndpoints } from './endpoints.ts'
import { runDuePlans } from './recurring/run-plans.ts'
import { openSender } from './dispatch/run-due-transfers.ts'
import { openSendingDesk } from './dispatch/dispatch-services.ts'
import { openTransferSettings } from './settings.ts'
import type { TransferParts } from './model/transfer-services.ts'

export interface Transfers {
  endpoints: readonly Endpoint[]
  /** What the decision of a fraud alert sets off for its transfer. */
  alertEffects: AlertEffects
  /** Starts sending and asking; worker processes only. */
  startSending: () => { stop(): Promise<void> }
  close(): void
}

const SENDING_IDLE_MS = 1_000
const PLANS_IDLE_MS = 2_000
const BOOKS_IDLE_MS = 10_000

export const openTransfers = (parts: TransferParts): Transfers => {
  const { log, notices } = parts.house
  const settings = openTransferSettings(parts.house)
  const desk = openSendingDesk(parts, {
    patienceOf: settings.of,
    windowsOf: async (tenantId) => (await settings.of(tenantId)).windows,
  })
  return {
    alertEffects: heldTransfers(parts),
    endpoints: transferEndpoints(desk, () => notices.tell('transfers')),
    startSending: () => {
      const sender = openSender(desk, () => void sweeps[0]?.wake())
      const sweeps: Sweep[] = [
        startSweep({
          name: 'transfers',
          // What it begins goes on beside it: it is woken when there is room for more.
          work: async () => (desk.seesOthers() ? sender.fill() : 0),
          idleMs: SENDING_IDLE_MS,
          log,
        }),
        startSweep({ name: 'recurring-transfers', work: () => runDuePlans(desk), idleMs: PLANS_IDLE_MS, log }),
        startSweep({
          name: 'transfer-books',
          work: () => keepBooks(desk).then(() => 0),
          idleMs: BOOKS_IDLE_MS,
          log,
        }),
      ]
      const wake = (): void => sweeps.forEach((sweep) => void sweep.wake())
      const deaf = [notices.on('clock', wake), notices.on('transfers', wake)]
      return {
        async stop() {
          for (const stop of deaf) stop()
          await Promise.all(sweeps.map((sweep) => sweep.stop()))
          await sender.settled()
        },
      }
    },
    close: () => settings.close(),
  }
}
