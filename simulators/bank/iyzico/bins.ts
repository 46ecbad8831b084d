/** Which card a BIN is of, and with which installments it pays. */
import type { Bank } from '../bank-parts.ts'
import type { Work } from '../wire/serve.ts'
import { type Card, findByBin, listCards } from '../world/cards.ts'
import type { Merchant } from '../world/merchants.ts'
import { refusedAnswer, successText } from './answer.ts'
import { cardKind, issuingBank } from './card-members.ts'
import { INSTALLMENTS, parsePrice, textIn } from './fields.ts'
import { numberStyle } from './numbers.ts'
import type { IyzicoRequest } from './read-request.ts'

const isBin = (text: string): boolean => /^\d{6}(\d{2})?$/.test(text)

/** A BIN that is not known, or of another country, has no further members. */
export const binWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const binNumber = textIn(read.message, 'binNumber')
    if (binNumber === '') return refusedAnswer(bank, read, { refusal: 'mandatory', name: 'binNumber' }, extra)
    if (!isBin(binNumber)) return refusedAnswer(bank, read, { refusal: 'invalid_request' }, extra)
    const card = findByBin(binNumber)
    const isLocal = card !== undefined && card.country === 'TR'
    const members = { binNumber, ...(isLocal ? { ...cardKind(card), ...issuingBank(card), commercial: 0 } : {}) }
    return { text: successText(bank, read, members, extra), booked: false }
  }

/** Lists one card of each program if no BIN is given. */
export const installmentWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const [binNumber, priceText] = [textIn(read.message, 'binNumber'), textIn(read.message, 'price')]
    if (priceText === '') return refusedAnswer(bank, read, { refusal: 'mandatory', name: 'price' }, extra)
    const price = parsePrice(priceText)
    if (price === undefined || (binNumber !== '' && !isBin(binNumber)))
      return refusedAnswer(bank, read, { refusal: 'invalid_request' }, extra)
    const found = binNumber === '' ? programCards() : [findByBin(binNumber)].filter((card) => card !== undefined)
    const installmentDetails = found.map((card) => toDetail(read.merchant, card, price, binNumber))
    return { text: successText(bank, read, { installmentDetails }, extra), booked: false }
  }

const programCards = (): readonly Card[] => {
  const cards = listCards().filter(
    ({ type, program, country }) => type === 'Credit' && program !== 'Other' && country === 'TR',
  )
  return [...new Map(cards.map((card) => [card.program, card])).values()]
}

const toDetail = (merchant: Merchant, card: Card, price: number, binNumber: string): object => {
  const { cardFamily, ...kind } = cardKind(card)
  const { amount } = numberStyle(merchant)
  return {
    ...(binNumber === '' ? {} : { binNumber }),
    price: amount(price),
    ...kind,
    ...(cardFamily === undefined ? {} : { cardFamilyName: cardFamily }),
    force3ds: card.type === 'Debit' || card.result === 'ThreeDSecureRequired' ? 1 : 0,
    ...issuingBank(card),
    forceCvc: 0,
    commercial: 0,
    installmentPrices: [...INSTALLMENTS]
      .map(Number)
      .filter((count) => count <= card.installmentsMax)
      .map((installmentNumber) => {
        const total = totalOf(price, installmentNumber)
        const each = Math.round(total / installmentNumber)
        return { installmentPrice: amount(each), totalPrice: amount(total), installmentNumber }
      }),
  }
}

/** The shopper pays one percent more for each further installment. */
const totalOf = (price: number, installments: number): number => price + Math.round((price * (installments - 1)) / 100)
