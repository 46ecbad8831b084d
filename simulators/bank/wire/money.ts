/**
 * Amounts as protocols and people write them. Calculations use whole minor units, never fractions; all currencies here
 * have two decimals.
 */

/** Formats 12990 as 129.90. */
export const decimal = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Combines the digits before and after the decimal sign, which may be one digit: 129 and 9 are 12990. */
export const minorUnits = (whole: string, decimals: string): number => Number(whole + decimals.padEnd(2, '0'))

/**
 * Parses an amount with a dot and one or two digits; undefined for nothing. Whole numbers are another gateway's minor
 * units, and a comma is a third one's.
 */
export const parseDecimal = (text: string): number | undefined => {
  const match = /^(\d{1,10})\.(\d{1,2})$/.exec(text)
  if (!match) return undefined
  const minor = minorUnits(match[1]!, match[2]!)
  return minor > 0 ? minor : undefined
}

/** Formats an amount for the cardholder, with the sign of the currency. */
export const price = (minor: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(decimal(minor) as Intl.StringNumericLiteral)
