/**
 * A payment in the currency of its card (docs/interface/cards.md#currency-conversion): the terms, and how its history
 * stores them.
 */
import type { ConversionOffer } from '../../connectors/port.ts'
import { isoTime } from '../../core/clock.ts'
import { computeProportion, type Money, money } from '../../core/money.ts'
import type { ConversionTerms, OfferedTerms } from './conversion-terms.ts'
import type { PaymentRow } from './payment.ts'
import type { StoredStep } from './payment-steps.ts'

/** How long an offer is valid. */
export const OFFER_MS = 5 * 60_000

export const toTerms = ({ amount, rate, markupPercent }: ConversionOffer): ConversionTerms => ({
  currency: amount.currency,
  amount: amount.minor,
  rate,
  markup_percent: markupPercent,
})

type Steps = readonly StoredStep[]

/** Returns whether the payment may have an offer; for any other none is looked up. */
export const asksForConversion = ({ extra }: Pick<PaymentRow, 'extra'>): boolean => extra?.dcc === 'true'

/** Returns the offer the payment waits with; undefined if there is none, or it was answered. */
export const findOpenOffer = ({ status, history }: { status: string; history: Steps }): OfferedTerms | undefined => {
  if (status !== 'processing') return undefined
  const last = history.findLast((step) => step.offered !== undefined || step.accepted !== undefined)
  return last?.accepted === undefined ? last?.offered : undefined
}

/** Returns whether the shopper was asked and has answered. */
export const isAnswered = (history: Steps): boolean => history.some((step) => step.accepted !== undefined)

/** Returns the terms the card is charged on; undefined if it is charged in the currency of the payment. */
export const findAcceptedTerms = (history: Steps): ConversionTerms | undefined =>
  history.find((step) => step.accepted === true)?.terms

/** Returns the amount the bank is asked for. */
export const amountAtBank = (payment: Pick<PaymentRow, 'amount' | 'currency' | 'history'>): Money => {
  const terms = findAcceptedTerms(payment.history)
  return terms === undefined ? money(payment.amount, payment.currency) : money(terms.amount, terms.currency)
}

type Converted = Pick<PaymentRow, 'amount' | 'currency' | 'captured' | 'refunded' | 'refunding' | 'history'>

/** Converts a part of the payment's amount to the currency the bank charged. */
export const partAtBank = (payment: Converted, minor: number): Money =>
  computeProportion(minor, payment.amount, amountAtBank(payment))

/**
 * Converts a refund to the currency that was charged, at the rate of the charge: the sum of all refunds including this
 * one is converted, minus what the earlier refunds took. So parts never add up to more than was charged, and the last
 * refund takes all that is left, which is never nothing, because the others leave at least one minor unit. `lost` is
 * what chargebacks took, in minor units of the payment.
 */
export const refundAtBank = (payment: Converted, minor: number, lost = 0): Money => {
  const { captured, refunded, refunding } = payment
  const charged = partAtBank(payment, captured).minor
  const taken = refundsAtBank(payment.history) + partAtBank(payment, lost).minor
  const sum = refunded + refunding + lost + minor
  const target = sum >= captured ? charged : Math.min(partAtBank(payment, sum).minor, charged - 1)
  return money(Math.max(0, target - taken), amountAtBank(payment).currency)
}

/**
 * Returns the refunds that are done or in progress, in minor units of the currency that was charged. `isDone` counts
 * only those that are done.
 */
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

/** Returns the amount of a refund that was sent, so that every inquiry about it uses the same one. */
export const sentAtBank = (history: Steps, operationId: string): number | undefined =>
  history.find((step) => step.operation_id === operationId && step.at_bank !== undefined)?.at_bank

/** Returns keys of `extra_properties` in results; their values are strings. */
export const toConversionKeys = (payment: {
  status: string
  amount?: number
  currency?: string
  history: Steps
}): Record<string, string> => {
  const offer = findOpenOffer(payment)
  if (offer !== undefined)
    return {
      dcc_offered: 'true',
      dcc_alternative_currency: offer.currency,
      dcc_alternative_amount: String(offer.amount),
      dcc_exchange_rate: offer.rate,
      dcc_markup_percent: offer.markup_percent,
      dcc_offer_expires_at: isoTime(offer.expires),
    }
  const terms = findAcceptedTerms(payment.history)
  if (terms === undefined || !CHARGED.has(payment.status)) return {}
  return {
    dcc_charged_currency: terms.currency,
    dcc_charged_amount: String(terms.amount),
    ...(payment.amount === undefined ? {} : { dcc_original_amount: String(payment.amount) }),
    ...(payment.currency === undefined ? {} : { dcc_original_currency: payment.currency }),
    dcc_exchange_rate: terms.rate,
  }
}

/** States of a payment that its bank has approved. */
const CHARGED: ReadonlySet<string> = new Set([
  'authorized',
  'capture_processing',
  'completed',
  'refund_processing',
  'refunded',
  'canceled_processing',
  'canceled',
])
