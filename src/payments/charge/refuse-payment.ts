/** A payment that the fraud rules refuse is recorded as failed and never sent to a bank. */
import type { Answer } from '../../access/endpoint.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { applyTransition } from '../persistence/apply-transition.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { BLOCKED_BY_RULE, CHALLENGED_BY_RULE } from './fraud-refusals.ts'

/** Fails a payment that was blocked, or that needs a challenge but has no 3D Secure, without a call to the bank. */
export const refusePayment = async (
  services: Pick<PaymentServices, 'runtime' | 'records' | 'leases'>,
  caller: { path: string; arrivedAt: number | null },
  payment: PreparedPayment,
): Promise<Answer> => {
  const finding = payment.verdict === 'block' ? BLOCKED_BY_RULE : CHALLENGED_BY_RULE
  const nowMs = services.runtime.clock.ms()
  const outcome = applyTransition(payment, finding, [], {
    ...services.records.updateContext(nowMs),
    instance: caller.path,
    duration_ms: caller.arrivedAt === null ? null : Date.now() - caller.arrivedAt,
  })
  if (!(await services.records.record(outcome)) || outcome.answer_body === null || outcome.answer_status === null)
    return respondWithStored(services, payment.tenant_id, payment.id, true)
  return { status: outcome.answer_status, bodyText: outcome.answer_body }
}
