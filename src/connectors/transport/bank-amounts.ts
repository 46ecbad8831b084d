/** Amounts and currencies as banks write them: decimal text with a dot, or minor units; ISO numbers for currencies. */
import { fromDecimal, type Money, toDecimal } from '../../core/money.ts'

const NUMBERS: Readonly<Record<string, string>> = { TRY: '949', USD: '840', EUR: '978', GBP: '826' }

/** All of them have two decimals. */
export const BANK_CURRENCIES: readonly string[] = Object.keys(NUMBERS)

export const currencyNumber = (currency: string): string => {
  const number = NUMBERS[currency]
  if (number === undefined) throw new Error(`no bank here takes ${currency}`)
  return number
}

/** 14990 to 149.90, without a float in between. */
export const decimalText = (amount: Money): string => toDecimal(amount)

/** 149.9 and 149.90 to 14990; null for anything else. */
export const minorOfDecimal = (text: string | null | undefined): number | null => fromDecimal(text ?? '', 'TRY')

/** Minor units as text; null for anything but a whole number. */
export const minorOfText = (text: string | null | undefined): number | null =>
  /^[0-9]{1,15}$/.test(text ?? '') ? Number(text) : null

/** 149,9 and 1.149,90 to minor units, and what {@link minorOfDecimal} takes; three digits behind a dot are no decimals. */
export const minorOfCommaText = (text: string | null | undefined): number | null => {
  const plain = /^[0-9]{1,3}(?:\.[0-9]{3})+(?:,|$)/.test(text ?? '') ? text!.replaceAll('.', '') : text
  return minorOfDecimal(plain?.replace(',', '.'))
}
