/** Money is a whole number of minor units with its currency. What divides, rounds or converts it stands here alone; sums of minor units are exact anywhere. */
import assert from 'node:assert/strict'

export interface Money {
  readonly minor: number
  readonly currency: string
}

/** 2^53 - 1: the largest amount the interface takes. */
export const AMOUNT_MAX = Number.MAX_SAFE_INTEGER
/** Currencies a card payment may be in. */
export const CARD_CURRENCIES: readonly string[] = ['TRY', 'USD', 'EUR', 'GBP']
/** Smallest card payment, in minor units. */
export const PAYMENT_MIN = 100

export const money = (minor: number, currency: string): Money => {
  assert(Number.isSafeInteger(minor) && minor >= 0, 'money is a whole, non-negative number of minor units')
  return { minor, currency }
}

export const remaining = (whole: Money, part: Money): Money => {
  assert.equal(whole.currency, part.currency)
  return money(whole.minor - part.minor, whole.currency)
}

/** One installment of an amount, rounded down. */
export const installmentOf = (amount: Money, count: number): Money =>
  money(Math.floor(amount.minor / count), amount.currency)

/** A share of an amount by a percent rate with two decimals, rounded half up: 2.35 percent of 10001 is 235. */
export const shareOf = (amount: Money, percent: number): Money => {
  const hundredths = BigInt(Math.round(percent * 100))
  return money(Number((BigInt(amount.minor) * hundredths + 5_000n) / 10_000n), amount.currency)
}

/** A share of a signed amount in basis points, half up on the amount without its sign: what is taken of a sale is given back of its refund. */
export const basisPointsOf = (minor: number, basisPoints: number): number => {
  const size = (BigInt(Math.abs(minor)) * BigInt(basisPoints) + 5_000n) / 10_000n
  const share = Number(size)
  return minor < 0 && share > 0 ? -share : share
}

/** Equal parts of a signed amount, the remainder on the first; they always add up to the whole. */
export const splitEqually = (minor: number, parts: number): number[] => {
  const each = Math.trunc(minor / parts) + 0 // never a negative zero
  return Array.from({ length: parts }, (_, n) => (n === 0 ? minor - each * (parts - 1) : each))
}
