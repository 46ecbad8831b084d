/** The one choice that follows the fraud decision on a stored payment: refuse it, challenge its shopper, or charge it. */
import type { Answer } from '../../access/endpoint.ts'
import type { Caller } from '../attempts/caller.ts'
import type { StepServices } from '../attempts/payment-services.ts'
import { runPayment } from '../attempts/run-payment.ts'
import { respondToStep, respondWithStored } from '../attempts/stored-answer.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { BLOCKED_BY_RULE, CHALLENGED_BY_RULE } from '../charge/fraud-refusals.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import { beginChallenge, type ChallengeRequest } from './begin-challenge.ts'

type PaymentToSend = Omit<ChallengeRequest, 'addresses' | 'draft'> & {
  draft: ChallengeRequest['draft'] & Pick<PaymentDraft, 'addresses'>
}

/** This process holds the payment's lease. */
export const chargeOrChallenge = async (
  services: Parameters<typeof beginChallenge>[0],
  { draft, payment, caller }: PaymentToSend,
): Promise<Answer> => {
  const { addresses, card, candidates } = draft
  if (payment.verdict === 'block') return refuse(services, payment, caller, BLOCKED_BY_RULE)
  if (addresses !== null) return beginChallenge(services, { draft, addresses, payment, caller })
  if (payment.verdict === 'challenge') return refuse(services, payment, caller, CHALLENGED_BY_RULE)
  // The payment is under review, another process has released it meanwhile, or its date is in the future.
  if (payment.status === 'created') return respondWithStored(services, payment.tenant_id, payment.id, true)
  return runPayment(services, { payment, card, candidates, caller })
}

const refuse = async (
  services: StepServices,
  payment: PaymentToSend['payment'],
  caller: Caller,
  transition: typeof BLOCKED_BY_RULE | typeof CHALLENGED_BY_RULE,
): Promise<Answer> => respondToStep(services, payment, await takePaymentStep(services, payment, transition, { caller }))
