/** A transfer as it is stored, and its history. */
import type { Accountable } from '../../access/four-eyes.ts'
import { TRANSFER_TYPES, type TransferType } from '../../core/transfer-type.ts'
import type { TransferState } from './transfer-states.ts'

export { TRANSFER_TYPES, type TransferType }
export const TRANSFER_CURRENCIES = ['TRY', 'USD', 'EUR'] as const
export type TransferCurrency = (typeof TRANSFER_CURRENCIES)[number]

/** A step as stored in the column `history`. */
export interface TransferStep {
  readonly to: TransferState
  /** Platform clock, ms. */
  readonly at: number
  /** Who took it; left out if it was the service itself. */
  readonly actor?: string
  readonly note?: string
  readonly bank_response_code?: string
  readonly bank_response_message?: string
  readonly provider_transaction_id?: string
}

/** Destination of the money when the transfer was created. */
export interface Receiver {
  receiver_account_id: string
  recipient_id: string | null
  /** The IBAN, bank and account number, or keyed hash of the card. */
  receiver_key: string
  holder_name: string
  bank_code: string | null
  iban: string | null
  account_number: string | null
  masked_card_no: string | null
  card_token: string | null
  card_sealed: Buffer | null
  tax_id_sealed: Buffer | null
}

export interface TransferRow extends Receiver {
  tenant_id: string
  id: string
  merchant_id: string
  status: TransferState
  external_id: string | null
  description: string | null
  request_type: TransferType
  sent_type: TransferType | null
  amount: number
  currency: TransferCurrency
  fee: number
  requested_account_id: string
  source_account_id: string
  success_account_id: string | null
  scheduled_date: Date
  verdict: string
  is_held: boolean
  created_by: string
  approved_by: string | null
  rejected_by: string | null
  sent_by: string | null
  /** The people behind these steps, as the database recorded them with each step. */
  made_people: Accountable
  decided_people: Accountable | null
  sent_people: Accountable | null
  /**
   * Approver and sender must be two people as well, because the tenant requires it now, or did when the transfer was
   * created.
   */
  three_persons: boolean
  approved_at: Date | null
  sent_at: Date | null
  processed_at: Date | null
  reserved: number
  retry_count: number
  attempt_no: number
  attempt_at: Date | null
  step: 'send' | 'inquire' | null
  next_step_at: Date | null
  inquiry_count: number
  fencing: number
  receipt_no: string | null
  provider_transaction_id: string | null
  bank_response_code: string | null
  error_code: string | null
  error_message: string | null
  recurring_transfer_id: string | null
  /** Who wrote the current terms of its plan, if it was not the plan's creator. */
  terms_by: string | null
  sequence: number
  history: TransferStep[]
  extra: Record<string, string> | null
  correlation_id: string
  client_id: string
  created: Date
  last_modified: Date
}

/** Returns our reference of one attempt: it is unique, and the bank knows it from the first byte on. */
export const attemptReference = (transferId: string, attemptNo: number): string =>
  `T${transferId.replaceAll('-', '')}${String(attemptNo).padStart(2, '0')}`

/** Returns the attempt that a reference names; undefined if it is not one of ours. */
export const parseAttemptReference = (reference: string): { transferId: string; attemptNo: number } | undefined => {
  const parts = /^T([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(\d{2})$/.exec(reference)?.slice(1)
  return parts && { transferId: parts.slice(0, -1).join('-'), attemptNo: Number(parts.at(-1)) }
}
