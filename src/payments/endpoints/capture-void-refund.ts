/** POST /payments/{transaction_id}/capture, /refund, /void and their short forms: the same operation with the same rules. */
import type { TSchema } from 'typebox'
import type { Effect } from '../../access/effect.ts'
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { PAYMENTS_PATH } from '../attempts/payment-services.ts'
import type { OperationKind } from '../model/operation.ts'
import { PaymentResultSchema, TransactionIdParams } from '../model/payment-schemas.ts'
import type { OperationStepServices } from '../operations/operation-recorder.ts'
import { type OperationCall, readOperationRequest } from '../operations/operation-request.ts'
import {
  CaptureBody,
  CaptureByIdBody,
  RefundBody,
  RefundByIdBody,
  VoidBody,
  VoidByIdBody,
} from '../operations/operation-schemas.ts'
import { runOperation } from '../operations/run-operation.ts'

interface OperationKindSpec {
  kind: OperationKind
  allow: 'pay' | 'money-back'
  effect: Effect
  summary: string
  description: string
  body: TSchema
  bodyById: TSchema
  errors: readonly ProblemCode[]
}

const COMMON_ERRORS = ['config_error', 'bank_declined', 'payment_failed', 'payment_not_found'] as const
const REPEAT_AND_WAIT =
  ' Send an `Idempotency-Key`: a repeat finds the same operation and never moves money twice. 202 means that the bank has not answered yet: the platform asks it, and an event tells the outcome.'

const OPERATION_KINDS: readonly OperationKindSpec[] = [
  {
    kind: 'capture',
    allow: 'pay',
    effect: 'takes-money',
    summary: 'Capture a pre-authorization',
    description: `Collects the authorized amount or a part of it, once, within the capture window (seven days, or \`payments.pre_auth_hours\`); the rest is released at once.${REPEAT_AND_WAIT}`,
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
      ...COMMON_ERRORS,
    ],
  },
  {
    kind: 'refund',
    allow: 'money-back',
    effect: 'gives-back',
    summary: 'Refund a payment',
    description: `Gives back all that is left, or a part of it, for 180 days after completion (or \`payments.refund_days\`); many refunds as long as their sum fits. Each is a child transaction.${REPEAT_AND_WAIT}`,
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
      ...COMMON_ERRORS,
    ],
  },
  {
    kind: 'void',
    allow: 'money-back',
    effect: 'gives-back',
    summary: 'Void a payment',
    description: `Releases an authorized amount, or takes back a completed payment on the same day (Europe/Istanbul; or within \`payments.void_window_minutes\`), before a reconciliation holds it. A payment that waits for a fraud review is cancelled, and its alert closed.${REPEAT_AND_WAIT}`,
    body: VoidBody,
    bodyById: VoidByIdBody,
    errors: [
      'void_not_supported',
      'void_not_allowed',
      'void_not_allowed_after_settlement',
      'payment_already_voided',
      'payment_not_voidable',
      ...COMMON_ERRORS,
    ],
  },
]

export const operationEndpoints = (services: OperationStepServices): Endpoint[] => [
  ...OPERATION_KINDS.map((kind) => longForm(services, kind)),
  ...OPERATION_KINDS.map((kind) => shortForm(services, kind)),
]

const commonSpec = ({ allow, effect, description, errors }: OperationKindSpec) => ({
  tag: 'Payments',
  description,
  allow,
  effect,
  method: 'POST' as const,
  idempotent: 'own' as const,
  movesMoney: true,
  answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
  errors,
})

const longForm = (services: OperationStepServices, kind: OperationKindSpec): Endpoint => {
  const path = `${PAYMENTS_PATH}/:transaction_id/${kind.kind}`
  return endpoint({
    ...commonSpec(kind),
    path,
    summary: kind.summary,
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    body: kind.body,
    isBodyOptional: true,
    handle: (call) => runOperation(services, readOperationRequest(kind.kind, `POST ${path}`, call as OperationCall)),
  })
}

const shortForm = (services: OperationStepServices, kind: OperationKindSpec): Endpoint => {
  const path = `/api/v1/${kind.kind}`
  return endpoint({
    ...commonSpec(kind),
    path,
    summary: `${kind.summary}, short form`,
    body: kind.bodyById,
    handle: (call) => runOperation(services, readOperationRequest(kind.kind, `POST ${path}`, call as OperationCall)),
  })
}
