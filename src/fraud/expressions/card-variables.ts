/** Variables of a card: the paying card, or the card that receives a transfer. */
import type { BinLookup } from '../../reference/reference-data.ts'

export interface CardFacts {
  bin: string
  last4: string
  scheme: string
  type: string
  brand: string | null
  country: string | null
  bankCode: string | null
}

export const toCardFacts = (number: string, bin: BinLookup): CardFacts => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
  scheme: bin.schema_type,
  type: bin.card_type,
  brand: bin.card_program,
  country: bin.country,
  bankCode: bin.bank_code,
})

export const toCardVariables = (card: CardFacts) => ({
  'card.bin': card.bin,
  'card.last4': card.last4,
  'card.scheme': card.scheme,
  'card.type': card.type,
  'card.brand': card.brand,
  'card.country': card.country,
  'card.bank_code': card.bankCode,
})
