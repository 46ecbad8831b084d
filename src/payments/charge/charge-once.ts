/**
 * The charge of a card that may come from a token. However it ends, card and code behind the token are erased before
 * the response is sent.
 */
import { Problem } from '../../core/problem.ts'
import { UnsentProblem } from '../attempts/unsent-payment.ts'
import { forgetTokenCard } from '../card-tokens/use-card-token.ts'
import type { ChargeCall } from './charge-call.ts'

export const chargeOnce = async <T>(
  call: Pick<ChargeCall, 'tenantId' | 'merchantId' | 'body' | 'runtime'>,
  charge: () => Promise<T>,
): Promise<T> => {
  if (call.body.card_token === undefined) return charge()
  try {
    const answer = await charge()
    await forgetTokenCard(call.runtime, call)
    return answer
  } catch (error) {
    if (!mayComeAgain(error)) await forgetTokenCard(call.runtime, call)
    throw error
  }
}

/**
 * Returns whether no bank was asked or the outcome is unknown; then the same request may be repeated with the card
 * until the token expires.
 */
const mayComeAgain = (error: unknown): boolean =>
  !(error instanceof Problem) || error.extras.transaction_id === undefined || error instanceof UnsentProblem
