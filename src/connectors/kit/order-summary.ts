/** The record of an order at a bank that has one summary of it and lists no movements: what a gateway gets from it. */
import { money } from '../../core/money.ts'
import type { Attempt, BankReferences, Observation } from '../attempt.ts'
import type { BankOrder } from '../bank-order.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import type { Bank } from './gateway.ts'
import { declinedThere, inconclusive, observationFromTotals, type Unfound, voidedThere } from './observation.ts'
import type { Inquiries } from './order-record.ts'

export interface OrderSummary {
  readonly kind: 'found'
  /** `captured`: a hold that was captured, as far as the bank tells it from a sale. */
  readonly state: 'sold' | 'held' | 'captured' | 'voided' | 'declined'
  /** The bank's own name for it. */
  readonly word: string
  /** Minor units. */
  readonly amount: number
  /** ISO 4217 number; absent where the bank does not state it. */
  readonly currency?: string
  readonly refunded: number
  readonly code: string
  readonly settlementId: string | null
  readonly maskedCardNumber?: string | null
  readonly references: BankReferences
}

interface Summaries<Account> {
  orderId(of: { readonly reference: string }): string
  ask(bank: Bank<Account>, orderId: string, currency: string): Promise<OrderSummary | Unfound>
}

export const inquiriesOfSummary = <Account>({ orderId, ask }: Summaries<Account>): Inquiries<Account> => ({
  async inquire(bank, attempt) {
    const summary = await ask(bank, orderId(attempt), attempt.amount.currency)
    return summary.kind === 'found' ? observationOf(summary, attempt) : summary
  },
  async inquireOperation(bank, followUp) {
    const { original, amount } = followUp
    const summary = await ask(bank, orderId(original), amount.currency)
    if (summary.kind !== 'found') return summary
    const { state, refunded, references } = summary
    // How much was captured is not shown. There is one capture, so it is the one that is asked about.
    const isCaptured = (state === 'captured' || state === 'sold') && original.captured === 0
    const captured = isCaptured ? amount.minor : original.captured
    return observationFromTotals(
      followUp,
      { captured, refunded, isVoided: state === 'voided', isPending: false },
      references,
    )
  },
  async lookUp(bank, { amount: { currency } }, order) {
    const summary = await ask(bank, order, currency)
    return summary.kind === 'found' ? bankOrderOf(summary, currency) : summary
  },
})

const DONE = { sale: ['sold'], pre_auth: ['held', 'captured'] } as const

const observationOf = (
  { state, amount, currency, code, references }: OrderSummary,
  { operation, amount: ours }: Attempt,
): Observation => {
  if (state === 'declined') return declinedThere(code, references)
  if (state === 'voided') return voidedThere(references)
  const isDone = DONE[operation as keyof typeof DONE].some((each) => each === state)
  const isOurs = amount === ours.minor && (currency ?? currencyNumber(ours.currency)) === currencyNumber(ours.currency)
  if (!isDone || !isOurs) return inconclusive(`the bank has the order ${state} with ${amount} of ${currency ?? 'it'}`)
  return { kind: 'approved', references, bankCode: '00' }
}

const STATES: Readonly<Record<OrderSummary['state'], BankOrder['state']>> = {
  sold: 'captured',
  captured: 'captured',
  held: 'authorized',
  voided: 'voided',
  declined: 'declined',
}

const bankOrderOf = (summary: OrderSummary, currency: string): BankOrder => {
  const { word, amount, refunded, references, settlementId } = summary
  const state = STATES[summary.state]
  const captured = state === 'captured' ? amount : 0
  return {
    state: captured > 0 && refunded >= captured ? 'refunded' : state,
    word,
    amount: money(amount, currency),
    captured,
    refunded,
    references,
    bankCode: summary.code,
    maskedCardNumber: summary.maskedCardNumber ?? null,
    settlementId,
    movements: [],
    isSummary: true,
  }
}
