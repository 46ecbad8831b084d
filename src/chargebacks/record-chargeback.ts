/** Records that a payment is charged back, reported by a person or by a bank's notice: one at a time, at most the paid amount. */
import { isoTime } from '../core/clock.ts'
import { newId } from '../core/id.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import type { Tx } from '../infra/database/database.ts'
import { lockPayments } from '../payments/model/operation-store.ts'
import type { PaymentRow } from '../payments/model/payment.ts'
import { requirePayment } from '../payments/model/payment-store.ts'
import { recordBesidePayment } from '../payments/persistence/record-beside.ts'
import {
  type ChargebackRow,
  findByBankReference,
  insertChargeback,
  insertStep,
  linkBankNotice,
  type NewChargeback,
  UNDECIDED,
} from './chargeback-store.ts'
import { findChargebacksOfPayments } from './chargebacks-of-payments.ts'

const RESPONSE_MS = 7 * 24 * 3_600_000

interface Claim {
  tenantId: string
  /** Null for any merchant of the tenant. */
  merchantId: string | null
  paymentId: string
  amount: number
  /** Null takes the payment's currency. */
  currency: string | null
  reason: string | null
  reasonCode: string | null
  bankReference: string | null
  /** Null sets a deadline seven days from now. */
  responseDeadline: Date | null
  notes: string | null
  /** True if two people decide how it ends. */
  endsByTwo: boolean
  correlationId: string
  nowMs: number
}

/** Opens the chargeback that a person enters, or throws the problem that refuses it. `actor`: who asks. */
export const recordChargeback = async (tx: Tx, claim: Claim & { actor: string }): Promise<ChargebackRow> => {
  const payment = requirePayment(await lockPayment(tx, claim))
  return insertOpened(tx, payment, claim, { actor: claim.actor, notice: null })
}

/** A line of a bank's file or message about a chargeback. */
export interface BankNotice extends Omit<Claim, 'merchantId' | 'bankReference' | 'notes'> {
  /** The bank's own reference of the notice: whatever carries it again is about the same chargeback. */
  bankReference: string
}

/**
 * Opens the chargeback of a bank's notice, once per reference of the payment's bank, even if the notice arrives repeatedly or in
 * several processes at once. A chargeback that a person entered under that reference counts as this one. Throws like {@link
 * recordChargeback}: `conflict` while another one is open, `invalid_state_transition` while a step of the payment is at the bank;
 * the notice is repeated later. Wake the deliveries after the commit of a new one.
 */
export const recordFromBank = async (
  tx: Tx,
  notice: BankNotice,
): Promise<{ chargeback: ChargebackRow; isNew: boolean }> => {
  const payment = requirePayment(await lockPayment(tx, { ...notice, merchantId: null }))
  const recordedChargeback = await findByBankReference(tx, { ...notice, configurationId: payment.configuration_id })
  if (recordedChargeback !== undefined) {
    if (recordedChargeback.payment_id === payment.id && recordedChargeback.amount === notice.amount)
      await linkBankNotice(tx, recordedChargeback, notice.bankReference)
    return { chargeback: recordedChargeback, isNew: false }
  }
  const claim = { ...notice, merchantId: null, notes: null }
  const by = { actor: null, notice: notice.bankReference }
  return { chargeback: await insertOpened(tx, payment, claim, by), isNew: true }
}

/** The lock that captures, voids and refunds take: of a refund and a chargeback that begin at once the second sees the first. */
const lockPayment = async (
  tx: Tx,
  { tenantId, paymentId, merchantId }: Pick<Claim, 'tenantId' | 'paymentId' | 'merchantId'>,
): Promise<PaymentRow | undefined> => {
  const payment = (await lockPayments(tx, [{ tenant_id: tenantId, payment_id: paymentId }])).get(paymentId)
  return merchantId === null || payment?.merchant_id === merchantId ? payment : undefined
}

const insertOpened = async (
  tx: Tx,
  payment: PaymentRow,
  claim: Claim,
  by: { actor: string | null; notice: string | null },
): Promise<ChargebackRow> => {
  const { nowMs, correlationId } = claim
  await checkClaim(tx, payment, claim)
  const row: NewChargeback = {
    tenant_id: payment.tenant_id,
    id: newId(nowMs),
    payment_id: payment.id,
    merchant_id: payment.merchant_id,
    configuration_id: payment.configuration_id,
    status: 'opened',
    amount: claim.amount,
    currency: payment.currency,
    reason: claim.reason,
    reason_code: claim.reasonCode,
    bank_reference_no: claim.bankReference,
    bank_notice: by.notice,
    response_deadline: claim.responseDeadline ?? new Date(nowMs + RESPONSE_MS),
    notes: claim.notes,
    ends_by_two: claim.endsByTwo,
    payment_amount: payment.amount,
    masked_card_number: payment.masked_card_number,
    created: new Date(nowMs),
  }
  if (!(await insertChargeback(tx, row)))
    throw new Problem('conflict', {
      detail: phrase`Another chargeback of this payment is open; one is taken at a time.`,
      transaction_id: payment.id,
    })
  await insertStep(tx, row, { from: null, to: row.status, actor: by.actor, correlationId, nowMs })
  const opened = { ...row, ...UNDECIDED, ...NOTHING_YET, last_modified: row.created }
  await recordBesidePayment(tx, payment, {
    resourceId: row.id,
    type: 'chargeback.opened',
    amount: row.amount,
    further: toEventMembers(opened),
    posting: null,
    correlationId,
    nowMs,
  })
  return opened
}
const NOTHING_YET = { booked: 0, deadline_alarm: null, merchant_response: null, resolved_at: null } as const

/** Members that the events of a chargeback have in addition to the payment's. */
export const toEventMembers = (row: ChargebackRow): Record<string, unknown> => ({
  chargeback_id: row.id,
  reason_code: row.reason_code ?? '',
  due_date: isoTime(row.response_deadline),
  chargeback_status: row.status,
})

const checkClaim = async (tx: Tx, payment: PaymentRow, claim: Claim): Promise<void> => {
  const isRefund = payment.operation_type === 'refund'
  if (isRefund || (payment.status !== 'completed' && payment.status !== 'refunded'))
    throw new Problem('invalid_state_transition', {
      detail: isRefund
        ? phrase`This transaction is a refund; the chargeback is of its parent_transaction_id.`
        : phrase`Only a payment that is completed or refunded can be charged back; this one is ${payment.status}.`,
      transaction_id: payment.id,
    })
  if (claim.currency !== null && claim.currency !== payment.currency)
    throw new Problem('invalid_currency', {
      detail: phrase`The payment is in ${payment.currency}, not in ${claim.currency}.`,
    })
  if (claim.amount <= 0) throw new Problem('invalid_amount', { detail: phrase`amount must be above zero.` })
  const found = await findChargebacksOfPayments(tx, [{ tenant_id: payment.tenant_id, payment_id: payment.id }])
  const most = payment.captured - (found.get(payment.id)?.lost ?? 0)
  if (claim.amount > most)
    throw new Problem('validation_failed', {
      detail: phrase`amount is ${claim.amount}; ${most} minor units of ${payment.currency} of the payment can be charged back.`,
      errors: [{ field: 'amount', code: 'out_of_range', message: phrase`must not be above ${most}` }],
    })
}
