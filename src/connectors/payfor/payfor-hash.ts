/** PayFor's hashes: values joined without separators in a fixed order, with the merchant's 3D password among them. */
import { createHash } from 'node:crypto'
import { type Fields, isSameHash, joinFields } from '../kit/callback.ts'

const FORM_ORDER = ['MbrId', 'OrderId', 'PurchAmount', 'OkUrl', 'FailUrl', 'TxnType', 'InstallmentCount', 'Rnd']

/** Covers the fields of the form for the browser. The currency is not among them. */
export const formHash = (fields: Fields, merchantPass: string): string =>
  digest('sha1', joinFields(fields, FORM_ORDER) + merchantPass)

/** Fields of a callback after its order, in the order of the hash; amount and currency are not included. */
export const CALLBACK_FIELDS = ['AuthCode', 'ProcReturnCode', '3DStatus', 'ResponseRnd'] as const

interface Parties {
  readonly merchantId: string
  readonly merchantPass: string
  readonly user: string
}

/** The length of the hash names its algorithm, since not every version of the gateway sends `HashType`. */
export const isCallbackHash = (fields: Fields, { merchantId, merchantPass, user }: Parties): boolean => {
  const given = fields.ResponseHash ?? ''
  const text = merchantId + merchantPass + (fields.OrderId ?? '') + joinFields(fields, CALLBACK_FIELDS) + user
  return isSameHash(given, digest(given.length > SHA1_LENGTH ? 'sha256' : 'sha1', text))
}

const SHA1_LENGTH = 28

const digest = (algorithm: 'sha1' | 'sha256', text: string): string =>
  createHash(algorithm).update(text).digest('base64')
