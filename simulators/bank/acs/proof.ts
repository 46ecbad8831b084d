/** The second leg of 3D Secure: checks that this is the unused proof of a passed challenge of this order. */
import type { AuthenticatedCard } from '../acquirer/charge.ts'
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

export interface ProvenOrder {
  readonly merchant: string
  readonly orderId: string
  readonly operation: ChargeOperation
  readonly amount: number
  readonly currency: string
  readonly installments: number
}

export type ProofRefusal = 'authentication_mismatch' | 'authentication_used'

export const provenCard = ({ ledger }: Bank, order: ProvenOrder, proof: Proof): AuthenticatedCard | ProofRefusal => {
  const violate = (violation: string): void =>
    ledger.commit({ kind: 'violation', violation, merchant: order.merchant, order_id: order.orderId })
  const session = ledger.books.sessions.get(proof.md.split(':')[1] ?? '')
  const issued = session && cardOfMask(session.card)
  if (!session || !issued || !isOf(session, proof) || session.merchant !== order.merchant) {
    violate('wrong_authentication')
    return 'authentication_mismatch'
  }
  if (!isAbout(session, order)) return 'authentication_mismatch'
  if (session.used) {
    violate('duplicate_charge')
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
