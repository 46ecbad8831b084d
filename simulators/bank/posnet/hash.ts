/** The MACs of PosNet: SHA-256 in base64 over values that are joined by semicolons. */
import { createHash } from 'node:crypto'

const sha256 = (...parts: readonly string[]): string => createHash('sha256').update(parts.join(';')).digest('base64')

/** The part of the MAC that only the merchant and the bank can calculate. */
const terminalHash = (encKey: string, terminalId: string): string => sha256(encKey, terminalId)

export interface MacFields {
  readonly xid: string
  /** Whole minor units, as sent. */
  readonly amount: string
  /** TL, US or EU. */
  readonly currency: string
  readonly merchantId: string
}

export interface MacKey {
  readonly encKey: string
  readonly terminalId: string
}

/** Returns the MAC of a request; that of a response covers one more value, which is the first. */
export const computeMac = (
  { xid, amount, currency, merchantId }: MacFields,
  { encKey, terminalId }: MacKey,
  first?: string,
): string =>
  sha256(...(first === undefined ? [] : [first]), xid, amount, currency, merchantId, terminalHash(encKey, terminalId))
