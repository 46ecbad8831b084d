/** The end of a challenge: with 3d_pay the authorization, then what is posted back, exactly once. */
import { type Charge, charge } from '../acquirer/charge.ts'
import type { Script } from '../acquirer/script.ts'
import type { Bank } from '../bank-parts.ts'
import { type FaultCall, type Striking, toFaultEffect } from '../faults/faults.ts'
import type { Session } from '../ledger/books.ts'
import { type Card, cardOfMask } from '../world/cards.ts'
import type { Merchant } from '../world/merchants.ts'
import { type Authentication, buildAuthentication, type Ending, isProven } from './authentication.ts'
import type { Fields, ThreeDAdapter } from './three-d-adapter.ts'

export interface Finish {
  /** The fault that affects the callback. */
  readonly fault?: Striking
  /** How the card's bank behaves in the authorization. */
  readonly script?: Script
}

/** Stores the result in the session. An existing result is kept. */
export const finish = (bank: Bank, adapter: ThreeDAdapter, session: Session, ending: Ending): Finish => {
  const { ledger } = bank
  if (session.result) return {}
  const merchant = adapter.merchant(session.merchant) as Merchant
  const card = cardOfMask(session.card)
  const call = toCall(session)
  const fault = bank.faults.strike({ ...call, operation: 'callback' }, ['callback', 'answer'])
  const authentication = authenticationUnder(buildAuthentication(ending, card, session.id, bank.seed), fault)
  const amount = fault?.name === 'tampered_amount' ? Number(fault.parameter('minor')) : session.amount
  const charged = chargeAfter(bank, session, merchant, card, { authentication, amount, fault })
  const fields = adapter.fields(bank, session, authentication, charged, amount)
  const isOk = isProven(authentication.md_status) && (session.model === '3d' || isApproved(charged))
  const storeKey = fault?.name === 'bad_hash' ? `${merchant.storeKey}x` : merchant.storeKey
  const { outcome, md_status, eci, cavv, xid, md } = authentication
  ledger.commit({
    kind: 'session_step',
    id: session.id,
    step: 'ended',
    result: {
      outcome,
      md_status,
      eci,
      cavv,
      xid,
      md,
      fields: adapter.sign(fault?.name === 'extra_fields' ? { ...fields, NewField: 'yeni alan|x' } : fields, storeKey),
      target: isOk ? session.ok_url : session.fail_url,
    },
  })
  if (fault?.name === 'swapped_order') swap(bank, session, String(fault.parameter('order_id')))
  fault?.fired(charged?.kind === 'answered' && charged.booked ? 'moved' : 'not_moved')
  return {
    ...(fault ? { fault } : {}),
    ...(charged?.kind === 'answered' ? { script: charged.script } : {}),
  }
}

const toCall = (session: Session): FaultCall => ({
  face: session.face,
  merchant: session.merchant,
  order_id: session.order_id,
  operation: session.operation,
  card: session.card,
  amount: session.amount,
  authenticated: true,
})

const authenticationUnder = (authentication: Authentication, fault: Striking | undefined): Authentication =>
  fault?.name === 'md_bad_but_charged'
    ? { ...authentication, md_status: String(fault.parameter('md_status')), status: 'U', message: 'System error' }
    : authentication

const isApproved = (charged: Charge | undefined): boolean => charged?.kind === 'answered' && charged.code === '00'

interface Scene {
  authentication: Authentication
  amount: number
  fault: Striking | undefined
}

/** Authorizes inside the callback, as the bank does with 3d_pay. A ledger fault applies here as in a direct call. */
const chargeAfter = (
  bank: Bank,
  session: Session,
  merchant: Merchant,
  card: Card | undefined,
  { authentication, amount, fault }: Scene,
): Charge | undefined => {
  const goesOn = isProven(authentication.md_status) || fault?.name === 'md_bad_but_charged'
  if (session.model !== '3d_pay' || !card || !goesOn) return undefined
  const { order_id: orderId, operation, currency, installments, bad_cvv } = session
  const inBooks = bank.faults.strike(toCall(session), ['books'])
  const proof = { issued: card, badCvv: bad_cvv, session: session.id }
  bank.ledger.commit({ kind: 'session_step', id: session.id, step: 'used' })
  const charged = charge(
    bank.ledger,
    bank.seed,
    { merchant, orderId, operation, amount, currency, installments, card: proof },
    toFaultEffect(inBooks),
  )
  inBooks?.fired(charged.kind === 'answered' && charged.booked ? 'moved' : 'not_moved')
  return charged
}

/** Replaces this callback by the signed callback of another order, as an attacker would. */
const swap = ({ ledger }: Bank, session: Session, orderId: string): void => {
  const others = [...ledger.books.sessions.values()].filter(
    ({ id, merchant, result, order_id }) =>
      id !== session.id && merchant === session.merchant && result && (orderId === '' || order_id === orderId),
  )
  const other = others.at(-1)?.result
  if (!other || !session.result) return
  const fields: Fields = other.fields
  ledger.commit({ kind: 'session_step', id: session.id, step: 'ended', result: { ...session.result, fields } })
}
