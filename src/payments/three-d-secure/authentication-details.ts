/** What reads show of an authentication, and from which step of a payment's life on. */
import type { House } from '../../infra/runtime.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { PaymentRow } from '../model/payment.ts'
import { authenticationOf, type ThreeDSession } from './three-d-session.ts'
import { findSession } from './three-d-session-store.ts'

export interface ThreeDFacts {
  /** As the bank sent it. */
  md_status: string | null
  cavv: string | null
  eci: string | null
  xid: string | null
  three_ds_server_trans_id: string | null
}

const NOTHING: ThreeDFacts = { md_status: null, cavv: null, eci: null, xid: null, three_ds_server_trans_id: null }

/** Undefined for a payment without a challenge: it costs no query. */
export const sessionOf = async (
  tx: Tx,
  payment: Pick<PaymentRow, 'tenant_id' | 'id' | 'secure_type'>,
): Promise<ThreeDSession | undefined> =>
  payment.secure_type === 'non_3d' ? undefined : findSession(tx, payment.tenant_id, payment.id)

/** Whether somebody has to act before it goes on to its bank: the shop, or a person who reviews it. */
export const waitsAfterChallenge = async (
  tx: Tx,
  payment: Pick<PaymentRow, 'tenant_id' | 'id' | 'status'>,
): Promise<boolean> =>
  payment.status === 'three_d_secure_auth_processing' &&
  (await findSession(tx, payment.tenant_id, payment.id))?.held_until != null

/** After the transaction: opening a seal may need a connection of its own. */
export const threeDFacts = async (
  house: Pick<House, 'sealer'>,
  session: ThreeDSession | undefined,
): Promise<ThreeDFacts> => {
  const known = session && (await authenticationOf(house, session))
  if (known === undefined) return NOTHING
  const { mdStatus, cavv, eci, xid, dsTransId } = known
  return { md_status: mdStatus, cavv, eci, xid, three_ds_server_trans_id: dsTransId }
}

/** The same for one step: nothing was known before the callback. */
export const factsAt = (facts: ThreeDFacts, session: ThreeDSession | undefined, atMs: number): ThreeDFacts =>
  session?.verified_at && atMs >= session.verified_at.getTime() ? facts : NOTHING
