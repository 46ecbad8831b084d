/**
 * A completed payment that its bank has undone without being asked: reversed, or reported as an error. A payment with a
 * refund, even a partial one, is left unchanged: people have to compare what the bank means.
 */
import { edgeFor } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { EVENT_OUTBOX_CTES } from '../../webhooks/events/event-outbox.ts'
import type { FindChargebacks } from '../model/chargebacks.ts'
import type { PaymentRow } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { nextStepTime } from '../model/payment-steps.ts'
import { findPayment } from '../model/payment-store.ts'
import { applyPaymentTransition, type UpdateContext } from './apply-payment-transition.ts'

export interface BankReport {
  readonly trigger: 'reverse' | 'report_error'
  readonly bankCode: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/**
 * Returns the updated payment; undefined if nothing changed because it is no longer completed, or a part of it was
 * refunded or is being refunded. State, history, journal and event commit with what else the transaction writes.
 */
export const recordBankReport = async (
  tx: Tx,
  { tenant_id, id }: Pick<PaymentRow, 'tenant_id' | 'id'>,
  report: BankReport,
  { findChargebacks, ...context }: UpdateContext & { findChargebacks: FindChargebacks },
): Promise<PaymentRow | undefined> => {
  await tx.execute(sql`select 1 from payments where tenant_id = ${tenant_id} and id = ${id} for update`)
  const payment = await findPayment(tx, tenant_id, id)
  if (payment === undefined || edgeFor(paymentMachine, payment.status, report.trigger) === undefined) return undefined
  if (payment.refunded + payment.refunding > 0) return undefined
  const found = await findChargebacks(tx, [{ tenant_id, payment_id: id }])
  const transition = {
    trigger: report.trigger,
    provider_transaction_id: payment.provider_transaction_id,
    auth_code: payment.auth_code,
    host_reference: payment.host_reference,
    bank_code: report.bankCode ?? payment.bank_code,
    error_code: report.errorCode,
    error_message: report.errorMessage,
  }
  const update = applyPaymentTransition(payment, transition, [], {
    ...context,
    nowMs: nextStepTime(payment, context.nowMs),
  })
  await tx.query(RECORD_REPORT, [
    tenant_id,
    id,
    update.to_status,
    JSON.stringify(update.history),
    update.bank_code,
    update.error_code,
    update.error_message,
    update.modified,
    JSON.stringify(update.events),
    found.get(id)?.lost ?? 0,
  ])
  return findPayment(tx, tenant_id, id)
}

/** The payment must be locked. What lost chargebacks have taken is already booked. */
const RECORD_REPORT = `
with moved as (
  update payments set status = $3, history = history || $4::jsonb, sequence = sequence + jsonb_array_length($9::jsonb),
    bank_code = $5, error_code = $6, error_message = $7, last_modified = $8
  where tenant_id = $1 and id = $2
  returning tenant_id, id, merchant_id, configuration_id, amount, currency, correlation_id, last_modified),
journaled as (
  insert into journal (tenant_id, operation_id, kind, payment_id, debit_account, credit_account, amount, currency, created)
  select tenant_id, id, 'reversal', id, 'merchant:' || merchant_id, 'bank:' || configuration_id, amount - $10, currency, last_modified
  from moved where amount > $10),
announced as (
  select m.tenant_id, m.id as resource_id, a.sequence, a.id, 'cards' as surface, a.type, m.merchant_id,
    m.id as transaction_id, a.body, m.correlation_id, m.last_modified as created
  from moved m cross join lateral jsonb_to_recordset($9::jsonb) as a(sequence integer, id text, type text, body text)),
${EVENT_OUTBOX_CTES}
select id from moved`
