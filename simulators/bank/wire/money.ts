/** Amounts as protocols and people write them. Whole minor units in between, never fractions; all currencies here have two decimals. */

/** 12990 as 129.90 */
export const decimal = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Of the digits before and after the sign: 129 and 9 are 12990. */
export const minorUnits = (whole: string, decimals: string): number => Number(whole + decimals.padEnd(2, '0'))

/** For the holder of the card, with the sign of the currency. */
export const price = (minor: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(decimal(minor) as Intl.StringNumericLiteral)
