/** What a repeat of a payment's key, or a caller who lost a race, is told: the stored answer, else the present state. */

import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import type { PaymentDesk } from './payment-services.ts'
import { findStored, type StoredPayment, takeUnseenAnswer } from '../model/payment-store.ts'
import { isUnsent, unsentProblem } from './unsent-payment.ts'
import { settled } from './wait-until-resolved.ts'
import { failureProblem, paymentResult } from '../model/payment-result.ts'

/**
 * Waits while another call works on the payment, at most ten seconds, then answers what is stored. `isFirst`: for the call
 * that made the payment, whose step somebody else has taken.
 */
export const presentAnswer = async (
  desk: PaymentDesk,
  tenantId: string,
  id: string,
  isFirst = false,
): Promise<Answer> => {
  const read = (): Promise<StoredPayment> => readStored(desk, tenantId, id)
  return answerOf(desk, await settled({ read, isOpen, running: () => desk.running.get(id) }), isFirst)
}

const readStored = async (desk: PaymentDesk, tenantId: string, id: string): Promise<StoredPayment> => {
  const stored = await desk.house.db.inTenant(tenantId, (tx) => findStored(tx, tenantId, id))
  if (!stored) throw new Problem('payment_not_found')
  return stored
}

/** Somebody holds the lease of an attempt: the first answer is on its way. */
const isOpen = (stored: StoredPayment): boolean => stored.answer_body === null && stored.is_leased

/** The answer as it stands: kept ones byte for byte, and a replay once somebody was given them; open ones as their present state. */
export const answerOf = async (desk: PaymentDesk, stored: StoredPayment, isFirst = false): Promise<Answer> => {
  if (stored.answer_status !== null && stored.answer_body !== null) {
    const isUnseen =
      stored.answer_unseen &&
      (await desk.house.db.inTenant(stored.tenant_id, (tx) => takeUnseenAnswer(tx, 'payments', stored)))
    return { status: stored.answer_status, bodyText: stored.answer_body, isReplay: !isUnseen && !isFirst }
  }
  if (isUnsent(stored)) throw unsentProblem(stored)
  const facts = { ...stored, processed_ms: stored.completed_at?.getTime() ?? null }
  if (stored.status === 'failed') throw failureProblem(facts, false)
  return { status: 202, body: paymentResult(facts) }
}
