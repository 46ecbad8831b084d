/** A payment with its challenge, as every step of 3D Secure reads it. */
import type { Attempt } from '../../connectors/attempt.ts'
import type { ChallengingConnector } from '../../connectors/call/call-challenge.ts'
import type { PendingChallenge } from '../../connectors/three-d-secure.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { rebuildAttempt } from '../attempts/rebuild-attempt.ts'
import { findChallengeConnector } from '../charge/three-d-secure-support.ts'
import type { PaymentRow } from '../model/payment.ts'
import { findPayment } from '../model/payment-store.ts'
import { stateSealingContext, type ThreeDSession } from './three-d-session.ts'
import { findSession } from './three-d-session-store.ts'

/** A challenge whose payment this process has leased. */
export type ClaimedChallenge = Challenge & { payment: Leased<PaymentRow> }

export interface Challenge {
  payment: PaymentRow
  session: ThreeDSession
  connector: ChallengingConnector
  attempt: Attempt
  /** Correlation id of the request that brought the callback; undefined until there was one. */
  callbackCorrelationId?: string | undefined
}

/** Returns undefined if there is no such payment in scope, or it was never challenged. */
export const findChallenge = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  tenantId: string,
  paymentId: string,
  merchantId: string | null = null,
): Promise<Challenge | undefined> => {
  const [payment, session] = await services.runtime.db.transaction(
    { of: tenantId },
    async (tx) =>
      [await findPayment(tx, tenantId, paymentId, merchantId), await findSession(tx, tenantId, paymentId)] as const,
  )
  return payment && session && withConnector(services, payment, session)
}

/** Throws if its configuration was deleted or no connector serves its bank any longer. */
const withConnector = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  payment: PaymentRow,
  session: ThreeDSession,
): Promise<Challenge> => {
  const made = await rebuildAttempt(services, payment)
  const connector = made && findChallengeConnector(services, made.attempt.configuration)
  if (made === undefined || connector === undefined)
    throw new Error(`no bank can be asked about the challenge of ${payment.id}`)
  return { payment, session, connector, attempt: { ...made.attempt, model: session.model } }
}

export const isClaimed = (challenged: Challenge): challenged is ClaimedChallenge => 'leasedAt' in challenged.payment

export const openPendingChallenge = async (
  services: Pick<PaymentServices, 'runtime'>,
  { attempt, session }: Challenge,
): Promise<PendingChallenge> => {
  const { tenant_id, payment_id, state_sealed } = session
  const plain = await services.runtime.sealer.open(tenant_id, stateSealingContext(payment_id), state_sealed)
  return { attempt, state: JSON.parse(plain) as Record<string, string> }
}

/** Returns whether the bank may have charged on its own page, before any callback. */
export const mayBeCharged = ({ session }: Pick<Challenge, 'session'>): boolean => session.model !== '3d_secure'
