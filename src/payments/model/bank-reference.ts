/**
 * Our reference of an attempt at a bank, and what it names. That of a payment with an Idempotency-Key is derived from the
 * key, so that a repeat finds it at the bank even where a restored database has lost the payment.
 */
import type { Sealer } from '../../infra/crypto/sealer.ts'

/** A payment, or a capture, void or refund, by what its references are made of. */
interface Referenced {
  readonly id: string
  readonly key_reference: string | null
}

/** Returns our reference of one attempt: it is unique, and the bank knows it from the first byte on. */
export const toBankReference = ({ id, key_reference }: Referenced, attemptNo: number): string =>
  `${key_reference === null ? 'V' : 'K'}${(key_reference ?? id).replaceAll('-', '')}${String(attemptNo).padStart(2, '0')}`

export type NamedByReference = { readonly id: string } | { readonly keyReference: string }

/**
 * Returns what such a reference names, a payment or a capture, void or refund: by its id, or by its key. Undefined if it
 * is not one of ours.
 */
export const parseBankReference = (reference: string): NamedByReference | undefined => {
  const [, kind, ...parts] = BANK_REFERENCE.exec(reference) ?? []
  if (kind === undefined) return undefined
  const uuid = parts.join('-')
  return kind === 'V' ? { id: uuid } : { keyReference: uuid }
}
const BANK_REFERENCE = /^([VK])([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9]{2}$/

/** Owner and purpose of a key; the same key of another merchant, or for another operation, is another one. */
export interface KeyScope {
  readonly tenantId: string
  readonly merchantId: string
  /** Such as `payment` or `refund`. */
  readonly operation: string
  readonly key: string
}

/** Key of a plan's first payment: its own, and after it the caller's, which a repeat of the start has again. */
export const toStartKey = (paymentKey: string, callersKey: string): string => `${paymentKey} start:${callersKey}`

/** Key of a later payment of a plan: its own, and after it the place in the agreement, which the plan that is made again has, too. */
export const toRunKey = (
  paymentKey: string,
  { agreement, installment, tryNo }: { agreement: string; installment: number; tryNo: number },
): string => `${paymentKey} run:${agreement}:${installment}:${tryNo}`

/** The part of a payment's key that a repeat has, too. */
export const toRepeatedKey = (paymentKey: string): string =>
  /^plan:\S+ ((?:start|run):.*)$/s.exec(paymentKey)?.[1] ?? paymentKey

/** The repeated keys of all attempts at the installment that a key belongs to; none for every other payment. */
export const toTriesOfInstallment = (repeatedKey: string, tries: number): string[] => {
  const place = /^(?:plan|run):\S+(?=:[0-9]+$)/.exec(repeatedKey)?.[0]
  return place === undefined ? [] : Array.from({ length: tries }, (_, at) => `${place}:${at + 1}`)
}

const DAY_MS = 86_400_000

/** Days since 1970 by UTC. A key lives 24 hours, so its next use is on another day and has another reference. */
export const toReferenceDay = (ms: number): number => Math.floor(ms / DAY_MS)

/**
 * Returns 16 bytes as a uuid: the day first, so that one who has a reference knows which day's rows to look among, then a
 * keyed hash that takes more than the Idempotency-Key to make.
 */
export const deriveKeyReference = (
  sealer: Pick<Sealer, 'fingerprint'>,
  { tenantId, merchantId, operation, key }: KeyScope,
  day: number,
): string => {
  const hash = sealer.fingerprint(
    `bank-reference:${tenantId}`,
    JSON.stringify([merchantId.toLowerCase(), operation, key, day]),
  )
  const hex = day.toString(16).padStart(4, '0') + hash.toString('hex').slice(0, 28)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The first and the last moment of the day in a derived reference. */
export const dayOfKeyReference = (keyReference: string): { readonly from: number; readonly until: number } => {
  const from = Number.parseInt(keyReference.slice(0, 4), 16) * DAY_MS
  return { from, until: from + DAY_MS - 1 }
}
