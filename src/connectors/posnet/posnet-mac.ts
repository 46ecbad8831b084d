/** PosNet's MAC: SHA-256 in base64 over values joined by semicolons; the last one is a hash of key and terminal. */
import { createHash } from 'node:crypto'
import type { PosnetAccount } from './posnet-account.ts'

/** A charge in the words of the bank, as it was sent to it first. */
export interface PosnetTerms {
  readonly xid: string
  readonly amount: string
  readonly currency: string
}

/**
 * `before` is what the answer says itself: the md status where it is about a challenge, the host's number where it is about
 * a charge. Requests have nothing before.
 */
export const posnetMac = (
  { mid, tid, encKey }: Pick<PosnetAccount, 'mid' | 'tid' | 'encKey'>,
  { xid, amount, currency }: PosnetTerms,
  ...before: readonly string[]
): string => encKey.use((key) => hash(...before, xid, amount, currency, mid, hash(key, tid)))

const hash = (...values: readonly string[]): string => createHash('sha256').update(values.join(';')).digest('base64')
