/**
 * Moves a chargeback along its state table. A lost chargeback takes its amount from the merchant, minus what refunds have already given
 * back, and a won one makes the amount refundable again. So only the bank decides how it ended, or two people if the tenant requires that.
 */
import type { Principal } from '../access/endpoint.ts'
import { checkCredentialConfirmed, checkFourEyes, isUnattributed } from '../access/four-eyes.ts'
import { isoTime } from '../core/clock.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { edgeFor } from '../core/state-machine.ts'
import type { Tx } from '../infra/database/database.ts'
import { lockPayments } from '../payments/model/operation-store.ts'
import type { PaymentRow } from '../payments/model/payment.ts'
import { requirePayment } from '../payments/model/payment-store.ts'
import { recordBesidePayment } from '../payments/persistence/record-beside.ts'
import { type ChargebackAction, chargebackMachine } from './chargeback-states.ts'
import { type ChargebackRow, findChargeback, insertStep, updateChargeback } from './chargeback-store.ts'
import { findChargebacksOfPayments } from './chargebacks-of-payments.ts'
import { toEventMembers } from './record-chargeback.ts'

type By = Pick<Principal, 'subject' | 'accountable' | 'tenantId' | 'needsConfirmation'>

interface StatusUpdate {
  tenantId: string
  merchantId: string | null
  id: string
  action: ChargebackAction
  /** Null leaves the response unchanged. */
  merchantResponse: string | null
  notes: string | null
  /** Null for the bank. */
  by: By | null
  /** Current setting of the tenant. */
  endsByTwo: boolean
  correlationId: string
  nowMs: number
}

/** Both sides of the change. Of two that decide at once, one finds the other's state. */
export const updateStatus = async (
  tx: Tx,
  update: StatusUpdate,
): Promise<{ before: ChargebackRow; after: ChargebackRow }> => {
  const { tenantId, merchantId, id, nowMs, correlationId } = update
  const seen = requireChargeback(await findChargeback(tx, tenantId, id, merchantId))
  // The payment first, as everywhere: an operation of the payment asks for its chargebacks under that lock.
  const payment = requirePayment(
    (await lockPayments(tx, [{ tenant_id: tenantId, payment_id: seen.payment_id }])).get(seen.payment_id),
  )
  const before = requireChargeback(await findChargeback(tx, tenantId, id, merchantId, 'for update'))
  const edge = edgeFor(chargebackMachine, before.status, update.action)
  if (edge === undefined)
    throw new Problem('invalid_state_transition', {
      detail:
        update.action === 'dispute'
          ? phrase`The chargeback is ${before.status}; it cannot be disputed now.`
          : phrase`The chargeback is ${before.status}; it cannot end now.`,
    })
  const isEnd = edge.to === 'won' || edge.to === 'lost'
  const written: ChargebackRow = {
    ...before,
    merchant_response: update.merchantResponse ?? before.merchant_response,
    notes: update.notes ?? before.notes,
    last_modified: new Date(nowMs),
  }
  if (isEnd && !isAgreed(before, update)) {
    const asked = { ...written, asked_action: update.action as 'win' | 'lose', asked_by: update.by?.subject ?? null }
    await updateChargeback(tx, before, asked)
    return { before, after: asked }
  }
  const after: ChargebackRow = {
    ...written,
    status: edge.to,
    asked_action: null,
    asked_by: null,
    ended_by: isEnd ? (update.by?.subject ?? null) : null,
    resolved_at: isEnd ? new Date(nowMs) : null,
    booked: edge.to === 'lost' ? await bookableAmount(tx, payment, before) : 0,
  }
  await updateChargeback(tx, before, after)
  await insertStep(tx, before, {
    from: before.status,
    to: edge.to,
    actor: update.by?.subject ?? null,
    correlationId,
    nowMs,
  })
  let announced = payment
  for (const type of edge.emits)
    announced = await recordBesidePayment(tx, announced, {
      resourceId: id,
      type,
      amount: after.amount,
      further: { ...toEventMembers(after), resolved_at: isoTime(nowMs) },
      posting: toPosting(after, payment),
      correlationId,
      nowMs,
    })
  return { before, after }
}

/** Returns false if this is the first of two decisions. Throws if the same person repeats the decision, or may not decide. */
const isAgreed = (before: ChargebackRow, { by, action, endsByTwo }: StatusUpdate): boolean => {
  if (by === null || !(endsByTwo || before.ends_by_two)) return true
  const first = before.asked_people
  if (before.asked_action !== action || before.asked_by === null) return false
  if (isUnattributed(first, by)) return false
  checkCredentialConfirmed(by)
  checkFourEyes(phrase`chargeback`, 'decide', by.accountable, { create: first })
  return true
}

/** Money is taken back from a payment once: what refunds or the bank itself gave back is not booked again, whatever the bank decides. */
const bookableAmount = async (tx: Tx, payment: PaymentRow, { amount }: ChargebackRow): Promise<number> => {
  if (payment.status === 'canceled' || payment.status === 'failed') return 0
  const found = await findChargebacksOfPayments(tx, [{ tenant_id: payment.tenant_id, payment_id: payment.id }])
  const rest = payment.captured - payment.refunded - payment.refunding - (found.get(payment.id)?.lost ?? 0)
  return Math.max(0, Math.min(amount, rest))
}

/** Booked like a refund: from the merchant to the bank. */
const toPosting = ({ status, booked }: ChargebackRow, payment: PaymentRow) =>
  status === 'lost' && booked > 0
    ? {
        kind: 'chargeback',
        debit: `merchant:${payment.merchant_id}`,
        credit: `bank:${payment.configuration_id}`,
        amount: booked,
      }
    : null

export const requireChargeback = (row: ChargebackRow | undefined): ChargebackRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`No chargeback with this id is within reach of this token and merchant.`,
  })
}
