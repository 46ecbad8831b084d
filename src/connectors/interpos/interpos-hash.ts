/** InterPOS's hashes: values joined without separators in a fixed order, and the merchant's 3D password after them. */
import { createHash } from 'node:crypto'
import { type Fields, isSameHash, joinFields } from '../kit/callback.ts'

const FORM_ORDER = ['ShopCode', 'OrderId', 'PurchAmount', 'OkUrl', 'FailUrl', 'TxnType', 'InstallmentCount', 'Rnd']

/** Covers the fields of the form for the browser. Currency, card and SecureType are not among them. */
export const formHash = (fields: Fields, merchantPass: string): string =>
  sha1(joinFields(fields, FORM_ORDER) + merchantPass)

/** Fields that the hash of a callback covers, in its order. */
export const CALLBACK_FIELDS = [
  'Version',
  'PurchAmount',
  'Exponent',
  'Currency',
  'OkUrl',
  'FailUrl',
  'MD',
  'OrderId',
  'ProcReturnCode',
  'Response',
  'mdStatus',
] as const
const LISTED = `${CALLBACK_FIELDS.join(':')}:`

/**
 * Whether the hash is that of these values. The bank sends the list of names with them and the text, too: another list could
 * give the same text other names. A terminal that the bank has switched off gets a hash without a password, which proves nothing.
 */
export const isCallbackHash = (fields: Fields, merchantPass: string): boolean => {
  const text = joinFields(fields, CALLBACK_FIELDS)
  const isListed = fields.HASHPARAMS === LISTED && (fields.HASHPARAMSVAL ?? text) === text
  return isListed && isSameHash(fields.HASH ?? '', sha1(text + merchantPass))
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('base64')
