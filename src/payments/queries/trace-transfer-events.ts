/** Trace events of the transfers one request created, and of a shopper's return from the bank. */
import { isoTime } from '../../core/clock.ts'
import { CALLBACK_PATH } from '../three-d-secure/callback-url.ts'
import { type TraceEvent, toDetails } from './trace-events.ts'
import type { TracedReturn } from './trace-store.ts'
import type { TraceWords } from './trace-words.ts'

const BULK_PATH = '/api/v1/transfers/bulk/create'

export interface TracedTransfer {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly request_type: string
  readonly client_id: string
  readonly error_message: string | null
  readonly history: readonly { readonly to: string; readonly at: number; readonly note?: string }[]
  readonly recurring_transfer_id: string | null
  readonly created: Date
}

/** Returns one event for the request, and one for each step of each transfer. */
export const toTransferEvents = (transfers: readonly TracedTransfer[], words: TraceWords): TraceEvent[] => {
  const [first] = transfers
  if (first === undefined) return []
  return [toCreationEvent(first, transfers.length, words), ...transfers.flatMap((each) => toStepEvents(each, words))]
}

const toCreationEvent = (first: TracedTransfer, count: number, words: TraceWords): TraceEvent => {
  const isRun = first.recurring_transfer_id !== null
  return {
    source: 'PaymentRequest',
    timestamp: isoTime(first.created),
    at: first.created.getTime(),
    recordId: first.id,
    transactionId: null,
    title: isRun ? words.run : `POST ${BULK_PATH}`,
    subtitle: words.transfers(count),
    isSuccess: true,
    errorMessage: null,
    details: toDetails(isRun ? {} : { method: 'POST', path: BULK_PATH, statusCode: 201, clientId: first.client_id }),
    requestBody: null,
    responseBody: null,
  }
}

const toStepEvents = (transfer: TracedTransfer, words: TraceWords): TraceEvent[] =>
  transfer.history.map((step, at) => {
    const from = transfer.history[at - 1]?.to ?? null
    const isFailed = step.to === 'failed'
    return {
      source: 'TransactionHistory',
      timestamp: isoTime(step.at),
      at: step.at,
      recordId: transfer.id,
      transactionId: transfer.id,
      title: words.step(from, step.to),
      subtitle: step.note ?? words.sumOf(transfer.request_type, transfer),
      isSuccess: !isFailed,
      errorMessage: isFailed ? transfer.error_message : null,
      details: toDetails({ previousStatus: from, newStatus: step.to }),
      requestBody: null,
      responseBody: null,
    }
  })

export const toReturnEvent = ({ payment_id, verified_at }: TracedReturn, words: TraceWords): TraceEvent => ({
  source: 'PaymentRequest',
  timestamp: isoTime(verified_at),
  at: verified_at.getTime(),
  recordId: payment_id,
  transactionId: payment_id,
  title: words.returned(CALLBACK_PATH),
  subtitle: null,
  isSuccess: true,
  errorMessage: null,
  details: toDetails({ path: CALLBACK_PATH, statusCode: 303 }),
  requestBody: null,
  responseBody: null,
})
