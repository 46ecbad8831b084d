/** Makes the payment of an attempt: with 3D Secure or without, as the session requires. */
import type { Answer, RequestFacts } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { readClocks } from '../../infra/database/lease-age.ts'
import { toCaller } from '../../payments/attempts/caller.ts'
import { respondWithStored } from '../../payments/attempts/stored-answer.ts'
import type { ChargeCall } from '../../payments/charge/charge-call.ts'
import { chargeOnce } from '../../payments/charge/charge-once.ts'
import { draftPayment } from '../../payments/charge/draft-payment.ts'
import { chargeDraft, chargeLink } from '../../payments/creation/charge-draft.ts'
import type { ReturnAddresses } from '../../payments/persistence/payment-draft.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import type { SessionRow } from '../model/session-row.ts'

interface SessionTry {
  readonly call: ChargeCall
  readonly session: SessionRow
  readonly request: RequestFacts
  readonly addresses: ReturnAddresses
  /** Returns true while the claim of the attempt may be used. */
  readonly isInTime: () => boolean
}

/** Throws what refuses the payment before it is stored. */
export const chargeTry = async (services: CheckoutServices, attempt: SessionTry): Promise<Answer> => {
  const { call, session, isInTime, addresses, request } = attempt
  const returned = session.payment_mode === 'non_3d' ? null : addresses
  const draft = await draftPayment(services.payments, call, returned).catch((error: unknown) => {
    throw toRefusalOfSession(error, session)
  })
  const leasedAt = readClocks()
  if (!isInTime())
    throw new Problem('service_unavailable', { detail: phrase`The try took too long and made no payment.` })
  const charge = session.kind === 'link' ? chargeLink : chargeDraft
  const answer = await chargeOnce(call, () => charge(services.payments, draft, leasedAt, toCaller(request)))
  if (answer === 'known') return respondWithStored(services.payments, session.tenant_id, draft.payment.id)
  if (answer instanceof Problem) throw answer
  return answer
}

const toRefusalOfSession = (error: unknown, { payment_mode }: SessionRow): unknown =>
  error instanceof Problem && error.code === 'non_3d_not_allowed'
    ? new Problem('payment_mode_not_allowed', {
        detail: phrase`The payment policy of the tenant does not allow ${payment_mode} any more.`,
      })
    : error
