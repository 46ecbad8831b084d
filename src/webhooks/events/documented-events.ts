/** The event catalogue as the documents of the surfaces show it. */
import { type DocumentedEvent, eventName } from '../../access/documents/openapi-webhooks.ts'
import { EVENT_CATALOGUE, type EventType, listEventTypes, type WebhookSurface } from './event-catalogue.ts'

/** Descriptions of what has happened when an event is sent. */
const HAPPENED: Readonly<Record<EventType, string>> = {
  'payment.completed': 'A sale finished, with or without 3-D Secure',
  'payment.failed': 'The bank declined a payment, or it failed for a technical reason',
  'payment.authorized': 'A pre-authorization was obtained: the amount is blocked, not yet collected',
  'capture.completed': 'A pre-authorization was captured',
  'void.completed': 'A payment was voided before reconciliation, or a pre-authorization given up',
  'refund.completed': 'A refund succeeded; `status` is that of the payment: refunded after all of it, else completed',
  '3ds.completed': 'The shopper was authenticated and the bank authorized the payment',
  '3ds.failed': 'The challenge failed, or the bank declined after it; no payment.failed follows',
  'subscription.charged': 'An installment of a plan was charged; payment.completed is sent, too',
  'subscription.failed': 'The last try of an installment failed; each failed payment sends payment.failed, too',
  'subscription.cancelled': 'A plan was cancelled by a user or an operator',
  'subscription.completed': 'Every installment of a plan that was not cancelled is charged',
  'subscription.charge.reversed': 'The bank has reversed a charge by itself; void.completed is sent, too',
  'subscription.charge.failed': 'The bank reported later that a charge had failed; payment.failed is sent, too',
  'chargeback.opened':
    'The cardholder’s bank asks for the money back, as it reported or a person recorded; respond before `due_date`',
  'chargeback.resolved': 'A chargeback was won or lost; where that takes two people, the second has agreed',
  'settlement.created': 'A settlement was made of a finalized reconciliation, or by a person',
  'settlement.completed': 'A settlement is settled, and every payment of its days is in a finalized reconciliation',
  'transfer.created': 'A transfer was created, by bulk create or by a recurring transfer, and waits for approval',
  'transfer.succeeded': 'The recipient’s bank has the money',
  'transfer.failed': 'A transfer was rejected by a bank, or failed for a technical reason',
}

export const documentedEvents = (surface: WebhookSurface): DocumentedEvent[] => {
  const types = listEventTypes(surface)
  return types.map((type) => {
    const { payload, stage } = EVENT_CATALOGUE[type]
    const first = types.find((other) => EVENT_CATALOGUE[other].payload === payload) ?? type
    return {
      type,
      summary: HAPPENED[type],
      dataName: `${eventName(first)}Data`,
      data: payload,
      isEmitted: stage === 'emitted',
    }
  })
}
