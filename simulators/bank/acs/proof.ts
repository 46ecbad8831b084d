/** The second leg of 3D Secure: checks that this is the unused proof of a passed challenge of this order. */
import { violate } from '../acquirer/api-route.ts'
import type { AuthenticatedCard, Terms } from '../acquirer/charge.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import { cardOfMask } from '../world/cards.ts'
import { isProven } from './authentication.ts'

export interface Proof {
  readonly md: string
  readonly xid: string
  readonly eci: string
  readonly cavv: string
}

export interface ProvenOrder extends Terms {
  readonly merchant: string
  readonly orderId: string
  readonly operation: ChargeOperation
}

export type ProofRefusal = 'authentication_mismatch' | 'authentication_used'

export const provenCard = (bank: Bank, order: ProvenOrder, proof: Proof): AuthenticatedCard | ProofRefusal => {
  const session = bank.ledger.books.sessions.get(proof.md.split(':')[1] ?? '')
  const issued = session && cardOfMask(session.card)
  if (!session || !issued || !isOf(session, proof) || session.merchant !== order.merchant) {
    violate(bank, order, 'wrong_authentication')
    return 'authentication_mismatch'
  }
  if (!isAbout(session, order)) return 'authentication_mismatch'
  if (session.used) {
    violate(bank, order, 'duplicate_charge')
    return 'authentication_used'
  }
  return { issued, badCvv: session.bad_cvv, session: session.id }
}

const isOf = ({ result, model }: Session, { md, xid, eci, cavv }: Proof): boolean =>
  model === '3d' &&
  result !== undefined &&
  isProven(result.md_status) &&
  result.md === md &&
  result.xid === xid &&
  result.eci === eci &&
  result.cavv === cavv

const isAbout = (session: Session, { orderId, operation, amount, currency, installments }: ProvenOrder): boolean =>
  session.order_id === orderId &&
  session.operation === operation &&
  session.amount === amount &&
  session.currency === currency &&
  session.installments === installments
