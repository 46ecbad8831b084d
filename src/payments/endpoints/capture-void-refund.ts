/** POST /payments/{transaction_id}/capture, /refund, /void and their short forms: the same operation with the same rules. */
import type { TSchema } from 'typebox'
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { PaymentResultSchema } from '../model/payment-schemas.ts'
import { PAYMENTS_PATH, type PaymentDesk } from '../attempts/payment-services.ts'
import { TransactionIdParams } from './get-payment.ts'
import { CaptureBody, CaptureByIdBody, RefundBody, RefundByIdBody, VoidBody, VoidByIdBody } from '../operations/operation-schemas.ts'
import { type FollowUpCall, orderOf } from '../operations/operation-request.ts'
import type { FollowUpKind } from '../model/operation.ts'
import { runFollowUp } from '../operations/run-operation.ts'

interface Kind {
  kind: FollowUpKind
  allow: 'pay' | 'money-back'
  summary: string
  description: string
  body: TSchema
  bodyById: TSchema
  errors: readonly ProblemCode[]
}

const AFTER = ['config_error', 'bank_declined', 'payment_failed', 'payment_not_found'] as const
const WAITS =
  ' Send an `Idempotency-Key`: a repeat finds the same operation and never moves money twice. 202 means that the bank has not answered yet: the platform asks it, and an event tells the outcome.'

const KINDS: readonly Kind[] = [
  {
    kind: 'capture',
    allow: 'pay',
    summary: 'Capture a pre-authorization',
    description: `Collects the authorized amount or a part of it, once, within the capture window (seven days, or \`payments.pre_auth_hours\`); the rest is released at once.${WAITS}`,
    body: CaptureBody,
    bodyById: CaptureByIdBody,
    errors: [
      'capture_not_supported',
      'capture_not_allowed',
      'capture_amount_exceeds_authorization',
      'capture_currency_mismatch',
      'payment_already_captured',
      'payment_not_pre_auth',
      'pre_auth_expired',
      'fraud_review_required',
      'invalid_amount',
      ...AFTER,
    ],
  },
  {
    kind: 'refund',
    allow: 'money-back',
    summary: 'Refund a payment',
    description: `Gives back all that is left, or a part of it, for 180 days after completion (or \`payments.refund_days\`); many refunds as long as their sum fits. Each is a child transaction.${WAITS}`,
    body: RefundBody,
    bodyById: RefundByIdBody,
    errors: [
      'refund_not_supported',
      'refund_not_allowed',
      'payment_already_refunded',
      'invalid_refund_amount',
      'refund_exceeds_original',
      'refund_currency_mismatch',
      'bank_refund_period_expired',
      'payment_not_refundable',
      'fraud_review_required',
      ...AFTER,
    ],
  },
  {
    kind: 'void',
    allow: 'money-back',
    summary: 'Void a payment',
    description: `Releases an authorized amount, or takes back a completed payment on the same day (Europe/Istanbul; or within \`payments.void_window_minutes\`), before a reconciliation holds it. A payment that waits for a fraud review is cancelled, and its alert closed.${WAITS}`,
    body: VoidBody,
    bodyById: VoidByIdBody,
    errors: [
      'void_not_supported',
      'void_not_allowed',
      'void_not_allowed_after_settlement',
      'payment_already_voided',
      'payment_not_voidable',
      ...AFTER,
    ],
  },
]

export const followUpEndpoints = (desk: PaymentDesk): Endpoint[] => [
  ...KINDS.map((kind) => longForm(desk, kind)),
  ...KINDS.map((kind) => shortForm(desk, kind)),
]

const common = ({ allow, description, errors }: Kind) => ({
  tag: 'Payments',
  description,
  allow,
  method: 'POST' as const,
  idempotent: 'own' as const,
  movesMoney: true,
  answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
  errors,
})

const longForm = (desk: PaymentDesk, kind: Kind): Endpoint => {
  const path = `${PAYMENTS_PATH}/:transaction_id/${kind.kind}`
  return endpoint({
    ...common(kind),
    path,
    summary: kind.summary,
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    body: kind.body,
    isBodyOptional: true,
    handle: (call) => runFollowUp(desk, orderOf(kind.kind, `POST ${path}`, call as FollowUpCall)),
  })
}

const shortForm = (desk: PaymentDesk, kind: Kind): Endpoint => {
  const path = `/api/v1/${kind.kind}`
  return endpoint({
    ...common(kind),
    path,
    summary: `${kind.summary}, short form`,
    body: kind.bodyById,
    handle: (call) => runFollowUp(desk, orderOf(kind.kind, `POST ${path}`, call as FollowUpCall)),
  })
}
