/** OrderId: the bank's own number of an order, known since its challenge, or since its charge where there was none. */
import { createHmac } from 'node:crypto'
import type { References } from '../ledger/facts.ts'
import type { Order } from '../ledger/order.ts'

/** Nine digits that begin with 2; those of charges without a challenge begin with 1. */
export const ofChallenge = (seed: string, session: string): string => {
  const drawn = createHmac('sha256', seed).update(`${session}/order`).digest().readUIntBE(0, 6) % 1e8
  return String(200_000_000 + drawn)
}

export const ofCharge = ({ host_reference }: References): string => `1${host_reference.slice(-8)}`

export const toOrderNumber = (seed: string, { session, references }: Pick<Order, 'session' | 'references'>): string =>
  session === undefined ? ofCharge(references) : ofChallenge(seed, session)

/** Stan: the last digits of RRN. */
export const toStan = ({ host_reference }: References): string => host_reference.slice(-6)
