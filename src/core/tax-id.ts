/** Check digits of the numbers Türkiye gives: 11 digits to a person (TCKN), 10 to a company (VKN). */

export const isTaxId = (digits: string): boolean => (digits.length === 11 ? isTckn(digits) : isVkn(digits))

export const isTckn = (text: string): boolean => {
  const digits = [...text].map(Number)
  if (digits[0] === 0) return false
  const sum = (from: number, to: number, step: number): number => {
    let total = 0
    for (let at = from; at < to; at += step) total += digits[at] as number
    return total
  }
  const tenth = (((sum(0, 9, 2) * 7 - sum(1, 8, 2)) % 10) + 10) % 10
  return digits[9] === tenth && digits[10] === sum(0, 10, 1) % 10
}

export const isVkn = (text: string): boolean => {
  const digits = [...text].map(Number)
  let sum = 0
  for (let at = 0; at < 9; at++) {
    const shifted = ((digits[at] as number) + 9 - at) % 10
    if (shifted === 0) continue
    const part = (shifted * 2 ** (9 - at)) % 9
    sum += part === 0 ? 9 : part
  }
  return digits[9] === (10 - (sum % 10)) % 10
}
