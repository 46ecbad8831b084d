/** Check digits of the numbers Türkiye issues: 10 digits to a company (VKN), 11 to a person (TCKN). */

export type TaxIdType = 'tckn' | 'vkn'

export const isTaxId = (text: string): boolean => {
  if (!/^\d{10,11}$/.test(text)) return false
  const digits = [...text].map(Number)
  return detectTaxIdType(text) === 'vkn' ? isVkn(digits) : isTckn(digits)
}

/** Decides only by length. */
export const detectTaxIdType = (text: string): TaxIdType => (text.length === 10 ? 'vkn' : 'tckn')

const isVkn = (digits: readonly number[]): boolean => {
  const sum = digits.slice(0, 9).reduce((total, digit, at) => {
    const shifted = (digit + 9 - at) % 10
    const weighed = (shifted * 2 ** (9 - at)) % 9
    return total + (shifted !== 0 && weighed === 0 ? 9 : weighed)
  }, 0)
  return (10 - (sum % 10)) % 10 === digits[9]
}

const isTckn = (digits: readonly number[]): boolean => {
  const sum = (from: number, to: number, step: number): number => {
    let total = 0
    for (let at = from; at <= to; at += step) total += digits[at] as number
    return total
  }
  const tenth = (sum(0, 8, 2) * 7 - sum(1, 7, 2) + 100) % 10
  return digits[0] !== 0 && tenth === digits[9] && sum(0, 9, 1) % 10 === digits[10]
}
