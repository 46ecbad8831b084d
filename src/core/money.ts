/**
 * Money is a whole number of minor units with its currency. Division, rounding, conversion and formatting for people are only here. Sums of
 * minor units are exact anywhere, but a sum is a plain number until {@link money} has checked it.
 */
import assert from 'node:assert/strict'
import { type Language, LOCALES } from './phrases/texts.ts'

declare const unit: unique symbol
/** Minor units of a currency. An amount plus a count is a plain number, and no plain number is taken for an amount. */
export type Minor = number & { readonly [unit]: 'minor' }

export interface Money {
  readonly minor: Minor
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
  return { minor: minor as Minor, currency }
}

export const remaining = (whole: Money, part: Money): Money => {
  assert.equal(whole.currency, part.currency)
  return money(whole.minor - part.minor, whole.currency)
}

/** One installment of an amount, rounded down. */
export const computeInstallment = (amount: Money, count: number): Money =>
  money(Math.floor(amount.minor / count), amount.currency)

/** Returns the installments that the payer sees: the remainder is on the first, so that they add up to the whole. */
export const splitInstallments = (amount: Money, count: number): { first: Money; each: Money } => {
  const [first = 0, each = first] = splitEqually(amount.minor, count)
  return { first: money(first, amount.currency), each: money(each, amount.currency) }
}

/** An exact decimal as banks quote rates and percentages: 40.0000 is 400000 ten-thousandths. */
interface Decimal {
  readonly units: bigint
  /** The number of these units in one: a power of ten. */
  readonly one: bigint
}
const DECIMAL = /^(\d{1,9})(?:\.(\d{1,9}))?$/
const parseDecimal = (text: string): Decimal => {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  assert(whole !== undefined, 'a rate is a plain decimal')
  return { units: BigInt(whole + fraction), one: 10n ** BigInt(fraction.length) }
}

/** Divides two whole numbers that are not negative, rounded half up. */
const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (dividend * 2n + divisor) / (divisor * 2n)

/** Converts an amount to another currency: divided by the rate (units of its own currency for one of the other), the markup in percent on top, rounded half up once. */
export const convert = (
  amount: Money,
  { currency, rate, markupPercent }: { currency: string; rate: string; markupPercent: string },
): Money => {
  const divisor = parseDecimal(rate)
  const markup = parseDecimal(markupPercent)
  const whole = 100n * markup.one
  assert(divisor.units > 0n, 'a rate is above zero')
  const [from, to] = [amount.currency, currency].map((each) => 10n ** BigInt(countDecimals(each))) as [bigint, bigint]
  const dividend = BigInt(amount.minor) * to * divisor.one * (whole + markup.units)
  return money(Number(divideHalfUp(dividend, from * divisor.units * whole)), currency)
}

/** Scales an amount that corresponds to the whole down to a part of it, rounded half up; the whole gets all of it. */
export const computeProportion = (part: number, whole: number, standsForWhole: Money): Money => {
  assert(part >= 0 && part <= whole, 'a part is no more than its whole')
  const minor = divideHalfUp(BigInt(standsForWhole.minor) * BigInt(part), BigInt(whole))
  return money(Number(minor), standsForWhole.currency)
}

/** A share of an amount by a percent rate with two decimals, rounded half up: 2.35 percent of 10001 is 235. */
export const computeShare = (amount: Money, percent: number): Money => {
  const hundredths = BigInt(Math.round(percent * 100))
  return money(Number((BigInt(amount.minor) * hundredths + 5_000n) / 10_000n), amount.currency)
}

/** Returns a share of a signed amount in basis points, half up on the amount without its sign, so that a fee on a sale equals the one returned with its refund. */
export const computeBasisPoints = (minor: number, basisPoints: number): number => {
  const size = (BigInt(Math.abs(minor)) * BigInt(basisPoints) + 5_000n) / 10_000n
  const share = Number(size)
  return minor < 0 && share > 0 ? -share : share
}

/** Splits a signed amount into equal parts, the remainder on the first; they always add up to the whole. */
export const splitEqually = (minor: number, parts: number): number[] => {
  const each = Math.trunc(minor / parts) + 0 // never a negative zero
  return Array.from({ length: parts }, (_, n) => (n === 0 ? minor - each * (parts - 1) : each))
}

/** Exponents of ISO 4217; two where the table is silent. Intl leaves out decimals that shops do not use (HUF, IQD), and others in each release. */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, currencies]) => currencies.split(' ').map((currency) => [currency, Number(digits)])),
)

export const countDecimals = (currency: string): number => DECIMALS.get(currency) ?? 2

/** Amounts that can be formatted: money, and sums beyond the largest amount. */
interface Written {
  readonly minor: number | bigint
  readonly currency: string
}

/** 12990 TRY as 129.90 and 500 JPY as 500: for command lines and files, never through a fraction. */
export const toDecimal = ({ minor, currency }: Written): string => {
  const digits = countDecimals(currency)
  const text = String(minor)
    .replace('-', '')
    .padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** 129.9 and 129.90 TRY as 12990; null for anything else, such as more decimals than the currency has. */
export const fromDecimal = (text: string, currency: string): number | null => {
  const digits = countDecimals(currency)
  const [, whole, decimals = ''] = /^([0-9]{1,13})(?:\.([0-9]{1,4}))?$/.exec(text) ?? []
  if (whole === undefined || decimals.length > digits) return null
  const minor = Number(whole + decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}

/** An exact decimal for people, such as a rate: 40.0000, in Turkish 40,0000. */
export const formatDecimal = (text: string, language: Language): string =>
  language === 'tr' ? text.replace('.', ',') : text

/** Formats for people who work with payments: 1,299.90 TRY, in Turkish 1.299,90 TRY. */
export const formatAmount = (amount: Written, language: Language): string =>
  `${format(amount, language, {})} ${amount.currency}`

/** Formats for people who pay, with the sign of the currency: in Turkish ₺1.299,90. */
export const formatPrice = (amount: Written, language: Language): string =>
  format(amount, language, { style: 'currency', currency: amount.currency })

/** Formats from decimal text: a fraction would not hold the last minor units of the largest amounts. */
const format = (amount: Written, language: Language, style: Intl.NumberFormatOptions): string => {
  const digits = countDecimals(amount.currency)
  return new Intl.NumberFormat(LOCALES[language], {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toDecimal(amount) as Intl.StringNumericLiteral)
}
