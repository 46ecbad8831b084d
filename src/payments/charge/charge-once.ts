/** The charge of a card that may come from a token: however it ends, card and code behind the token are gone before the caller hears. */
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

/** No bank was asked, or nobody knows yet: the same request goes on with the card, until the token expires. */
const mayComeAgain = (error: unknown): boolean =>
  !(error instanceof Problem) || error.extras.transaction_id === undefined || error instanceof UnsentProblem
