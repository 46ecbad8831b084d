/** The response of a capture, void or refund: the payment's result with extra keys, or the problem of its failure. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { storedReason } from '../../core/phrases/stored-reason.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { OperationRow } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import { buildPaymentResult, type PaymentResult } from '../model/payment-result.ts'
import { refundableAmount } from './decision-input.ts'

/** `payment` is given in its state after the step; `processedMs` is null while the outcome is unknown. */
export const buildOperationResult = (
  payment: PaymentRow,
  operation: OperationRow,
  processedMs: number | null,
): PaymentResult => {
  const isOver = operation.status === 'completed'
  const result = buildPaymentResult({
    ...payment,
    status: toResultStatus(payment, operation),
    provider_transaction_id: operation.provider_transaction_id ?? payment.provider_transaction_id,
    auth_code: operation.auth_code ?? payment.auth_code,
    host_reference: operation.host_reference ?? payment.host_reference,
    processed_ms: processedMs,
  })
  return {
    ...result,
    extra_properties: { ...result.extra_properties, ...toExtraProperties(payment, operation, isOver) },
  }
}

/** Other refunds do not affect this one's status; an open one is pending, whatever the payment's state is. */
const toResultStatus = ({ status }: PaymentRow, operation: OperationRow): PaymentRow['status'] => {
  if (operation.status === 'processing') return 'processing'
  return status === 'refund_processing' ? 'completed' : status
}

/** Returns keys of extra_properties (docs/interface/cards.md#keys-of-extra_properties); their values are strings. */
const toExtraProperties = (payment: PaymentRow, operation: OperationRow, isOver: boolean): Record<string, string> => {
  const { amount, id } = operation
  switch (operation.kind) {
    case 'capture':
      return isOver ? { captured_amount: `${amount}`, released_amount: `${payment.amount - amount}` } : {}
    case 'void':
      return {}
    case 'refund':
      return {
        refund_amount: `${amount}`,
        refunded_amount: `${payment.refunded}`,
        remaining_refundable: `${refundableAmount(payment)}`,
        refund_id: id,
        refund_transaction_id: id,
        original_transaction_id: payment.id,
      }
  }
}

/** `isFirst` means the response of the call itself, not of a repeat; `storedCode` is the meaning of the bank's code. */
export const buildOperationProblem = (operation: OperationRow, storedCode: string, isFirst: boolean): Problem => {
  const code = toProblemCode(storedCode, isFirst)
  return new Problem(code, {
    detail: buildDetail(code, operation),
    transaction_id: operation.payment_id,
    error_code: storedCode,
    ...(operation.bank_code === null ? {} : { provider_error_code: operation.bank_code }),
  })
}

/** Returned if the operation was not sent to the bank, to the call itself and to repeats that come too soon. */
export const unsentOperationProblem = ({ kind, payment_id }: Pick<OperationRow, 'kind' | 'payment_id'>): Problem =>
  new Problem('connector_unavailable', {
    detail: phrase`The bank could not be reached and the ${kind} was not sent; the payment is as before. Try again in a moment, with the same Idempotency-Key.`,
    transaction_id: payment_id,
  })

/**
 * After a fault of the bank a new operation may be tried at once, but a repeat of the key returns that this operation
 * has failed.
 */
const toProblemCode = (storedCode: string, isFirst: boolean): ProblemCode => {
  if (storedCode === 'bank_system_error' || storedCode === 'bank_timeout')
    return isFirst ? 'connector_unavailable' : 'payment_failed'
  return storedCode === 'config_error' ? 'config_error' : 'bank_declined'
}

const buildDetail = (code: ProblemCode, { kind, error_message }: OperationRow): Phrase => {
  switch (code) {
    case 'connector_unavailable':
      return phrase`The bank could not carry out the ${kind} and booked nothing; the payment is as before. Try again later with a new Idempotency-Key.`
    case 'payment_failed':
      return phrase`The ${kind} failed and nothing was booked; the payment is as before. Start a new ${kind} with a new Idempotency-Key.`
    case 'config_error':
      return phrase`The bank refuses the terminal or its routing: check the connector configuration.`
    default:
      return error_message === null
        ? phrase`The bank refused the ${kind}; the payment is as before.`
        : phrase`The bank refused the ${kind}; the payment is as before. ${storedReason(error_message)}`
  }
}
