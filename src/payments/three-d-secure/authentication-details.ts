/** The authentication details that reads return, and from which step of a payment on. */

import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { PaymentRow } from '../model/payment.ts'
import { openAuthentication, type ThreeDSession } from './three-d-session.ts'
import { findSession } from './three-d-session-store.ts'

export interface AuthenticationDetails {
  /** As the bank sent it. */
  md_status: string | null
  cavv: string | null
  eci: string | null
  xid: string | null
  three_ds_server_trans_id: string | null
}

const NO_DETAILS: AuthenticationDetails = {
  md_status: null,
  cavv: null,
  eci: null,
  xid: null,
  three_ds_server_trans_id: null,
}

/** Returns undefined for a payment without a challenge, without a query. */
export const findSessionOfPayment = async (
  tx: Tx,
  payment: Pick<PaymentRow, 'tenant_id' | 'id' | 'secure_type'>,
): Promise<ThreeDSession | undefined> =>
  payment.secure_type === 'non_3d' ? undefined : findSession(tx, payment.tenant_id, payment.id)

/** Returns whether the shop or a reviewer has to act before the payment is sent to its bank. */
export const isWaitingAfterChallenge = async (
  tx: Tx,
  payment: Pick<PaymentRow, 'tenant_id' | 'id' | 'status'>,
): Promise<boolean> =>
  payment.status === 'three_d_secure_auth_processing' &&
  (await findSession(tx, payment.tenant_id, payment.id))?.held_until != null

/** Call it after the transaction: unsealing may need another connection. */
export const readAuthenticationDetails = async (
  runtime: Pick<Runtime, 'sealer'>,
  session: ThreeDSession | undefined,
): Promise<AuthenticationDetails> => {
  const authentication = session && (await openAuthentication(runtime, session))
  if (authentication === undefined) return NO_DETAILS
  const { mdStatus, cavv, eci, xid, dsTransId } = authentication
  return { md_status: mdStatus, cavv, eci, xid, three_ds_server_trans_id: dsTransId }
}

/** Returns the details for one step; nothing was known before the callback. */
export const detailsAt = (
  facts: AuthenticationDetails,
  session: ThreeDSession | undefined,
  atMs: number,
): AuthenticationDetails => (session?.verified_at && atMs >= session.verified_at.getTime() ? facts : NO_DETAILS)
