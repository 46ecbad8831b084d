/** Reads the request of a capture, void or refund: amount, payment and idempotency key. */
import type { Call } from '../../access/endpoint.ts'
import type { UnprovenLimit } from '../../access/unproven.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { withoutPersonal } from '../../core/personal-data.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { OperationKind } from '../model/operation.ts'
import type { RequestedColumns } from './new-operation.ts'
import { fingerprintOperation, toStoredKey } from './operation-key.ts'
import type { OperationBody } from './operation-schemas.ts'

export interface OperationRequest {
  kind: OperationKind
  tenantId: string
  /** Null means that the caller reaches every merchant of the tenant. */
  merchantId: string | null
  paymentId: string
  amount: number | null
  currency: string | null
  columns: RequestedColumns
  /** Real time, ms. */
  arrivedAt: number
  /** Checked under the payment's lock; absent or null means no limit. */
  unproven?: UnprovenLimit | null
  /** Set for the void of an approval. Its operation id is known beforehand, so that a repeat finds it. */
  approval?: { operationId: string; cancellationRequestId: string }
}

export type OperationCall = Call<{ transaction_id?: string }, unknown, OperationBody>

/** `route` is method and path with its parameters, as the key is stored. */
export const readOperationRequest = (kind: OperationKind, route: string, call: OperationCall): OperationRequest => {
  const { body, params, request, tenantId, merchantId, idempotencyKey } = call
  const paymentId = readPaymentId(params.transaction_id, body.transaction_id)
  return {
    kind,
    tenantId,
    merchantId,
    paymentId,
    ...readAmount(body),
    columns: {
      ...toCallColumns(call),
      reason: body.reason ?? null,
      reason_code: body.reason_code ?? null,
      extra: (withoutPersonal(body.extra_properties) as Record<string, string> | undefined) ?? null,
      idempotency_key: idempotencyKey === null ? null : toStoredKey(merchantId, route, idempotencyKey),
      fingerprint: idempotencyKey === null ? null : fingerprintOperation(kind, paymentId, call),
      request_body: maskCardNumbers(JSON.stringify(withoutPersonal(body))),
    },
    arrivedAt: request.arrivedAt,
    unproven: call.unproven,
  }
}

/** Returns who calls, and where. */
export const toCallColumns = ({
  request,
  correlationId,
  principal,
}: Pick<Call, 'request' | 'correlationId' | 'principal'>) => ({
  path: request.path,
  correlation_id: correlationId,
  client_id: principal.clientId,
  created_by: principal.subject,
  caller_address: request.clientAddress,
})

const readPaymentId = (ofPath: string | undefined, ofBody: string | undefined): string => {
  if (ofPath !== undefined && ofBody !== undefined && ofPath !== ofBody)
    throw fieldProblem('transaction_id', 'mismatch', phrase`must be the one of the path, or be left out`)
  const id = ofPath ?? ofBody
  if (id === undefined) throw fieldProblem('transaction_id', 'required', phrase`is required`)
  return id
}

/** Reads a plain integer with a separate currency, or the object. */
export const readAmount = ({
  amount,
  currency,
}: Pick<OperationBody, 'amount' | 'currency'>): Pick<OperationRequest, 'amount' | 'currency'> => {
  const beside = currency?.toUpperCase() ?? null
  if (amount === undefined || typeof amount === 'number') return { amount: amount ?? null, currency: beside }
  const inside = amount.currency.toUpperCase()
  if (beside !== null && beside !== inside)
    throw fieldProblem('currency', 'mismatch', phrase`must be the one of amount.currency, or be left out`)
  return { amount: amount.amount, currency: inside }
}
