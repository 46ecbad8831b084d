/** Parts of a callback's verification that banks share: how a challenge ended, and which callback is not trusted. */
import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../core/secret.ts'
import type { Outcome } from '../attempt.ts'
import type { Authentication, CallbackOutcome } from '../three-d-secure.ts'
import { bankText } from './result.ts'

export type Fields = Readonly<Record<string, string>>
type Refusal = Extract<CallbackOutcome, { kind: 'verified' }>['refusal']
type Proof = Partial<Record<Exclude<keyof Authentication, 'mdStatus'>, string | undefined>>

export const forged = (reason: Extract<CallbackOutcome, { kind: 'forged' }>['reason']): CallbackOutcome => ({
  kind: 'forged',
  reason,
})

interface Verified {
  readonly mdStatus: string
  /** Members of the proof as the bank sent them. */
  readonly proof: Proof
  /** Absent if the challenge was passed. */
  readonly refusal: Refusal
  readonly message?: string | undefined
  /** Where the bank charges before it sends the shopper back. */
  readonly charged?: Outcome | undefined
}

export const verified = ({ mdStatus, proof, refusal, message, charged }: Verified): CallbackOutcome => ({
  kind: 'verified',
  authentication: {
    mdStatus,
    eci: proof.eci || null,
    cavv: proof.cavv || null,
    xid: proof.xid || null,
    md: proof.md || null,
    dsTransId: proof.dsTransId || null,
  },
  ...(refusal === undefined ? {} : { refusal }),
  ...(message && refusal ? { message: bankText(message) } : {}),
  ...(charged === undefined ? {} : { charged }),
})

/** Banks distinguish a cardholder who gave up from one they refused only in the message. */
const GAVE_UP = /cancel|iptal|vazge/i

export const authenticationRefusal = (mdStatus: string, message: string | undefined): Refusal => {
  if (mdStatus === '') return 'cancelled' // left before anything was decided
  if (mdStatus === '0') return GAVE_UP.test(message ?? '') ? 'cancelled' : 'refused'
  return ['5', '6', '7', '9'].includes(mdStatus) ? 'unavailable' : undefined
}

/** Compares a hash in constant time. */
export const isSameHash = (given: string, computed: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(computed)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The values of these fields in that order without separators, as many banks hash them; a missing value counts as empty. */
export const joinFields = (fields: Fields, names: readonly string[]): string =>
  names.map((name) => (Object.hasOwn(fields, name) ? fields[name] : '')).join('')

/**
 * Whether a text without separators was cut into these values: a character moved from one value to the next hashes the
 * same, so only the cut of the bank's own forms counts.
 */
export const isCutInto = (values: readonly string[], cut: RegExpExecArray | null): boolean =>
  cut?.slice(1).every((value, index) => value === values[index]) === true

/** Whether a bank's masked card number can be that of our card, which may be masked itself once it was erased. */
export const matchesMaskedCard = (masked: string, number: Secret): boolean => {
  const shown = /^([0-9]{6})[0-9]*[*xX]+[0-9*xX]*?([0-9]{4})$/.exec(masked.replaceAll(' ', ''))
  if (!shown) return true
  return number.use((ours) => ours.startsWith(shown[1]!) && ours.endsWith(shown[2]!))
}
