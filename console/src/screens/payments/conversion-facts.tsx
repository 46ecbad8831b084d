/**
 * A payment's record of another currency: the one the card was charged in, or an offer its shopper has not answered.
 */
import type { ReactNode } from 'react'
import type { Transaction } from '../../../../sdk/src/generated/cards.ts'
import { decimalText } from '../../format/money.ts'
import { Amount, Time } from '../../parts/values.tsx'
import type { TEXTS } from './texts.ts'

type Words = (typeof TEXTS)['en']
type Row = [label: string, value: ReactNode]

export const conversionRows = (
  words: Words,
  payment: Pick<Transaction, 'extra_properties_dict' | 'currency'>,
  locale: string,
): Row[] => {
  const told = payment.extra_properties_dict ?? {}
  const rate = (currency: string | undefined): string =>
    words.rateOf(currency ?? '', decimalText(told.dcc_exchange_rate ?? '', locale), payment.currency ?? '')
  if (told.dcc_charged_amount !== undefined)
    return [
      [
        words.charged,
        <Amount key="x" minor={Number(told.dcc_charged_amount)} currency={told.dcc_charged_currency ?? null} />,
      ],
      [words.rate, rate(told.dcc_charged_currency)],
    ]
  if (told.dcc_offered !== 'true') return []
  return [
    [
      words.offered,
      <Amount key="o" minor={Number(told.dcc_alternative_amount)} currency={told.dcc_alternative_currency ?? null} />,
    ],
    [words.rate, rate(told.dcc_alternative_currency)],
    [words.markup, words.percent(decimalText(told.dcc_markup_percent ?? '', locale))],
    [words.offerEnds, <Time key="e" at={told.dcc_offer_expires_at ?? ''} />],
  ]
}
