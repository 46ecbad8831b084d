/** The members of Akbank's requests, and the values that the gateway accepts. */
import { readStampT } from '../wire/bank-time.ts'
import { parseDecimal } from '../wire/money.ts'

export type Value = string | number
export type Members = Readonly<Record<string, Value>>
export type Message = Readonly<Record<string, Value | Members>>

const HEAD = ['version', 'txnCode', 'requestDateTime', 'randomNumber', 'terminal']
const OF_PAYMENT = ['order', 'transaction', 'customer', 'subMerchant', 'b2b', 'recurring']

/** Operations by txnCode, with the members that each takes. */
export const OPERATIONS: Readonly<Record<string, { readonly operation: string; readonly takes: readonly string[] }>> = {
  '1000': { operation: 'sale', takes: [...HEAD, ...OF_PAYMENT, 'card', 'secureTransaction', 'reward', 'lang'] },
  '1004': { operation: 'preauth', takes: [...HEAD, ...OF_PAYMENT, 'card', 'secureTransaction', 'reward', 'lang'] },
  '1005': { operation: 'capture', takes: [...HEAD, ...OF_PAYMENT] },
  '1003': { operation: 'void', takes: [...HEAD, 'order', 'customer', 'subMerchant', 'recurring'] },
  '1002': { operation: 'refund', takes: [...HEAD, ...OF_PAYMENT] },
  '1010': { operation: 'status', takes: [...HEAD, 'order', 'subMerchant'] },
}

/** The day's report has another address, and need not have a txnCode. */
export const REPORT_TAKES: readonly string[] = [...HEAD, 'report', 'subMerchant']

/** Members inside of a member; any other one is refused. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  terminal: ['merchantSafeId', 'terminalSafeId'],
  order: ['orderId', 'orderTrackId'],
  card: ['cardHolderName', 'cardNumber', 'cvv2', 'expireDate'],
  transaction: ['amount', 'currencyCode', 'motoInd', 'installCount'],
  secureTransaction: ['secureId', 'secureEcomInd', 'secureData', 'secureMd'],
  customer: ['emailAddress', 'ipAddress', 'mobilePhone', 'homePhone', 'workPhone'],
  reward: ['ccbRewardAmount', 'pcbRewardAmount', 'xcbRewardAmount'],
  subMerchant: ['subMerchantId'],
  b2b: ['identityNumber'],
  recurring: ['numberOfPayments', 'frequencyInterval', 'frequencyCycle', 'recurringOrder'],
  report: ['startDateTime', 'endDateTime', 'batchNumber'],
}

/** Returns the members inside of a member; none if it is absent. */
export const membersIn = (message: Message, name: string): Members => {
  const inside = Object.hasOwn(message, name) ? message[name] : undefined
  return typeof inside === 'object' ? inside : {}
}

/** Returns the text of a member; a number is written out. */
export const textIn = (members: Members | Message, name: string): string => {
  const value = Object.hasOwn(members, name) ? members[name] : undefined
  return typeof value === 'object' || value === undefined ? '' : String(value)
}

/** Allows letters, digits, hyphens and underscores, at most 36. */
export const isOrderId = (text: string): boolean => /^[A-Za-z0-9_-]{1,36}$/.test(text)

export const isRandomNumber = (text: string): boolean => /^[0-9A-Fa-f]{128}$/.test(text)

export const isStamp = (text: string): boolean => readStampT(text) !== undefined

export const isCvv = (text: string): boolean => /^\d{3,4}$/.test(text)

/** Parses a text with a dot and two decimals, or a number; 0 if it is nothing, undefined if it is no amount. */
export const parseAmount = (value: Value | undefined): number | undefined => {
  const text = typeof value === 'number' ? withDecimals(String(value)) : (value ?? '')
  if (/^0+\.00$/.test(text)) return 0
  return typeof value === 'number' || /\.\d{2}$/.test(text) ? parseDecimal(text) : undefined
}

/** A number of JSON has lost the zeros behind its dot. */
const withDecimals = (text: string): string => (text.includes('.') ? text : `${text}.00`)

/** Parses MMYY. */
export const parseExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(0[1-9]|1[0-2])(\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined
}

/** A single payment is 1. */
export const parseInstallCount = (text: string): number | undefined => {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= 36 ? count : undefined
}

/** Masks as AY** YI****. */
export const maskHolder = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [...word].map((letter, at) => (at < 2 ? letter : '*')).join(''))
    .join(' ')
