/**
 * Turns the transition of a transfer into its update: state, history, ledger changes, and the event with its final
 * bytes.
 */

import type { RequestLogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import { isoTime } from '../../core/clock.ts'
import { ERROR_CODES } from '../../core/error-codes.ts'
import { newEventId } from '../../core/id.ts'
import { requireEdge } from '../../core/state-machine.ts'
import { buildEventBody } from '../../webhooks/events/event-body.ts'
import type { EventData, EventType } from '../../webhooks/events/event-catalogue.ts'
import type { TransferRow, TransferStep } from '../model/transfer.ts'
import { type TransferTrigger, transferMachine } from '../model/transfer-states.ts'
import type { TransferTransition } from './read-transfer-outcome.ts'
import type { TransferUpdate } from './record-transfers.ts'

export type UpdatableTransfer = Pick<
  TransferRow,
  | 'tenant_id'
  | 'id'
  | 'merchant_id'
  | 'status'
  | 'fencing'
  | 'amount'
  | 'currency'
  | 'fee'
  | 'request_type'
  | 'external_id'
  | 'source_account_id'
  | 'sent_at'
  | 'retry_count'
  | 'attempt_no'
  | 'inquiry_count'
  | 'receipt_no'
  | 'recurring_transfer_id'
>

const TRIGGERS: Readonly<Record<Exclude<TransferTransition['kind'], 'ask'>, TransferTrigger>> = {
  completed: 'complete',
  delivered: 'deliver',
  failed: 'fail',
  again: 'repeat',
}

/** `wasInquiry` increases the inquiry count. */
export const applyTransferTransition = (
  transfer: UpdatableTransfer,
  transition: TransferTransition,
  context: { nowMs: number; logs: readonly RequestLogRow[]; wasInquiry: boolean },
): TransferUpdate => {
  const { nowMs, logs, wasInquiry } = context
  const trigger = transition.kind === 'ask' ? undefined : TRIGGERS[transition.kind]
  const edge = trigger && requireEdge(transferMachine, transfer.status, trigger)
  const to = edge?.to ?? transfer.status
  const now = isoTime(nowMs)
  const order = 'order' in transition ? transition.order : null
  const fault = 'fault' in transition ? transition.fault : null
  const isAgain = transition.kind === 'again'
  const isOver = to === 'completed' || to === 'failed'
  const update: Omit<TransferUpdate, 'event'> = {
    tenant_id: transfer.tenant_id,
    id: transfer.id,
    from_status: transfer.status,
    from_attempt: transfer.attempt_no,
    fencing: transfer.fencing,
    to_status: to,
    step_of_history: edge === undefined ? null : historyStep(to, transition, nowMs),
    // The money of a delivered transfer was taken when the bank accepted it.
    taken: order !== null && transfer.status === 'processing' ? { amount: transfer.amount, fee: order.fee } : null,
    ends_reservation: to === 'delivered' || isOver,
    sent_type: order?.sentAs ?? null,
    receipt_no: order?.receiptNo || null,
    provider_transaction_id: order?.bankReference || null,
    bank_response_code: order?.bankCode ?? (fault?.isOurs ? null : (fault?.providerCode ?? null)),
    error_code: transition.kind === 'failed' ? transition.code : null,
    error_message: transition.kind === 'failed' ? toMessage(transition) : null,
    processed_at: isOver || to === 'delivered' ? now : null,
    retry_count: transfer.retry_count + (isAgain ? 1 : 0),
    attempt_no: transfer.attempt_no + (isAgain ? 1 : 0),
    step: isOver ? null : isAgain ? 'send' : 'inquire',
    next_step_at: isOver ? null : isoTime(nowMs + waitBefore(transition)),
    inquiry_count: isAgain ? 0 : transfer.inquiry_count + (wasInquiry ? 1 : 0),
    modified: now,
    logs: [...logs],
  }
  const [type] = edge?.emits ?? []
  return { ...update, event: type === undefined ? null : buildOutcomeEvent(transfer, update, type, nowMs) }
}

/** A delivered transfer is inquired about every half minute until the receiving bank has it. */
const DELIVERED_WAIT_MS = 30_000
const waitBefore = (transition: TransferTransition): number =>
  'waitMs' in transition ? transition.waitMs : DELIVERED_WAIT_MS

const historyStep = (to: TransferUpdate['to_status'], transition: TransferTransition, nowMs: number): TransferStep => {
  const order = 'order' in transition ? transition.order : undefined
  const fault = 'fault' in transition ? transition.fault : null
  return {
    to,
    at: nowMs,
    ...(order === undefined
      ? {}
      : { bank_response_code: order.bankCode, provider_transaction_id: order.bankReference }),
    ...(fault === null ? {} : { bank_response_message: fault.providerMessage }),
    ...(fault === null || fault.isOurs ? {} : { bank_response_code: fault.providerCode }),
  }
}

const toMessage = ({ code, fault }: Extract<TransferTransition, { kind: 'failed' }>): string =>
  code === 'unknown_error' ? fault.providerMessage : ERROR_CODES[code].detail

const buildOutcomeEvent = (
  transfer: UpdatableTransfer,
  update: Omit<TransferUpdate, 'event'>,
  type: EventType,
  nowMs: number,
): NonNullable<TransferUpdate['event']> => {
  const id = newEventId()
  const common = {
    transfer_id: transfer.id,
    external_id: transfer.external_id,
    merchant_id: transfer.merchant_id,
    amount: transfer.amount,
    currency: transfer.currency,
    transfer_type: update.sent_type ?? transfer.request_type,
    ...(transfer.recurring_transfer_id === null ? {} : { recurring_transfer_id: transfer.recurring_transfer_id }),
    status: update.to_status,
  }
  const data =
    type === 'transfer.succeeded'
      ? {
          ...common,
          fee_amount: update.taken?.fee ?? transfer.fee,
          receipt_no: update.receipt_no ?? transfer.receipt_no,
          sent_date: isoTime(transfer.sent_at ?? nowMs),
          processed_date: isoTime(nowMs),
          success_sender_account_id: transfer.source_account_id,
        }
      : {
          ...common,
          error_code: update.error_code,
          error_message: update.error_message,
          provider_error_code: update.bank_response_code,
          retry_count: update.retry_count,
          processed_date: isoTime(nowMs),
        }
  return { id, type, body: buildEventBody(id, type, nowMs, data as EventData<EventType>) }
}
