/** All event types: surface, payload, the resource each describes, and whether anything emits it yet. */
import type { Static, TObject } from 'typebox'
import { cardPayloads as card } from './card-payloads.ts'
import { transferPayloads as transfer } from './transfer-payloads.ts'

export type WebhookSurface = 'cards' | 'transfers'

interface EventRow {
  readonly surface: WebhookSurface
  readonly payload: TObject
  /** Member of the payload that names the resource, if that is not the transaction. */
  readonly resource: string | null
  /** `coming` means that the type is part of the interface, but nothing emits it yet. */
  readonly stage: 'emitted' | 'coming'
}
type Stage = EventRow['stage']
const cards = <P extends TObject>(payload: P, resource: string | null, stage: Stage) =>
  ({ surface: 'cards', payload, resource, stage }) as const
const transfers = <P extends TObject>(payload: P, stage: Stage) =>
  ({ surface: 'transfers', payload, resource: 'transfer_id', stage }) as const

/** In the order in which `event-types` lists them. */
export const EVENT_CATALOGUE = {
  'payment.completed': cards(card.plain, null, 'emitted'),
  'payment.failed': cards(card.failed, null, 'emitted'),
  'payment.authorized': cards(card.plain, null, 'emitted'),
  'capture.completed': cards(card.plain, null, 'emitted'),
  'void.completed': cards(card.plain, null, 'emitted'),
  'refund.completed': cards(card.refund, null, 'emitted'),
  '3ds.completed': cards(card.plain, null, 'emitted'),
  '3ds.failed': cards(card.failed, null, 'emitted'),
  'subscription.charged': cards(card.installment, 'recurring_plan_id', 'emitted'),
  'subscription.failed': cards(card.installmentFailed, 'recurring_plan_id', 'emitted'),
  'subscription.cancelled': cards(card.planCancelled, 'recurring_plan_id', 'emitted'),
  'subscription.completed': cards(card.planCompleted, 'recurring_plan_id', 'emitted'),
  'subscription.charge.reversed': cards(card.installment, 'recurring_plan_id', 'emitted'),
  'subscription.charge.failed': cards(card.installmentError, 'recurring_plan_id', 'emitted'),
  'chargeback.opened': cards(card.chargebackOpened, 'chargeback_id', 'emitted'),
  'chargeback.resolved': cards(card.chargebackResolved, 'chargeback_id', 'emitted'),
  'settlement.created': cards(card.settlementCreated, 'settlement_id', 'emitted'),
  'settlement.completed': cards(card.settlementCompleted, 'settlement_id', 'emitted'),
  'transfer.created': transfers(transfer.created, 'emitted'),
  'transfer.succeeded': transfers(transfer.succeeded, 'emitted'),
  'transfer.failed': transfers(transfer.failed, 'emitted'),
} as const satisfies Record<string, EventRow>

export type EventType = keyof typeof EVENT_CATALOGUE
export type EventData<T extends EventType> = Static<(typeof EVENT_CATALOGUE)[T]['payload']>

/** Named by the interface, but not emitted, and refused in events[]. */
export const UNSUPPORTED_EVENTS: Readonly<Record<WebhookSurface, readonly string[]>> = {
  cards: ['connector.health_changed', 'reconciliation.discrepancy_detected', 'reconciliation.finalized'],
  transfers: [
    'transfer.approved',
    'transfer.sent',
    'transfer.delivered',
    'transfer.refunded',
    'recurring.transfer.scheduled',
  ],
}

/** Matches every present and future type. */
export const WILDCARD = '*'

export const listEventTypes = (surface: WebhookSurface): EventType[] =>
  (Object.keys(EVENT_CATALOGUE) as EventType[]).filter((type) => EVENT_CATALOGUE[type].surface === surface)

export const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_CATALOGUE, text)
