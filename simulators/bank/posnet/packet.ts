/**
 * The packets that travel through the shopper's browser: sealed by the bank, and bound together by a signature. The
 * card is in one of them, so that the bank keeps none.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { same } from '../wire/same.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

const upperHex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()
const keyFrom = (encKey: string): Buffer => createHash('sha256').update(`packet;${encKey}`).digest()

/** Equal contents give equal packets, as everything at this bank. */
export const seal = (content: object, encKey: string): string => {
  const text = JSON.stringify(content)
  const key = keyFrom(encKey)
  const iv = createHmac('sha256', key).update(text).digest().subarray(0, IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return upperHex(Buffer.concat([iv, cipher.getAuthTag(), sealed]))
}

/** Returns undefined if the packet is not of this bank and merchant. */
export const open = <Content extends object>(packet: string, encKey: string): Content | undefined => {
  const bytes = Buffer.from(packet, 'hex')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  if (tag.length < TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(encKey), iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(tag)
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as Content
  } catch {
    return undefined
  }
}

export const signPackets = (first: string, second: string, encKey: string): string =>
  upperHex(createHmac('sha256', `sign;${encKey}`).update(`${first};${second}`).digest().subarray(0, 16))

export const isSigned = (signature: string, first: string, second: string, encKey: string): boolean =>
  same(signature, signPackets(first, second, encKey))

/** Order and card of a payment that has not begun: posnetData and posnetData2. */
export interface SealedOrder {
  readonly xid: string
  readonly operation: 'sale' | 'preauth'
  readonly amount: number
  readonly currency: string
  readonly installments: number
}
export interface SealedCard {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly cvv: string
}

/** The result of a challenge: MerchantPacket and BankPacket have the same content. */
export interface SealedResult {
  /** Empty if there was no challenge. */
  readonly session: string
  readonly xid: string
  readonly operation: 'sale' | 'preauth'
  readonly amount: number
  readonly currency: string
  readonly installments: number
  readonly mdStatus: string
  readonly txStatus: string
  readonly message: string
}
