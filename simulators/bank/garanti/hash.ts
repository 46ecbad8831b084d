/** The two hashes of Garanti: one for calls and 3D forms, one for callbacks. Upper-case hex. */
import { createHash } from 'node:crypto'

const upperHex = (algorithm: 'sha1' | 'sha512', text: string): string =>
  createHash(algorithm).update(text).digest('hex').toUpperCase()

/** Hashes a user's password with the terminal id, which is padded to nine digits. */
export const securityData = (password: string, terminalId: string): string =>
  upperHex('sha1', password + terminalId.padStart(9, '0'))

export interface HashedCall {
  readonly orderId: string
  readonly terminalId: string
  /** Empty if no card is sent. */
  readonly card: string
  readonly amount: string
  readonly currency: string
}

export const callHash = ({ orderId, terminalId, card, amount, currency }: HashedCall, password: string): string =>
  upperHex('sha512', orderId + terminalId + card + amount + currency + securityData(password, terminalId))

export interface HashedForm {
  readonly terminalId: string
  readonly orderId: string
  readonly amount: string
  readonly currency: string
  readonly successUrl: string
  readonly errorUrl: string
  readonly type: string
  readonly installment: string
}

export const formHash = (form: HashedForm, storeKey: string, password: string): string => {
  const { terminalId, orderId, amount, currency, successUrl, errorUrl, type, installment } = form
  return upperHex(
    'sha512',
    [terminalId, orderId, amount, currency, successUrl, errorUrl, type, installment].join('') +
      storeKey +
      securityData(password, terminalId),
  )
}

export const CALLBACK_PARAMETERS = 'clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:'

/** Returns the values of the named fields; a missing one counts as empty. */
export const callbackValues = (fields: Readonly<Record<string, string>>, parameters: string): string =>
  parameters
    .split(':')
    .map((name) => fields[name] ?? '')
    .join('')

export const callbackHash = (fields: Readonly<Record<string, string>>, parameters: string, storeKey: string): string =>
  upperHex('sha512', callbackValues(fields, parameters) + storeKey)
