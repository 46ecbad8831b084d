/** A payment in the currency of its card (docs/interface/cards.md#currency-conversion): the terms, and what its history says of them. */
import type { ConversionOffer } from '../../connectors/port.ts'
import { isoTime } from '../../core/clock.ts'
import { type Money, money, proportionOf } from '../../core/money.ts'
import type { ConversionTerms, OfferedTerms } from './conversion-terms.ts'
import type { PaymentRow } from './payment.ts'
import type { StoredStep } from './payment-steps.ts'

/** How long an offer stands. */
export const OFFER_MS = 5 * 60_000

export const toTerms = ({ amount, rate, markupPercent }: ConversionOffer): ConversionTerms => ({
  currency: amount.currency,
  amount: amount.minor,
  rate,
  markup_percent: markupPercent,
})

type Steps = readonly StoredStep[]

/** Only such a payment may have an offer: of any other none is looked for. */
export const asksForConversion = ({ extra }: Pick<PaymentRow, 'extra'>): boolean => extra?.dcc === 'true'

/** The offer the payment waits with; undefined: there is none, or it was answered. */
export const openOfferOf = ({ status, history }: { status: string; history: Steps }): OfferedTerms | undefined => {
  if (status !== 'processing') return undefined
  const last = history.findLast((step) => step.offered !== undefined || step.accepted !== undefined)
  return last?.accepted === undefined ? last?.offered : undefined
}

/** Whether the shopper was asked, and has answered. */
export const isAnswered = (history: Steps): boolean => history.some((step) => step.accepted !== undefined)

/** The terms the card is charged on; undefined: in the currency of the payment. */
export const acceptedTermsOf = (history: Steps): ConversionTerms | undefined =>
  history.find((step) => step.accepted === true)?.terms

/** What the bank is asked for. */
export const amountAtBank = (payment: Pick<PaymentRow, 'amount' | 'currency' | 'history'>): Money => {
  const terms = acceptedTermsOf(payment.history)
  return terms === undefined ? money(payment.amount, payment.currency) : money(terms.amount, terms.currency)
}

type Converted = Pick<PaymentRow, 'amount' | 'currency' | 'captured' | 'refunded' | 'refunding' | 'history'>

/** A part of the payment's amount as the bank of a converted one counts it. */
export const partAtBank = (payment: Converted, minor: number): Money =>
  proportionOf(minor, payment.amount, amountAtBank(payment))

/**
 * A refund in the currency that was charged, at the rate of the charge: what is refunded so far and with it, converted as one sum, less
 * what the refunds before took of it. So parts never add up to more than was charged, and the last of them takes all that is left, which is
 * never nothing: the others leave at least one minor unit.
 * `lost`: minor units of the payment that chargebacks took.
 */
export const refundAtBank = (payment: Converted, minor: number, lost = 0): Money => {
  const { captured, refunded, refunding } = payment
  const charged = partAtBank(payment, captured).minor
  const taken = refundsAtBank(payment.history) + partAtBank(payment, lost).minor
  const sum = refunded + refunding + lost + minor
  const target = sum >= captured ? charged : Math.min(partAtBank(payment, sum).minor, charged - 1)
  return money(Math.max(0, target - taken), amountAtBank(payment).currency)
}

/** Minor units in the currency that was charged: of refunds that are done or under way. `isDone`: those alone. */
export const refundsAtBank = (history: Steps, isDone = false): number => {
  let sum = 0
  for (const sent of history) {
    if (sent.at_bank === undefined) continue
    const end = history.findLast((step) => step.operation_id === sent.operation_id && step !== sent)
    const counts = end === undefined ? !isDone : end.error_code === undefined
    if (counts) sum += sent.at_bank
  }
  return sum
}

/** Of a refund that was sent: the same in every inquiry about it. */
export const sentAtBank = (history: Steps, operationId: string): number | undefined =>
  history.find((step) => step.operation_id === operationId && step.at_bank !== undefined)?.at_bank

/** Keys of `extra_properties` in results; values are strings. */
export const toConversionKeys = (payment: {
  status: string
  amount?: number
  currency?: string
  history: Steps
}): Record<string, string> => {
  const offer = openOfferOf(payment)
  if (offer !== undefined)
    return {
      dcc_offered: 'true',
      dcc_alternative_currency: offer.currency,
      dcc_alternative_amount: String(offer.amount),
      dcc_exchange_rate: offer.rate,
      dcc_markup_percent: offer.markup_percent,
      dcc_offer_expires_at: isoTime(offer.expires),
    }
  const terms = acceptedTermsOf(payment.history)
  if (terms === undefined || !CHARGED.has(payment.status)) return {}
  return {
    dcc_charged_currency: terms.currency,
    dcc_charged_amount: String(terms.amount),
    ...(payment.amount === undefined ? {} : { dcc_original_amount: String(payment.amount) }),
    ...(payment.currency === undefined ? {} : { dcc_original_currency: payment.currency }),
    dcc_exchange_rate: terms.rate,
  }
}

/** Its bank has approved it. */
const CHARGED: ReadonlySet<string> = new Set([
  'authorized',
  'capture_processing',
  'completed',
  'refund_processing',
  'refunded',
  'canceled_processing',
  'canceled',
])
