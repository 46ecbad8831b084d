/** The simulated bank's offer to a foreign card: its own currency, at fixed rates (docs/interface/sandbox.md#currency-conversion). */
import { maskCardNumber } from '../../core/card-number.ts'
import { convert } from '../../core/money.ts'
import type { CallContext, Exchange } from '../attempt.ts'
import type { ConversionInquiry, ConversionOffer } from '../port.ts'
import { completeExchangeWith } from './simbank-exchanges.ts'
import { isWrongCvv } from './simbank-script.ts'
import type { SimulatedCard } from './simulated-card.ts'

/** The bank pays its merchants in lira, and converts amounts in no other currency. */
const HOME_CURRENCY = 'TRY'
/** Lira for one unit of each currency. */
const RATES: Readonly<Record<string, string>> = { USD: '40.0000', EUR: '44.0000', GBP: '52.0000' }
const MARKUP_PERCENT = '3.00'

/** A wrong code shows in the charge, which an offer would only delay. */
export const offerFor = (
  { amount, card: { cvv } }: Pick<ConversionInquiry, 'amount' | 'card'>,
  card: SimulatedCard | undefined,
): ConversionOffer | 'none' => {
  const { dcc_currency: currency = '', country = 'TR' } = card?.extra_properties ?? {}
  const rate = RATES[currency]
  if (rate === undefined || country === 'TR' || amount.currency !== HOME_CURRENCY) return 'none'
  if (cvv?.use(isWrongCvv)) return 'none'
  const converted = convert(amount, { currency, rate, markupPercent: MARKUP_PERCENT })
  return converted.minor === 0 ? 'none' : { amount: converted, rate, markupPercent: MARKUP_PERCENT }
}

export const conversionRequest = ({ reference, transactionId, amount, card }: ConversionInquiry): object => ({
  reference,
  transaction_id: transactionId,
  amount: amount.minor,
  currency: amount.currency,
  card: { number: card.number.use(maskCardNumber) },
})

export const answerConversion = (exchange: Exchange, offer: ConversionOffer | 'none', context: CallContext): void =>
  completeExchangeWith(
    exchange,
    offer === 'none'
      ? { offered: false }
      : {
          offered: true,
          amount: offer.amount.minor,
          currency: offer.amount.currency,
          rate: offer.rate,
          markup_percent: offer.markupPercent,
        },
    context,
  )
