/**
 * The state table of a card payment (docs/interface/states.md#conditions-of-a-payments-transitions). A transition that
 * is not listed cannot happen, because the database refuses it too.
 */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const PAYMENT_STATES = [
  'created',
  'processing',
  'three_d_secure_init_processing',
  'three_d_secure_auth_processing',
  'authorized',
  'capture_processing',
  'completed',
  'refund_processing',
  'refunded',
  'canceled_processing',
  'canceled',
  'failed',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export type PaymentTrigger =
  | 'clear'
  | 'refuse'
  | 'start_3d'
  | 'refuse_3d'
  | 'cancel'
  | 'authenticate'
  | 'sell'
  | 'authorize'
  | 'decline'
  | 'send_capture'
  | 'capture'
  | 'send_void'
  | 'void'
  | 'reverse'
  | 'report_error'
  | 'send_refund'
  | 'refund_rest'
  | 'refund_part'
  | 'refund_beside'
  | 'give_back_authorized'
  | 'give_back_completed'
  | 'give_back_beside'
  | 'force_cancel'

export const paymentMachine: Machine<PaymentState, PaymentTrigger, EventType> = {
  created: {
    clear: { to: 'processing', emits: [] },
    refuse: { to: 'failed', emits: ['payment.failed'] },
    start_3d: { to: 'three_d_secure_init_processing', emits: [] },
    refuse_3d: { to: 'failed', emits: ['3ds.failed'] },
    // The payment is voided while it waits for a fraud review.
    cancel: { to: 'canceled', emits: ['void.completed'] },
  },
  processing: {
    // A shopper pays an order link.
    start_3d: { to: 'three_d_secure_init_processing', emits: [] },
    refuse: { to: 'failed', emits: ['payment.failed'] },
    refuse_3d: { to: 'failed', emits: ['3ds.failed'] },
    sell: { to: 'completed', emits: ['payment.completed'] },
    authorize: { to: 'authorized', emits: ['payment.authorized'] },
    decline: { to: 'failed', emits: ['payment.failed'] },
    // An operator decides this when a reconciliation shows it.
    force_cancel: { to: 'canceled', emits: [] },
  },
  three_d_secure_init_processing: {
    authenticate: { to: 'three_d_secure_auth_processing', emits: [] },
    refuse_3d: { to: 'failed', emits: ['3ds.failed'] },
    force_cancel: { to: 'canceled', emits: [] },
  },
  three_d_secure_auth_processing: {
    sell: { to: 'completed', emits: ['3ds.completed', 'payment.completed'] },
    authorize: { to: 'authorized', emits: ['3ds.completed', 'payment.authorized'] },
    decline: { to: 'failed', emits: ['3ds.failed'] },
    force_cancel: { to: 'canceled', emits: [] },
  },
  authorized: {
    send_capture: { to: 'capture_processing', emits: [] },
    send_void: { to: 'canceled_processing', emits: [] },
  },
  capture_processing: {
    capture: { to: 'completed', emits: ['capture.completed'] },
    give_back_authorized: { to: 'authorized', emits: [] },
  },
  completed: {
    send_void: { to: 'canceled_processing', emits: [] },
    send_refund: { to: 'refund_processing', emits: [] },
    // The bank reports this about a payment of a plan, without having been asked to.
    reverse: { to: 'canceled', emits: ['void.completed'] },
    report_error: { to: 'failed', emits: ['payment.failed'] },
  },
  refund_processing: {
    send_refund: { to: 'refund_processing', emits: [] },
    refund_rest: { to: 'refunded', emits: ['refund.completed'] },
    refund_part: { to: 'completed', emits: ['refund.completed'] },
    give_back_completed: { to: 'completed', emits: [] },
    // Another refund of the payment is still running.
    refund_beside: { to: 'refund_processing', emits: ['refund.completed'] },
    give_back_beside: { to: 'refund_processing', emits: [] },
  },
  canceled_processing: {
    void: { to: 'canceled', emits: ['void.completed'] },
    give_back_authorized: { to: 'authorized', emits: [] },
    give_back_completed: { to: 'completed', emits: [] },
  },
  refunded: {},
  canceled: {},
  failed: {},
}
