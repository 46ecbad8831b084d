/** Captures, voids and refunds of the simulated bank: it follows `simulate`, else it approves. It keeps no ledger. */
import type { BankReferences, CallContext, Observation, Outcome, PaymentOperation } from '../attempt.ts'
import type { BankOrder, LookedUp } from '../bank-order.ts'
import type { Connector } from '../port.ts'
import { completeExchange, startExchange } from './simbank-exchanges.ts'
import { messageFor, NO_ANSWER_CODE, referencesFor } from './simbank-script.ts'

const APPROVED_CODE = '00'

export const simulatedOperations: Required<Pick<Connector, 'operate' | 'inquireOperation' | 'lookUp'>> = {
  async operate(followUp: PaymentOperation, context: CallContext): Promise<Outcome> {
    const exchange = startExchange(followUp.operation, buildRequest(followUp), context)
    const code = followUp.extra.simulate ?? APPROVED_CODE
    const fault = { providerCode: code, providerMessage: messageFor(code) }
    if (code === NO_ANSWER_CODE) return { kind: 'unknown', fault, countsForBreaker: false }
    const outcome = verdict(followUp, code)
    completeExchange(exchange, outcome, { code, message: fault.providerMessage }, context)
    return outcome
  },
  /** Repeats the original response; one never sent counts as an approval. */
  async inquireOperation(followUp: PaymentOperation, context: CallContext): Promise<Observation> {
    const exchange = startExchange('inquiry', buildRequest(followUp), context)
    const wanted = followUp.extra.simulate ?? APPROVED_CODE
    const code = wanted === NO_ANSWER_CODE ? APPROVED_CODE : wanted
    const observation = followUp.recorded ?? verdict(followUp, code)
    completeExchange(exchange, observation, { code, message: messageFor(code) }, context)
    return observation
  },
  /** The simulated bank has no records but ours. */
  async lookUp(attempt: LookedUp, _context: CallContext, orderId?: string): Promise<BankOrder | 'not_found'> {
    if (orderId !== undefined && orderId !== attempt.reference) return 'not_found'
    return attempt.recordedOrder === undefined ? 'not_found' : asReportedLater(attempt, attempt.recordedOrder)
  },
}

/** Amounts that end in 91 or 92: the first installment of their plan was reversed at the bank, or failed there after all. */
const asReportedLater = ({ storedCredential, amount }: LookedUp, order: BankOrder): BankOrder => {
  if (storedCredential?.installment !== 1 || order.state !== 'captured') return order
  const ending = amount.minor % 100
  if (ending === 91) return { ...order, state: 'voided', word: 'reversed' }
  return ending === 92 ? { ...order, state: 'declined', word: 'error', bankCode: '05' } : order
}

const verdict = (followUp: PaymentOperation, code: string): Extract<Outcome, { kind: 'approved' | 'declined' }> => {
  const references = referencesOf(followUp)
  if (code === APPROVED_CODE) return { kind: 'approved', references, bankCode: code }
  const fault = { providerCode: code, providerMessage: messageFor(code) }
  return { kind: 'declined', fault, references: { ...references, authCode: null }, countsForBreaker: false }
}

/** A refund is a separate movement; capture and void belong to the payment they end. */
const referencesOf = ({ operation, reference, transactionId }: PaymentOperation): BankReferences =>
  referencesFor(operation === 'refund' ? reference.slice(1) : transactionId)

const buildRequest = ({ operation, reference, transactionId, amount, original }: PaymentOperation): object => ({
  operation,
  reference,
  original_reference: original.reference,
  transaction_id: transactionId,
  amount: amount.minor,
  currency: amount.currency,
})
