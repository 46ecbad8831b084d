/**
 * Amounts as people of a language write them, by the exponent of the currency; calculations use whole minor units,
 * never fractions.
 */
import { type Money, money, parseMoney, toDecimal } from '../../../sdk/src/money.ts'

/** Formats `1.299,90` for 129990 TRY in Turkish; negative amounts get a minus sign. */
export const amountText = (minor: number, currency: string, locale: string): string => {
  const decimal = toDecimal(money(Math.abs(minor), currency))
  const digits = countDecimals(currency)
  const text = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(decimal as Intl.StringNumericLiteral)
  return minor < 0 ? `−${text}` : text
}

/** Formats `499,98 + 2 × 499,96`: installments add up to the amount, and the first one takes the remainder. */
export const installmentsText = (minor: number, count: number, currency: string, locale: string): string => {
  const each = Math.floor(minor / count)
  const first = minor - each * (count - 1)
  const written = (part: number): string => amountText(part, currency, locale)
  const times = (parts: number): string => `${parts.toLocaleString(locale)} × ${written(each)}`
  return first === each ? times(count) : `${written(first)} + ${times(count - 1)}`
}

export const countDecimals = (currency: string): number => (toDecimal(money(0, currency)).split('.')[1] ?? '').length

const separatorsOf = (locale: string): { group: string; decimal: string } => {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { group: of('group'), decimal: of('decimal') }
}

/**
 * Returns the minor units a person typed; null if it is not an amount of the currency. A dot or a comma before the last
 * one or two digits is the decimal sign.
 */
export const readAmount = (typed: string, currency: string, locale: string): number | null => {
  const text = typed.trim().replaceAll(/[\s\u00a0]/g, '')
  const { group, decimal } = separatorsOf(locale)
  const lone = new RegExp(`^\\d+[.,]\\d{1,${Math.max(countDecimals(currency), 1)}}$`).test(text)
  const plain = lone ? text.replace(',', '.') : text.replaceAll(group, '').replace(decimal, '.')
  try {
    return parseMoney(plain, currency).amount
  } catch {
    return null
  }
}

/** Formats an amount for a field: without grouping, with the decimal sign of the language. */
export const typedAmount = (minor: number, currency: string, locale: string): string =>
  toDecimal(money(minor, currency) as Money).replace('.', separatorsOf(locale).decimal)

/**
 * Formats an exact decimal, such as a rate, with the decimal sign of the language; it is never converted to a number.
 */
export const decimalText = (text: string, locale: string): string => text.replace('.', separatorsOf(locale).decimal)
