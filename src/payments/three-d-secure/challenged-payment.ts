/** A payment with its challenge, as every step of 3D Secure meets it. */
import type { Attempt } from '../../connectors/attempt.ts'
import type { ChallengingConnector } from '../../connectors/call/call-challenge.ts'
import type { PendingChallenge } from '../../connectors/three-d-secure.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import { attemptOfPayment } from '../attempts/rebuild-attempt.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { findPayment } from '../model/payment-store.ts'
import { challengerOf } from '../charge/three-d-secure-support.ts'
import { statePlace, type ThreeDSession } from './three-d-session.ts'
import { findSession } from './three-d-session-store.ts'

/** Under a lease of this process. */
export type Taken = Challenged & { payment: Leased<PaymentRow> }

export interface Challenged {
  payment: PaymentRow
  session: ThreeDSession
  connector: ChallengingConnector
  attempt: Attempt
  /** Of the request that brought the callback; undefined while nothing did. */
  callbackCorrelationId?: string | undefined
}

/** Undefined: there is no such payment within reach, or it was never challenged. */
export const findChallenged = async (
  desk: PaymentDesk,
  tenantId: string,
  paymentId: string,
  merchantId: string | null = null,
): Promise<Challenged | undefined> => {
  const [payment, session] = await desk.house.db.inTenant(
    tenantId,
    async (tx) =>
      [await findPayment(tx, tenantId, paymentId, merchantId), await findSession(tx, tenantId, paymentId)] as const,
  )
  return payment && session && withBank(desk, payment, session)
}

/** Throws when its configuration is gone or nothing here speaks to its bank any more. */
export const withBank = async (desk: PaymentDesk, payment: PaymentRow, session: ThreeDSession): Promise<Challenged> => {
  const made = await attemptOfPayment(desk, payment)
  const connector = made && challengerOf(desk, made.attempt.configuration)
  if (made === undefined || connector === undefined)
    throw new Error(`nobody can be asked about the challenge of ${payment.id}`)
  return { payment, session, connector, attempt: { ...made.attempt, model: session.model } }
}

export const isTaken = (challenged: Challenged): challenged is Taken => 'leasedAt' in challenged.payment

export const pendingChallenge = async (
  desk: PaymentDesk,
  { attempt, session }: Challenged,
): Promise<PendingChallenge> => {
  const { tenant_id, payment_id, state_sealed } = session
  const plain = await desk.house.sealer.open(tenant_id, statePlace(payment_id), state_sealed)
  return { attempt, state: JSON.parse(plain) as Record<string, string> }
}

/** Whether the bank may have charged on its own page, before it told us anything. */
export const mayBeCharged = ({ session }: Pick<Challenged, 'session'>): boolean => session.model !== '3d_secure'
