/**
 * The rules of a card payment beyond the schema (docs/interface/cards.md#create-a-payment); each is refused with a
 * specific 422.
 */
import { cvvLength, fitsSchemeLength, passesLuhn } from '../../core/card-number.ts'
import { computeInstallment, money, PAYMENT_MIN } from '../../core/money.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { CardTypeName } from '../../core/schema.ts'
import type { CreatePaymentBody } from '../model/payment-schemas.ts'
import type { ChargeCard } from './charge-call.ts'

export const checkAmount = (amount: { amount: number; currency: string }): void => {
  if (amount.amount < PAYMENT_MIN)
    throw new Problem('invalid_amount', {
      detail: phrase`amount.amount is ${amount.amount}; the smallest payment is ${PAYMENT_MIN} minor units (1.00 ${amount.currency.toUpperCase()}).`,
    })
}

/** `today` is the day in Istanbul. A stored card has no code. */
export const checkCard = (card: ChargeCard, today: { year: number; month: number }): void => {
  if (!/\p{L}/u.test(card.holder_name))
    throw new Problem('invalid_card_holder', { detail: phrase`card.holder_name needs at least one letter.` })
  if (!fitsSchemeLength(card.number) || !passesLuhn(card.number))
    throw new Problem('invalid_card_number', {
      detail: phrase`card.number fails the Luhn check or has a length its scheme does not use. Check for mistyped digits.`,
    })
  const year = Number(card.expire_year)
  const month = Number(card.expire_month)
  if (year < today.year || (year === today.year && month < today.month))
    throw new Problem('invalid_card_expiry', {
      detail: phrase`The card expired in ${card.expire_month}/${card.expire_year}.`,
    })
  if (card.cvv === undefined) return
  const digits = cvvLength(card.number)
  if (card.cvv.length !== digits)
    throw new Problem('invalid_cvv', {
      detail: phrase`card.cvv has ${card.cvv.length} digits; this scheme uses ${digits}.`,
    })
}

export const checkInstallments = (
  body: Pick<CreatePaymentBody, 'installment' | 'amount'>,
  card: { card_type: CardTypeName; country: string | null },
): void => {
  if (body.installment === 1) return
  if (card.card_type !== 'Credit')
    throw new Problem('invalid_installment', {
      detail: phrase`Debit and prepaid cards take a single payment: installment 1.`,
    })
  if (card.country !== null && card.country !== 'TR')
    throw new Problem('invalid_installment', { detail: phrase`Foreign cards take a single payment: installment 1.` })
  if (computeInstallment(money(body.amount.amount, body.amount.currency), body.installment).minor < PAYMENT_MIN)
    throw new Problem('invalid_installment', {
      detail: phrase`One of ${body.installment} installments would be below ${PAYMENT_MIN} minor units.`,
    })
}

/**
 * Refuses the card number outside card.number, because every other text is stored and displayed in clear. `rest` is the
 * body without that member, as text.
 */
export const checkStrayCardNumber = (number: string, rest: string): void => {
  if (rest.includes(number))
    throw new Problem('bad_request', {
      detail: phrase`The card number appears outside card.number; remove it from the other fields.`,
      errors: [{ field: 'card.number', code: 'invalid_format', message: phrase`must not be repeated in other fields` }],
    })
}
