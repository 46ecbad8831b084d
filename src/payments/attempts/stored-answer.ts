/**
 * The response to a repeat of a payment's key, or to a caller that lost a race: the stored response, otherwise the
 * current state.
 */

import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import type { PaymentRow } from '../model/payment.ts'
import { buildFailureProblem, buildPaymentResult, toResultStatus } from '../model/payment-result.ts'
import { claimUnseenAnswer, findPayment } from '../model/payment-store.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'
import type { PaymentServices } from './payment-services.ts'
import { isUnsent, unsentPaymentProblem } from './unsent-payment.ts'
import { waitUntilResolved } from './wait-until-resolved.ts'

/**
 * Waits while another call works on the payment, at most ten seconds, then returns what is stored. `isFirst`: for the call
 * that created the payment, whose step another process has taken.
 */
export const respondWithStored = async (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  tenantId: string,
  id: string,
  isFirst = false,
): Promise<Answer> => toAnswer(services, await awaitPayment(services, tenantId, id, isOpen), isFirst)

/** Waits while another call works on the payment, at most ten seconds. */
export const awaitPayment = (
  { runtime, leases }: Pick<PaymentServices, 'runtime' | 'leases'>,
  tenantId: string,
  id: string,
  isOpen: (stored: PaymentRow) => boolean,
): Promise<PaymentRow> =>
  waitUntilResolved({
    async read() {
      const stored = await runtime.db.transaction({ of: tenantId }, (tx) => findPayment(tx, tenantId, id))
      if (stored === undefined) throw new Problem('payment_not_found')
      return stored
    },
    isOpen,
    running: () => leases.running.get(id),
  })

/** Responds to the call that took a step, or to one that found another process ahead of it (`update` undefined). */
export const respondToStep = async (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  payment: PreparedPayment,
  update: PaymentUpdate | undefined,
): Promise<Answer> => {
  if (update === undefined) return respondWithStored(services, payment.tenant_id, payment.id, true)
  const after = { ...payment, ...update, status: update.to_status, processed_ms: null }
  const { answer_status, answer_body } = update
  if (answer_status === null || answer_body === null) return { status: 202, body: buildPaymentResult(after) }
  const problem = update.to_status === 'failed' ? buildFailureProblem(after, true) : undefined
  if (problem !== undefined && problem.status >= 500) throw problem // a repeat gets the stored response
  return { status: answer_status, bodyText: answer_body }
}

/** A process holds the lease of an attempt, so the first response is pending. */
const isOpen = (stored: PaymentRow): boolean => stored.answer_body === null && stored.is_leased === true

/**
 * Returns the current response: a stored one byte for byte, marked as a replay once a caller received it; for an open
 * payment its current state.
 */
const toAnswer = async (
  services: Pick<PaymentServices, 'runtime'>,
  stored: PaymentRow,
  isFirst = false,
): Promise<Answer> => {
  if (stored.answer_status !== null && stored.answer_body !== null) {
    const isUnseen =
      stored.answer_unseen &&
      (await services.runtime.db.transaction({ of: stored.tenant_id }, (tx) =>
        claimUnseenAnswer(tx, 'payments', stored),
      ))
    return { status: stored.answer_status, bodyText: stored.answer_body, isReplay: !isUnseen && !isFirst }
  }
  if (isUnsent(stored)) throw unsentPaymentProblem(stored)
  const facts = { ...stored, processed_ms: stored.completed_at?.getTime() ?? null }
  if (stored.status === 'failed') throw buildFailureProblem(facts, false)
  return { status: toResultStatus(facts), body: buildPaymentResult(facts) }
}
