/** Terms and card of a sale, as both gates that take a card read them. */
import type { Terms } from '../acquirer/charge.ts'
import { isOrderId, parseInstallmentCount } from '../wire/terms.ts'
import { findCard } from '../world/cards.ts'
import { parseCurrency, parseExpiry, parseMinor } from './fields.ts'
import type { KuveytMessage } from './read-message.ts'
import type { GatewayRefusal } from './refusals.ts'

/** `security` is 3 with a challenge, 1 without. */
export const readTerms = ({ fields, orderId }: KuveytMessage, security: '1' | '3'): Terms | GatewayRefusal => {
  const { TransactionType, TransactionSecurity, Amount = '', DisplayAmount, CurrencyCode = '' } = fields
  if (TransactionSecurity !== security) return 'bad_security'
  if (TransactionType !== 'Sale') return 'unreadable'
  if (orderId === '') return 'no_order_id'
  if (!isOrderId(orderId)) return 'unreadable'
  if (Amount === '' || Amount === '0') return 'no_amount'
  const amount = parseMinor(Amount)
  if (amount === undefined || DisplayAmount !== Amount) return 'unreadable'
  const currency = parseCurrency(CurrencyCode)
  if (currency === undefined) return 'bad_currency'
  const installments = parseInstallmentCount(fields.InstallmentCount ?? '')
  return installments === undefined ? 'unreadable' : { amount, currency, installments }
}

export interface SentCard {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly cvv: string
}

/** Dollars and euros are for cards of other countries. */
export const readCard = ({ fields }: KuveytMessage, { currency }: Terms): SentCard | GatewayRefusal => {
  const { CardNumber: number = '', CardExpireDateMonth = '', CardExpireDateYear = '', CardCVV2: cvv = '' } = fields
  if (number === '') return 'no_card'
  if (!/^\d{16}$/.test(number)) return 'card_length'
  if (CardExpireDateMonth === '' || CardExpireDateYear === '') return 'no_expiry'
  const expiry = parseExpiry(CardExpireDateMonth, CardExpireDateYear)
  if (expiry === undefined) return 'bad_expiry'
  if (cvv === '') return 'no_cvv'
  if (!/^.{2,45}$/u.test(fields.CardHolderName ?? '')) return 'no_holder'
  if (currency !== 'TRY' && findCard(number)?.country === 'TR') return 'foreign_currency'
  return { number, ...expiry, cvv }
}
