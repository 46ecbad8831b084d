/** Idempotency-Keys: their form, how long a request holds one, and whether a later request is the same one. Each module has the rows that hold its keys, and decides how to respond to a repeat. */
import { timingSafeEqual } from 'node:crypto'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'

/** A key this old is free again (docs/interface/requests.md#idempotency). */
export const KEY_LIFE_MS = 24 * 3_600_000
const KEY_FORM = /^[\x21-\x7e]{1,128}$/

/** The header's value, or null when absent. */
export const readIdempotencyKey = (header: string | string[] | undefined): string | null => {
  if (header === undefined) return null
  if (typeof header === 'string' && KEY_FORM.test(header)) return header
  throw new Problem('bad_request', {
    detail: phrase`Idempotency-Key takes 1 to 128 visible ASCII characters, without blanks; a uuid is a good one.`,
    errors: [
      { field: 'Idempotency-Key', code: 'invalid_format', message: phrase`must be 1 to 128 visible ASCII characters` },
    ],
  })
}

/** A key taken at that moment or before is free at `nowMs`. */
export const freeSince = (nowMs: number): number => nowMs - KEY_LIFE_MS

export const isFree = (taken: Date, nowMs: number): boolean => taken.getTime() <= freeSince(nowMs)

/** Compares fingerprints; a request without one is never the same. */
export const isSameRequest = (stored: Buffer | null | undefined, own: Buffer | null): boolean =>
  stored != null && own !== null && timingSafeEqual(stored, own)

export const refuseOtherRequest = (stored: Buffer | null | undefined, own: Buffer | null): void => {
  if (!isSameRequest(stored, own)) throw keyInUseProblem()
}

export const keyInUseProblem = (): Problem =>
  new Problem('idempotency_key_in_use', {
    detail: phrase`This Idempotency-Key was used with another request. Repeat that request unchanged, or use a new key.`,
  })

/** The row that holds a key, as its module has stored it. */
export interface Holder {
  /** When it took the key. */
  readonly created: Date
  readonly fingerprint: Buffer | null
}

interface KeyStatements<H extends Holder> {
  readonly find: (tx: Tx) => Promise<H | undefined>
  /** Takes the key from what has held it for its whole life. */
  readonly release: (tx: Tx, holder: H) => Promise<unknown>
}

/** Returns undefined if the key is free, or free again after a day. Throws for another request. */
export const findHolder = async <H extends Holder>(
  tx: Tx,
  { find, release }: KeyStatements<H>,
  { fingerprint, nowMs }: { fingerprint: Buffer; nowMs: number },
): Promise<H | undefined> => {
  const holder = await find(tx)
  if (holder === undefined) return undefined
  if (isFree(holder.created, nowMs)) {
    await release(tx, holder)
    return undefined
  }
  refuseOtherRequest(holder.fingerprint, fingerprint)
  return holder
}
