/**
 * Does what is due for a payment that has not been sent: released from a review, refused, or left over by a process
 * that died.
 */
import { hasAlert } from '../../fraud/alerts/alert-store.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { BLOCKED_BY_RULE, CHALLENGED_BY_RULE, NOT_APPROVED } from '../charge/fraud-refusals.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import { releasePayment } from './release-payment.ts'

/** This process holds the payment's lease. */
export const resolveCreated = async (services: StepServices, payment: Leased<PaymentRow>): Promise<void> => {
  const is3d = payment.secure_type !== 'non_3d'
  if (payment.verdict === 'approve' && !is3d) return releasePayment(services, payment)
  const transition =
    payment.verdict === 'block'
      ? await toBlockedTransition(services, payment)
      : is3d
        ? INTERRUPTED_3D_START
        : CHALLENGED_BY_RULE
  await takePaymentStep(services, payment, transition)
}

/** A payment that was under review has an alert. */
const toBlockedTransition = async (
  services: Pick<PaymentServices, 'runtime'>,
  { tenant_id, id }: Leased<PaymentRow>,
): Promise<PaymentTransition> => {
  const wasHeld = await services.runtime.db.transaction({ of: tenant_id }, (tx) => hasAlert(tx, tenant_id, id))
  return wasHeld ? { ...BLOCKED_BY_RULE, error_message: NOT_APPROVED.error_message } : BLOCKED_BY_RULE
}
const INTERRUPTED_3D_START: PaymentTransition = {
  trigger: 'refuse',
  error_code: 'three_ds_init_exception',
  error_message: 'The start of 3D Secure broke off',
}
