/** The last two stages of a step of a payment: the transition becomes an update, and the update is recorded. */
import type { LoggedExchange } from '../../acquiring/request-log/request-log-row.ts'
import { applyPaymentTransition, type PaymentTransition } from '../persistence/apply-payment-transition.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'
import type { Caller } from './caller.ts'
import type { StepServices } from './payment-services.ts'

interface StepDetails {
  logged?: readonly LoggedExchange[]
  /** Left out by a job. */
  caller?: Pick<Caller, 'path' | 'arrivedAt'>
  /** Members that this step sets in place of the table's. */
  changes?: Partial<PaymentUpdate>
}

/** Returns undefined if another process was first; then the stored state has to be read. */
export const takePaymentStep = async (
  { runtime, records }: StepServices,
  payment: PreparedPayment,
  transition: PaymentTransition,
  { logged = [], caller, changes }: StepDetails = {},
): Promise<PaymentUpdate | undefined> => {
  const context = records.updateContext(runtime.clock.ms(), caller)
  const update = { ...applyPaymentTransition(payment, transition, logged, context), ...changes }
  return (await records.record(update)) ? update : undefined
}
