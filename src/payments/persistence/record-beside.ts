/**
 * Records an event and an optional posting for something that belongs to a payment, such as a chargeback. The event
 * takes the payment's next sequence number.
 */
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'
import { EVENT_OUTBOX_CTES } from '../../webhooks/events/event-outbox.ts'
import type { PaymentRow } from '../model/payment.ts'
import { buildPaymentEvent } from './payment-event.ts'

interface RecordBeside {
  /** Id of the owner of the event and the posting, such as a chargeback. */
  resourceId: string
  type: EventType
  /** Minor units, as the event shows them. */
  amount: number
  /** Members of the event in addition to the payment's. */
  further: Record<string, unknown>
  posting: { kind: string; debit: string; credit: string; amount: number } | null
  correlationId: string
  nowMs: number
}

/** The payment must be locked. Returns it with its new event count. Wake the deliveries after the commit. */
export const recordBesidePayment = async (tx: Tx, payment: PaymentRow, beside: RecordBeside): Promise<PaymentRow> => {
  const { resourceId, type, amount, further, posting, nowMs } = beside
  const sequence = payment.sequence + 1
  const event = buildPaymentEvent({ ...payment, amount }, type, sequence, nowMs, further)
  await tx.query(RECORD_BESIDE, [
    payment.tenant_id,
    payment.id,
    resourceId,
    event.id,
    type,
    event.body,
    beside.correlationId,
    isoTime(nowMs),
    posting?.kind ?? null,
    posting?.debit ?? null,
    posting?.credit ?? null,
    posting?.amount ?? null,
    payment.currency,
  ])
  return { ...payment, sequence }
}

const RECORD_BESIDE = `
with announced as (
  update payments set sequence = sequence + 1 where tenant_id = $1 and id = $2
  returning tenant_id, $3::uuid as resource_id, sequence, $4::text as id, 'cards' as surface, $5::text as type, merchant_id,
    payments.id as transaction_id, $6::text as body, $7::text as correlation_id, $8::timestamptz as created),
journaled as (
  insert into journal (tenant_id, operation_id, kind, payment_id, debit_account, credit_account, amount, currency, created)
  select tenant_id, resource_id, $9::text, transaction_id, $10::text, $11::text, $12::bigint, $13::text, created
  from announced where $9::text is not null),
${EVENT_OUTBOX_CTES}
select 1`
