/** The event of one step of a payment, with its final bytes (docs/interface/events.md#card-payments). */
import { newEventId } from '../../core/id.ts'
import { buildEventBody } from '../../webhooks/events/event-body.ts'
import type { EventData, EventType } from '../../webhooks/events/event-catalogue.ts'
import type { BankFacts } from '../model/bank-facts.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentEventRow } from './record-payments.ts'

const WIRE_BRANDS: Record<string, string> = { Visa: 'visa', MasterCard: 'mastercard', Troy: 'troy', Amex: 'amex' }

/** `further` are additional members of this event type. */
export const buildPaymentEvent = (
  after: Omit<BankFacts, 'host_reference'> &
    Pick<
      PaymentRow,
      'id' | 'status' | 'amount' | 'currency' | 'merchant_id' | 'masked_card_number' | 'card_scheme' | 'external_id'
    >,
  type: EventType,
  sequence: number,
  nowMs: number,
  further: Record<string, unknown> = {},
): PaymentEventRow => {
  const id = newEventId()
  const data = {
    transaction_id: after.id,
    status: after.status,
    amount: after.amount,
    currency: after.currency,
    merchant_id: after.merchant_id,
    provider_transaction_id: after.provider_transaction_id,
    auth_code: after.status === 'failed' ? null : after.auth_code,
    error_code: after.status === 'failed' ? after.error_code : null,
    error_message: after.status === 'failed' ? after.error_message : null,
    masked_card_number: after.masked_card_number === '' ? null : after.masked_card_number, // for a link that has not been paid
    card_brand: WIRE_BRANDS[after.card_scheme] ?? null,
    sequence,
    external_id: after.external_id,
    ...(after.status === 'failed' ? { provider_error_code: after.bank_code } : {}),
    ...further,
  }
  return { sequence, id, type, body: buildEventBody(id, type, nowMs, data as EventData<EventType>) }
}
