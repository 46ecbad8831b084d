/** The operations of a posnetRequest with their elements, and the values the gateway accepts. */

/** Elements of each operation: those that must have a value, and those that may be sent. */
export interface Elements {
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
const elements = (needs: string, takes = ''): Elements => ({ needs: words(needs), takes: words(takes) })

export const OPERATIONS = {
  sale: elements('ccno expDate amount currencyCode orderID', 'cvc installment mailorderflag'),
  auth: elements('ccno expDate amount currencyCode orderID', 'cvc installment'),
  capt: elements('amount currencyCode', 'hostLogKey orderID orderDate installment'),
  reverse: elements('transaction', 'hostLogKey orderID orderDate authCode'),
  return: elements('amount currencyCode', 'hostLogKey orderID orderDate isRationalReturn'),
  agreement: elements('orderID', 'orderDate'),
  oosRequestData: elements('posnetid XID amount currencyCode installment tranType ccno expDate cvc', 'cardHolderName'),
  oosResolveMerchantData: elements('bankData merchantData sign mac'),
  oosTranData: elements('bankData mac', 'merchantData sign wpAmount'),
} as const satisfies Readonly<Record<string, Elements>>

export type OperationName = keyof typeof OPERATIONS

export const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name)

/** Parses whole minor units; leading zeros are allowed. */
export const parseAmount = (text: string): number | undefined => {
  const minor = /^\d{1,12}$/.test(text) ? Number(text) : 0
  return minor > 0 ? minor : undefined
}

/** The gateway takes at most 99,999.99 at once. */
export const AMOUNT_MAX = 9_999_999

const CURRENCIES: Readonly<Record<string, string>> = { TL: 'TRY', YT: 'TRY', US: 'USD', EU: 'EUR' }

export const parseCurrency = (letters: string): string | undefined =>
  Object.hasOwn(CURRENCIES, letters) ? CURRENCIES[letters] : undefined

export const currencyLetters = (currency: string): string =>
  Object.keys(CURRENCIES).find((letters) => CURRENCIES[letters] === currency)!

/** 00, 01 or no element means a single payment. */
export const parseInstallments = (text: string): number | undefined => {
  if (text === '' || text === '00' || text === '01') return 1
  const count = /^\d{2}$/.test(text) ? Number(text) : 0
  return count >= 2 && count <= 36 ? count : undefined
}

/** Formats a single payment as 00. */
export const installmentDigits = (count: number): string => (count > 1 ? String(count).padStart(2, '0') : '00')

/** Parses YYMM. */
export const parseExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(\d{2})(0[1-9]|1[0-2])$/.exec(text)
  return match ? { month: Number(match[2]), year: 2000 + Number(match[1]) } : undefined
}

/** Requires 24 letters, digits or underscores. */
export const isOrderId = (text: string): boolean => /^[A-Za-z0-9_]{24}$/.test(text)

/** Requires 20 of them; the order of a 3D Secure payment has the bank's own prefix before it. */
export const isXid = (text: string): boolean => /^[A-Za-z0-9_]{20}$/.test(text)

export const orderOfXid = (xid: string): string => `TDS_${xid}`

/** Requires three digits, or four of an Amex card. */
export const isCvc = (text: string): boolean => /^\d{3,4}$/.test(text)
