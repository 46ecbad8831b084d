/** Garanti's hashes: SHA-512 over concatenated values, in upper-case hex, salted by the terminal's password. */
import { createHash } from 'node:crypto'
import { type Fields, isSameHash, joinFields } from '../kit/callback.ts'

/** Password and terminal number, as input of every other hash. */
export const securityData = (password: string, terminalId: string): string =>
  hex('sha1', password + terminalId.padStart(9, '0'))

interface RequestParts {
  readonly orderId: string
  readonly terminalId: string
  /** Empty in operations, inquiries and after a challenge. */
  readonly cardNumber: string
  readonly amount: string
  readonly currency: string
}

export const requestHash = (parts: RequestParts, security: string): string =>
  hex('sha512', parts.orderId + parts.terminalId + parts.cardNumber + parts.amount + parts.currency + security)

/** The fields of the form for the browser. */
export const formHash = (fields: Fields, storeKey: string, security: string): string =>
  hex('sha512', joinFields(fields, FORM_ORDER) + storeKey + security)

const FORM_ORDER = [
  'terminalid',
  'orderid',
  'txnamount',
  'txncurrencycode',
  'successurl',
  'errorurl',
  'txntype',
  'txninstallmentcount',
]

/** Fields in the hash of the bank's callback, in its order, for every store type; amount and currency are not included. */
export const CALLBACK_FIELDS = [
  'clientid',
  'oid',
  'authcode',
  'procreturncode',
  'response',
  'mdstatus',
  'cavv',
  'eci',
  'md',
  'rnd',
] as const

/** The callback lists the hashed fields; the sender must not choose them. */
export const isCallbackHash = (fields: Fields, storeKey: string): boolean => {
  const named = (fields.hashparams ?? '').replace(/:$/, '')
  const computed = hex('sha512', joinFields(fields, CALLBACK_FIELDS) + storeKey)
  return named === CALLBACK_FIELDS.join(':') && isSameHash(fields.hash ?? '', computed)
}

const hex = (algorithm: 'sha1' | 'sha512', text: string): string =>
  createHash(algorithm).update(text).digest('hex').toUpperCase()
