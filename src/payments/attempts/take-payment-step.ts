/** The last two stages of a step of a payment: the transition becomes an update, and the update is recorded. */
import type { LoggedExchange } from '../../acquiring/request-log/request-log-row.ts'
import { counter } from '../../infra/process/metrics.ts'
import { applyPaymentTransition, type PaymentTransition } from '../persistence/apply-payment-transition.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'
import type { Caller } from './caller.ts'
import type { FoundAtBank, StepServices } from './payment-services.ts'

interface StepDetails {
  logged?: readonly LoggedExchange[]
  /** Left out by a job. */
  caller?: Pick<Caller, 'path' | 'arrivedAt'>
  /** Members that this step sets in place of the table's. */
  changes?: Partial<PaymentUpdate>
  /** Recorded together with the step. */
  found?: FoundAtBank
}

const moved = counter('vezne_payments_total')

/** Returns undefined if another process was first; then the stored state has to be read. */
export const takePaymentStep = async (
  { runtime, records }: StepServices,
  payment: PreparedPayment,
  transition: PaymentTransition,
  { logged = [], caller, changes, found }: StepDetails = {},
): Promise<PaymentUpdate | undefined> => {
  const context = records.updateContext(runtime.clock.ms(), caller)
  const update = { ...applyPaymentTransition(payment, transition, logged, context), ...changes }
  const isTaken = await (found === undefined ? records.record(update) : records.recordFound(update, found))
  if (!isTaken) return undefined
  if (update.to_status !== update.from_status) moved.inc({ status: update.to_status })
  return update
}
