/** A transfer as it is stored, and its history. */
import type { Accountable } from '../../access/four-eyes.ts'
import { TRANSFER_TYPES, type TransferType } from '../../core/transfer-type.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
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
export interface Receiver
  extends Row<
    'transfers',
    | 'receiver_account_id'
    | 'recipient_id'
    | 'receiver_key'
    | 'holder_name'
    | 'bank_code'
    | 'iban'
    | 'account_number'
    | 'masked_card_no'
    | 'card_token'
    | 'card_sealed'
    | 'tax_id_sealed'
  > {
  /** The IBAN, bank and account number, or keyed hash of the card. */
  receiver_key: string
}

export interface TransferRow
  extends Receiver,
    Omit<
      Row<'transfers'>,
      | 'receiver_account_id'
      | 'recipient_id'
      | 'receiver_key'
      | 'holder_name'
      | 'bank_code'
      | 'iban'
      | 'account_number'
      | 'masked_card_no'
      | 'card_token'
      | 'card_sealed'
      | 'tax_id_sealed'
      | 'lease_owner'
      | 'lease_until'
    > {
  status: TransferState
  request_type: TransferType
  sent_type: TransferType | null
  currency: TransferCurrency
  /** The people behind these steps, as the database recorded them with each step. */
  made_people: Accountable
  decided_people: Accountable | null
  sent_people: Accountable | null
  /**
   * Approver and sender must be two people as well, because the tenant requires it now, or did when the transfer was
   * created.
   */
  three_persons: boolean
  /** Who wrote the current terms of its plan, if it was not the plan's creator. */
  terms_by: string | null
  history: TransferStep[]
  extra: Record<string, string> | null
}

/** Returns the reference of an attempt of a transfer that its bank knows by its id. */
export const attemptReference = (transferId: string, attemptNo: number): string =>
  `T${transferId.replaceAll('-', '')}${String(attemptNo).padStart(2, '0')}`
