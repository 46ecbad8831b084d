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
