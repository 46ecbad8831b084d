/** Commission and value dates: what a merchant gets for a movement, and when. */
import { toBusinessDay } from '../ledger/books.ts'
import type { Order } from '../ledger/order.ts'
import { bankDayFrom, monthsLater } from '../world/calendar.ts'
import { cardOfMask } from '../world/cards.ts'
import { findMerchant } from '../world/merchants.ts'

const CREDIT_BASIS_POINTS = 356
const DEBIT_BASIS_POINTS = 104
const DAYS_A_MONTH = 30

export interface Part {
  readonly installment: number
  readonly installments: number
  readonly gross: number
  readonly commission: number
  readonly net: number
  readonly blockedDays: number
  /** Days since 1970. */
  readonly valueDay: number
}

/** Rounds half up, on the amount without its sign. */
export const computeCommission = (amount: number, basisPoints: number): number => {
  const size = BigInt(Math.abs(amount))
  const minor = Number((size * BigInt(basisPoints) + 5_000n) / 10_000n)
  return amount < 0 ? -minor : minor
}

/** Splits into equal parts, with the remainder on the first. */
export const split = (amount: number, parts: number): number[] => {
  const each = Math.trunc(amount / parts)
  return Array.from({ length: parts }, (_, n) => (n === 0 ? amount - each * (parts - 1) : each))
}

export const findBasisPoints = ({ face, merchant, card }: Order): number =>
  findMerchant(face, merchant)?.commissionBasisPoints ??
  ((cardOfMask(card)?.type ?? 'Credit') === 'Credit' ? CREDIT_BASIS_POINTS : DEBIT_BASIS_POINTS)

/** Returns a sale in the parts in which it is paid. */
export const partsOfSale = (order: Order, amount: number, at: number): Part[] => {
  const blocked = findMerchant(order.face, order.merchant)?.blockedDays
  const installments = blocked === undefined ? order.installments : 1
  const commissions = split(computeCommission(amount, findBasisPoints(order)), installments)
  const firstDay = bankDayFrom(toBusinessDay(at) + (blocked ?? 0) + 1)
  return split(amount, installments).map((gross, n) => {
    const commission = commissions[n]!
    return {
      installment: n + 1,
      installments,
      gross,
      commission,
      net: gross - commission,
      blockedDays: blocked ?? n * DAYS_A_MONTH,
      valueDay: n === 0 ? firstDay : bankDayFrom(monthsLater(firstDay, n)),
    }
  })
}

/** Returns what is taken back at once: a refund or a reversal. */
export const partTakenBack = (order: Order, amount: number, at: number, keepsCommission: boolean): Part => {
  const commission = keepsCommission ? 0 : computeCommission(-amount, findBasisPoints(order))
  return {
    installment: 1,
    installments: 1,
    gross: -amount,
    commission,
    net: -amount - commission,
    blockedDays: 0,
    valueDay: bankDayFrom(toBusinessDay(at) + 1),
  }
}
