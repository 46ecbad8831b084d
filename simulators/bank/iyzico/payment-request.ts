/** Reads and checks a request for a payment: card, buyer, addresses, basket and terms. */
import { isHttp } from '../acs/gateway-form.ts'
import type { Bank } from '../bank-parts.ts'
import { isCardNumber } from '../world/cards.ts'
import { type BasketItem, readBasket } from './basket.ts'
import { CURRENCIES, INSTALLMENTS, type Members, membersIn, parsePrice, textIn } from './fields.ts'
import type { IyzicoRequest } from './read-request.ts'
import type { Refused } from './refusals.ts'

export const PAYMENT_TAKES: readonly string[] =
  `price paidPrice installment paymentChannel basketId paymentGroup paymentCard buyer shippingAddress billingAddress
  basketItems currency paymentSource callbackUrl posOrderId connectorName`.split(/\s+/)

export interface SentCard {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly cvv: string
}

export interface PaymentRequest {
  /** Minor units that are charged. */
  readonly amount: number
  /** Sum of the basket. */
  readonly price: number
  readonly currency: string
  readonly installments: number
  readonly basketId: string
  readonly items: readonly BasketItem[]
  readonly card: SentCard
}

const BUYER = ['id', 'name', 'surname', 'registrationAddress', 'city', 'country', 'ip']
const ADDRESS = ['contactName', 'city', 'country', 'address']

export const readPayment = (bank: Bank, { message, merchant }: IyzicoRequest): PaymentRequest | Refused => {
  const card = readCard(bank, membersIn(message, 'paymentCard'))
  if ('refusal' in card) return card
  const terms = readTerms(message)
  if ('refusal' in terms) return terms
  const missing = findMissing(message)
  if (missing) return missing
  const items = readBasket(bank, message, merchant)
  if ('refusal' in items) return items
  if (items.reduce((sum, { price }) => sum + price, 0) !== terms.price) return { refusal: 'basket_sum' }
  const address = items.some(({ isPhysical }) => isPhysical)
    ? missingIn(message, 'shippingAddress', ADDRESS)
    : undefined
  return address ?? { ...terms, items, card, basketId: textIn(message, 'basketId') }
}

const readCard = ({ ledger }: Bank, card: Members): SentCard | Refused => {
  const [number, month, year, cvv] = ['cardNumber', 'expireMonth', 'expireYear', 'cvc'].map((name) =>
    textIn(card, name),
  ) as [string, string, string, string]
  if (textIn(card, 'cardToken') !== '') return { refusal: 'invalid_request' }
  if (textIn(card, 'cardHolderName') === '') return { refusal: 'no_holder' }
  if (!isCardNumber(number)) return { refusal: 'card_format' }
  if (!/^(0?[1-9]|1[0-2])$/.test(month)) return { refusal: 'card_month' }
  if (!/^20\d{2}$/.test(year)) return { refusal: 'card_year' }
  if (!/^\d{3,4}$/.test(cvv)) return { refusal: 'card_code' }
  const isOver = Date.UTC(Number(year), Number(month), 1) <= ledger.now()
  return isOver ? { refusal: 'card_expired' } : { number, month: Number(month), year: Number(year), cvv }
}

type Terms = Pick<PaymentRequest, 'amount' | 'price' | 'currency' | 'installments'>

const readTerms = (message: Members): Terms | Refused => {
  const read = (name: string) => parsePrice(textIn(message, name))
  const [price, amount] = [read('price'), read('paidPrice')]
  const missing = ['price', 'paidPrice'].find((name) => textIn(message, name) === '')
  if (missing !== undefined) return { refusal: 'mandatory', name: missing }
  if (price === undefined || amount === undefined) return { refusal: 'invalid_request' }
  const currency = textIn(message, 'currency') || 'TRY'
  if (!CURRENCIES.has(currency)) return { refusal: 'bad_currency' }
  const installment = textIn(message, 'installment') || '1'
  if (!INSTALLMENTS.has(installment)) return { refusal: 'bad_installment' }
  return { price, amount, currency, installments: Number(installment) }
}

const findMissing = (message: Members): Refused | undefined => {
  const buyer = membersIn(message, 'buyer')
  const [email, identity] = [textIn(buyer, 'email'), textIn(buyer, 'identityNumber')]
  const missing = missingIn(message, 'buyer', BUYER)
  if (missing) return missing
  if (email === '') return { refusal: 'no_email' }
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return { refusal: 'email_format' }
  if (identity === '') return { refusal: 'no_identity' }
  return missingIn(message, 'billingAddress', ADDRESS)
}

const missingIn = (message: Members, group: string, names: readonly string[]): Refused | undefined => {
  const members = membersIn(message, group)
  const name = names.find((each) => textIn(members, each) === '')
  return name === undefined ? undefined : { refusal: 'mandatory', name: `${group}.${name}` }
}

/** Returns where the browser brings the outcome of a challenge. */
export const readCallbackUrl = ({ message }: IyzicoRequest): string | Refused => {
  const url = textIn(message, 'callbackUrl')
  return isHttp(url) ? url : { refusal: 'no_callback' }
}
