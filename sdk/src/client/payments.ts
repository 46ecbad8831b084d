/** Card payments under short names; everything else is called by `vezne.cards.call`. */
import type {
  Capture,
  CreatePayment,
  Init3DFull,
  Operations,
  PaymentResult,
  PaymentStatus,
  Refund,
  TraceEnvelope,
  Void,
} from '../generated/cards.ts'
import type { CallOptions } from './call.ts'
import type { SurfaceClient } from './surface.ts'

export interface Payments {
  /** Charges a card, or blocks the amount with operation_type pre_auth. Throws VezneError bank_declined. */
  create(body: CreatePayment, options?: CallOptions): Promise<PaymentResult>
  /** Send the shopper to extra_properties.redirect_url of the result. */
  startThreeD(body: Init3DFull, options?: CallOptions): Promise<PaymentResult>
  get(transactionId: string, options?: CallOptions): Promise<PaymentStatus>
  /** Without an amount, captures all of it. */
  capture(transactionId: string, body?: Capture, options?: CallOptions): Promise<PaymentResult>
  refund(transactionId: string, body?: Refund, options?: CallOptions): Promise<PaymentResult>
  void(transactionId: string, body?: Void, options?: CallOptions): Promise<PaymentResult>
  trace(transactionId: string, options?: CallOptions): Promise<TraceEnvelope>
}

export const openPayments = (cards: SurfaceClient<Operations>): Payments => ({
  create: (body, options) => cards.call('POST /api/v1/payments', { ...options, body }),
  startThreeD: (body, options) => cards.call('POST /api/v1/payments/3d/init', { ...options, body }),
  get: (id, options) => cards.call('GET /api/v1/payments/{transaction_id}', { ...options, path: of(id) }),
  capture: (id, body = {}, options) =>
    cards.call('POST /api/v1/payments/{transaction_id}/capture', { ...options, path: of(id), body }),
  refund: (id, body = {}, options) =>
    cards.call('POST /api/v1/payments/{transaction_id}/refund', { ...options, path: of(id), body }),
  void: (id, body = {}, options) =>
    cards.call('POST /api/v1/payments/{transaction_id}/void', { ...options, path: of(id), body }),
  trace: (id, options) => cards.call('GET /api/v1/payments/{transaction_id}/trace', { ...options, path: of(id) }),
})

const of = (transaction_id: string): { transaction_id: string } => ({ transaction_id })
