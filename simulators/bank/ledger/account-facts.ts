/** Facts that the ledger records about the accounts API: customers, accounts, transfers, and their notifications. */
import type { Postings } from './postings.ts'

export type Currency = 'TRY' | 'USD' | 'EUR' | 'GBP'
export type TransferType = 'fast' | 'eft' | 'remittance' | 'credit_card'
/** `refused`: no money moved, or it is back. `returned`: it came back after it had been completed. */
export type TransferStatus = 'processing' | 'delivered' | 'completed' | 'refused' | 'returned'
export type AccountStatus = 'active' | 'blocked' | 'closed'

/** Customers of the accounts API, with the key that signs their calls and notifications. */
export interface Enrolled {
  readonly kind: 'customer'
  readonly customer: string
  readonly secret_key: string
  /** If absent, the customer wants no notifications. */
  readonly notice_url?: string
  readonly tenant_id?: string
}

export interface AccountOpened {
  readonly kind: 'account_opened'
  readonly iban: string
  readonly customer: string
  readonly name: string
  readonly holder_name: string
  readonly currency: Currency
  /** The initial balance comes from the bank's own funds. */
  readonly postings: Postings
}
export interface AccountSwitched {
  readonly kind: 'account_switched'
  readonly iban: string
  readonly status: AccountStatus
}
/** Money from outside the bank. */
export interface Deposited {
  readonly kind: 'deposit'
  readonly iban: string
  readonly description: string
  readonly postings: Postings
}

/**
 * `complete`: the money arrives. `refuse`: nothing was moved. `give_back`: what was taken is returned. `return`: it
 * comes back later.
 */
export type TransferStep = 'complete' | 'refuse' | 'give_back' | 'return'
/** Effects of time on a transfer, counted from its acceptance. */
export interface Planned {
  readonly step: TransferStep
  readonly after_ms: number
  readonly code?: string
}

export interface Recipient {
  readonly name?: string
  readonly iban?: string
  readonly account_number?: string
  /** First six and last four digits. */
  readonly card?: string
}

export interface Transferred {
  readonly kind: 'transfer'
  readonly customer: string
  readonly reference: string
  /** The customer's name for the transfer, shared by all its attempts. */
  readonly transfer_id?: string
  readonly source_iban: string
  readonly type: TransferType
  /** The type by which it is really sent. */
  readonly sent_as: TransferType
  readonly amount: number
  readonly fee: number
  readonly currency: Currency
  readonly recipient: Recipient
  readonly description: string
  readonly status: Exclude<TransferStatus, 'completed' | 'returned'>
  /** 00 unless it is refused. */
  readonly code: string
  readonly plan: readonly Planned[]
  /** The ledger account that is credited. */
  readonly clears_to: string
  /** Customers are notified of its steps. */
  readonly tells: boolean
  readonly has_receipt: boolean
  /** Inquiries return "not known" until then (fault stale_inquiry). */
  readonly hidden_until?: number
  readonly postings: Postings
}
export interface TransferMoved {
  readonly kind: 'transfer_step'
  readonly customer: string
  readonly reference: string
  readonly step: TransferStep
  readonly code: string
  readonly tells: boolean
  readonly postings: Postings
}

/** A reversal of a reference the bank does not know: a transfer that arrives later is refused. */
export interface TransferTombstoned {
  readonly kind: 'transfer_tombstone'
  readonly customer: string
  readonly reference: string
}
/** An attempt that ended in a system fault of the bank (96). Nothing was posted. */
export interface SystemFault {
  readonly kind: 'system_fault'
  readonly customer: string
  readonly transfer: string
}

/** A transfer without postings and without a response (9008): unknown to the bank, known to the control interface. */
export interface TransferLost {
  readonly kind: 'transfer_lost'
  readonly customer: string
  readonly reference: string
  readonly transfer: string
}

/**
 * A notification was sent. It is recorded after its acknowledgement, so that a crash repeats it rather than loses it.
 */
export interface NoticePosted {
  readonly kind: 'notice_posted'
  /** Number of the step it reported. */
  readonly notice: number
  /** Status of the response, or why there is none. */
  readonly answer: string
}

export interface WindowsSet {
  readonly kind: 'windows'
  readonly windows: Windows
}
export type Windows = 'open' | 'bank_hours'

export type AccountFact =
  | Enrolled
  | AccountOpened
  | AccountSwitched
  | Deposited
  | Transferred
  | TransferMoved
  | TransferTombstoned
  | SystemFault
  | TransferLost
  | NoticePosted
  | WindowsSet
