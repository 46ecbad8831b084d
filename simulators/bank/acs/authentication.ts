/** How a challenge can end, and the proof of each ending. */
import { createHmac } from 'node:crypto'
import type { Card } from '../world/cards.ts'

export type Ending = 'ok' | 'attempt' | 'wrong_code' | 'cancelled' | 'refused' | 'unavailable' | 'invalid'

export interface Authentication {
  readonly outcome: Ending
  readonly md_status: string
  /** Y, A, N, U. */
  readonly status: string
  readonly message: string
  readonly eci: string
  readonly cavv: string
  readonly xid: string
  readonly md: string
}

const ENDINGS: Readonly<Record<Ending, readonly [mdStatus: string, status: string, message: string]>> = {
  ok: ['1', 'Y', 'Authenticated'],
  attempt: ['2', 'A', 'Attempt'],
  wrong_code: ['0', 'N', 'Not authenticated: wrong code'],
  cancelled: ['0', 'N', 'Not authenticated: cancelled by the cardholder'],
  refused: ['0', 'N', 'Not authenticated: refused by the issuer'],
  unavailable: ['5', 'U', 'Authentication unavailable'],
  invalid: ['8', 'U', 'Card number unknown'],
}

/** Returns whether the proof is sufficient for the bank to continue with the authorization. */
export const isProven = (mdStatus: string): boolean => mdStatus >= '1' && mdStatus <= '4'

/** Returns 20 bytes in base64, derived from seed and session. */
const drawnFrom = (seed: string, session: string, name: string): string =>
  createHmac('sha256', seed).update(`${session}/${name}`).digest().subarray(0, 20).toString('base64')

/** Returns `rnd` of a callback: 20 letters. */
export const deriveRandom = (seed: string, session: string): string => drawnFrom(seed, session, 'rnd').slice(0, 20)

/** Returns values derived from seed and session; cavv and xid are 20 bytes in base64. */
export const buildAuthentication = (
  outcome: Ending,
  card: Card | undefined,
  session: string,
  seed: string,
): Authentication => {
  const [md_status, status, message] = ENDINGS[outcome]
  const drawn = (name: string): string => drawnFrom(seed, session, name)
  const isMastercard = card?.scheme === 'MasterCard'
  const eci =
    outcome === 'ok' ? (isMastercard ? '02' : '05') : outcome === 'attempt' ? (isMastercard ? '01' : '06') : ''
  return {
    outcome,
    md_status,
    status,
    message,
    eci,
    cavv: eci === '' ? '' : drawn('cavv'),
    xid: drawn('xid'),
    md: `MD:${session}:${drawn('md').replaceAll(/[^A-Za-z0-9]/g, '')}`,
  }
}
