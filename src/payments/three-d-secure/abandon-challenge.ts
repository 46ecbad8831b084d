/** A shopper who has returned from the bank's page without its response, and wants to use another card. */
import type { StepServices } from '../attempts/payment-services.ts'
import type { PaymentRow } from '../model/payment.ts'
import { findChallenge, mayBeCharged } from './card-challenge.ts'
import type { AuthenticationDecision } from './decide-authentication.ts'
import { failChallenge } from './fail-challenge.ts'

const ABANDONED: AuthenticationDecision = {
  isPassed: false,
  error_code: 'three_ds_user_cancelled',
  error_message: "The cardholder left the bank's page for another card",
}

/**
 * If the bank charges on its own page, only the bank knows whether it has, so such a challenge is never abandoned here.
 */
export const canBeAbandoned = ({ status, secure_type }: Pick<PaymentRow, 'status' | 'secure_type'>): boolean =>
  status === 'three_d_secure_init_processing' && secure_type === 'three_ds_v2'

/** Has no effect if the bank's response came first; a response that comes later charges nothing. */
export const abandonChallenge = async (services: StepServices, tenantId: string, paymentId: string): Promise<void> => {
  const challenged = await findChallenge(services, tenantId, paymentId)
  if (challenged === undefined || !canBeAbandoned(challenged.payment) || mayBeCharged(challenged)) return
  await failChallenge(services, challenged, ABANDONED)
}
