/** Conventions of both gateways: currencies by ISO number, installments as an empty text or a count. */

const ISO_NUMBERS: Readonly<Record<string, string>> = { '949': 'TRY', '840': 'USD', '978': 'EUR', '826': 'GBP' }

export const parseCurrency = (number: string): string | undefined =>
  Object.hasOwn(ISO_NUMBERS, number) ? ISO_NUMBERS[number] : undefined

export const currencyNumber = (letters: string): string =>
  Object.keys(ISO_NUMBERS).find((number) => ISO_NUMBERS[number] === letters)!

/** Empty means a single payment. */
export const parseInstallments = (text: string): number | undefined => {
  if (text === '') return 1
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 2 && count <= 36 ? count : undefined
}

/** A single payment is 0; an empty text is refused. */
export const parseInstallmentCount = (text: string): number | undefined => {
  if (text === '0') return 1
  return text === '' ? undefined : parseInstallments(text)
}

/** Allows letters, digits and - _ . :, at most 64. */
export const isOrderId = (text: string): boolean => /^[A-Za-z0-9._:-]{1,64}$/.test(text)

/** Parses MMYY. */
export const parseExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(0[1-9]|1[0-2])(\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined
}
