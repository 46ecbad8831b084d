/** The members of a payment in iyzico's answers: its terms, its commissions, its card, and its items. */
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { InstitutionPayment, PaymentItem } from '../ledger/institution-facts.ts'
import type { Order } from '../ledger/order.ts'
import { computeCommission, findBasisPoints, partsOfSale } from '../settlement/commission.ts'
import { stampMs } from '../wire/bank-time.ts'
import { findMerchant, type IyzicoMerchant } from '../world/merchants.ts'
import { splitPaid, toPaid } from './basket.ts'
import { cardMembers } from './card-members.ts'
import { signValues } from './hash.ts'
import { numberStyle, plainText, toPercent } from './numbers.ts'

const DAY_MS = 86_400_000

export type PaidOrder = Order & { readonly payment: InstitutionPayment }

export const isPaid = (order: Order | undefined): order is PaidOrder => order?.payment !== undefined

/** PRE_AUTH while nothing is captured, POST_AUTH after it; a sale is AUTH. */
export const toPhase = ({ operation, captured }: Order): string =>
  operation === 'sale' ? 'AUTH' : captured > 0 ? 'POST_AUTH' : 'PRE_AUTH'

export const findSeller = (order: Order): IyzicoMerchant => findMerchant('iyzico', order.merchant) as IyzicoMerchant

/** Members of a payment and of its report. */
export const termsMembers = (order: PaidOrder): object => {
  const { payment, installments, card } = order
  const { amount, percent } = numberStyle(findSeller(order))
  const paid = toPaid(order)
  const surcharge = Math.max(paid - payment.price, 0)
  return {
    price: amount(payment.price),
    paidPrice: amount(paid),
    installment: installments,
    fraudStatus: 1,
    merchantCommissionRate: percent(toPercent(surcharge, payment.price)),
    merchantCommissionRateAmount: amount(surcharge),
    iyziCommissionRateAmount: amount(computeCommission(paid, findBasisPoints(order))),
    iyziCommissionFee: amount(0),
    ...cardMembers(card),
    ...(payment.basket_id === '' ? {} : { basketId: payment.basket_id }),
    currency: order.currency,
  }
}

export const paymentMembers = (bank: Bank, order: PaidOrder): object => ({
  ...termsMembers(order),
  paymentId: order.payment.payment_id,
  itemTransactions: order.payment.items.map((item, at) => ({
    itemId: item.item_id,
    paymentTransactionId: item.transaction_id,
    ...itemMembers(bank, order, at),
  })),
  authCode: order.references.auth_code,
  phase: toPhase(order),
  hostReference: order.references.host_reference,
})

/** The commission of the whole is split as what is charged is. */
export const itemMembers = ({ ledger }: Bank, order: PaidOrder, at: number): object => {
  const { payment } = order
  const item = payment.items[at]!
  const { amount, percent } = numberStyle(findSeller(order))
  const paid = splitPaid(payment, toPaid(order))[at]!
  const commission = splitPaid(payment, computeCommission(toPaid(order), findBasisPoints(order)))[at]!
  const surcharge = Math.max(paid - item.price, 0)
  const share = item.sub_merchant_price ?? 0
  const isApproved = ledger.books.institution.approved.has(toKey(order.merchant, item.transaction_id))
  const payout = {
    paidPrice: amount(paid),
    iyziCommissionRateAmount: amount(commission),
    iyziCommissionFee: amount(0),
    blockageRateAmountMerchant: amount(0),
    blockageRateAmountSubMerchant: amount(0),
    subMerchantPayoutAmount: amount(share),
    merchantPayoutAmount: amount(Math.max(paid - commission - share, 0)),
  }
  return {
    transactionStatus: findSeller(order).marketplace && !isApproved ? 1 : 2,
    price: amount(item.price),
    merchantCommissionRate: percent(toPercent(surcharge, item.price)),
    merchantCommissionRateAmount: amount(surcharge),
    blockageRate: percent(0),
    blockageResolvedDate: resolvedDate(order),
    ...subMerchantMembers(item, percent(toPercent(share, item.price)), amount(share)),
    ...payout,
    convertedPayout: {
      ...payout,
      iyziConversionRate: amount(0),
      iyziConversionRateAmount: amount(0),
      currency: order.currency,
    },
  }
}

const subMerchantMembers = ({ sub_merchant_key }: PaymentItem, rate: object, share: object): object => ({
  ...(sub_merchant_key === undefined ? {} : { subMerchantKey: sub_merchant_key }),
  subMerchantPrice: share,
  subMerchantPayoutRate: rate,
})

/** The day on which the first part is paid. */
const resolvedDate = (order: Order): string => {
  const [first] = partsOfSale(order, toPaid(order), order.capturedAt ?? order.at)
  return stampMs(first!.valueDay * DAY_MS).slice(0, 19)
}

/** Returns the signature member of an answer about a payment; an older version has none. */
export const paymentSignature = (order: PaidOrder, conversationId: string): object => {
  const { payment, currency } = order
  return signatureMember(findSeller(order), [
    payment.payment_id,
    currency,
    payment.basket_id,
    conversationId,
    plainText(toPaid(order)),
    plainText(payment.price),
  ])
}

export const signatureMember = (
  { answersFailures, storeKey }: Pick<IyzicoMerchant, 'answersFailures' | 'storeKey'>,
  values: readonly string[],
): object => (answersFailures ? {} : { signature: signValues(values, storeKey) })
