/** Kuveyt Türk's hashes: values one after the other, the hash of the password last; base64 of SHA-1, over bytes of Latin-5. */
import { createHash } from 'node:crypto'
import { encode } from '../wire/charset.ts'

/** Also the hash of a password. */
export const digest = (...values: readonly (string | undefined)[]): string =>
  createHash('sha1')
    .update(encode(values.map((value) => value ?? '').join(''), 'iso-8859-9'))
    .digest('base64')

export interface HashedMessage {
  readonly MerchantId?: string
  readonly MerchantOrderId?: string
  readonly Amount?: string
  readonly OkUrl?: string
  readonly FailUrl?: string
  readonly UserName?: string
}

/** Hash of what a merchant sends; only the request of a challenge has addresses. */
export const requestHash = (message: HashedMessage, password: string): string => {
  const { MerchantId, MerchantOrderId, Amount, OkUrl, FailUrl, UserName } = message
  return digest(MerchantId, MerchantOrderId, Amount, OkUrl, FailUrl, UserName, digest(password))
}

export interface HashedAnswer {
  readonly merchantOrderId: string
  readonly code: string
  readonly orderId: string
  /** Absent in what is posted back after a challenge. */
  readonly rrn?: string
}

/** Hash of what the bank sends: neither the amount nor MD is among its values. */
export const answerHash = ({ merchantOrderId, rrn, code, orderId }: HashedAnswer, password: string): string =>
  digest(merchantOrderId, rrn, code, orderId, digest(password))
