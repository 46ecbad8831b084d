/** Members about a card, which only cards of this country have. */
import { type Card, cardOfMask } from '../world/cards.ts'

const TYPES: Readonly<Record<string, string>> = { Credit: 'CREDIT_CARD', Debit: 'DEBIT_CARD', Prepaid: 'PREPAID_CARD' }
const ASSOCIATIONS: Readonly<Record<string, string>> = {
  Visa: 'VISA',
  MasterCard: 'MASTER_CARD',
  Amex: 'AMERICAN_EXPRESS',
  Troy: 'TROY',
}

export interface IssuingBank {
  readonly bankName: string
  readonly bankCode: number
}
const BANKS: Readonly<Record<string, IssuingBank>> = {
  Bonus: { bankName: 'Garanti Bankası', bankCode: 62 },
  Axess: { bankName: 'Akbank', bankCode: 46 },
  World: { bankName: 'Yapı Kredi Bankası', bankCode: 67 },
  Maximum: { bankName: 'İş Bankası', bankCode: 64 },
  Paraf: { bankName: 'Halk Bankası', bankCode: 12 },
  Cardfinans: { bankName: 'QNB', bankCode: 111 },
  Bankkart: { bankName: 'Ziraat Bankası', bankCode: 10 },
  Advantage: { bankName: 'HSBC', bankCode: 123 },
}
const OTHER_BANK: IssuingBank = { bankName: 'Denizbank', bankCode: 134 }

export interface CardKind {
  readonly cardType?: string
  readonly cardAssociation?: string
  readonly cardFamily?: string
}

export const cardKind = (card: Card | undefined): CardKind => {
  if (card === undefined || card.country !== 'TR') return {}
  const { type, scheme, program } = card
  const [cardType, cardAssociation] = [TYPES[type], ASSOCIATIONS[scheme]]
  return {
    ...(cardType === undefined ? {} : { cardType }),
    ...(cardAssociation === undefined ? {} : { cardAssociation }),
    ...(program === 'Other' ? {} : { cardFamily: program === 'Cardfinans' ? 'CardFinans' : program }),
  }
}

export const issuingBank = ({ program }: Card): IssuingBank => BANKS[program] ?? OTHER_BANK

/** Members of a payment about its card. */
export const cardMembers = (masked: string): object => ({
  ...cardKind(cardOfMask(masked)),
  binNumber: masked.slice(0, 6),
  lastFourDigits: masked.slice(-4),
})
