/** MD: the bank's name of a challenge, which the second call sends back in place of card and addresses. */
import { createHmac } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'

/** Returns 48 bytes in base64, as the bank does. */
export const toMd = (seed: string, session: string): string =>
  createHmac('sha384', seed).update(`${session}/md`).digest('base64')

export const findSession = ({ ledger, seed }: Bank, md: string): Session | undefined =>
  [...ledger.books.sessions.values()].find(({ id, face }) => face === 'kuveyt' && toMd(seed, id) === md)
