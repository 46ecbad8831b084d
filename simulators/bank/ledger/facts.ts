/**
 * Facts that the ledger records, each with the postings that moved money. State is derived from them. It is in one
 * piece because it is one union and the types of its members.
 */
import type { AccountFact } from './account-facts.ts'
import type { InstitutionFact, InstitutionPayment } from './institution-facts.ts'
import type { Postings } from './postings.ts'

export type Protocol = 'nestpay' | 'garanti' | 'posnet' | 'payfor' | 'akbank' | 'interpos' | 'kuveyt' | 'iyzico'
export type ChargeOperation = 'sale' | 'preauth'
/** `capture_void` turns a capture back into its hold. */
export type OperationKind = 'capture' | 'void' | 'refund' | 'capture_void'
/** Events the bank causes without a request. */
export type OwnOperation = 'reversal' | 'expiry'

export interface References {
  readonly transaction_id: string
  readonly auth_code: string
  readonly host_reference: string
}

export interface Charged {
  readonly kind: 'charge'
  readonly face: Protocol
  readonly merchant: string
  readonly order_id: string
  readonly operation: ChargeOperation
  readonly amount: number
  /** ISO 4217 letters. */
  readonly currency: string
  readonly installments: number
  /** First six and last four digits. */
  readonly card: string
  readonly scheme: string
  /** The response's code; `booked` may differ from it (fault declined_but_charged). */
  readonly code: string
  readonly booked: boolean
  readonly references: References
  readonly batch: number
  readonly session?: string
  /** Links orders of one agreement with the cardholder. */
  readonly group?: string
  /** Set by a payment institution. */
  readonly payment?: InstitutionPayment
  /** Inquiries return "not found" until then (fault stale_inquiry). */
  readonly hidden_until?: number
  readonly postings: Postings
}

export interface Operated {
  readonly kind: 'follow_up'
  readonly merchant: string
  readonly order_id: string
  readonly operation: OperationKind | OwnOperation
  /** The item of a payment institution's payment that it is about. */
  readonly item?: string
  /** The name that the merchant gave the call. */
  readonly conversation?: string
  readonly amount: number
  readonly code: string
  readonly booked: boolean
  readonly references: References
  readonly batch: number
  /** The refund waits until then (fault refund_pending). */
  readonly due_at?: number
  /** The refund is then refused. */
  readonly fails?: boolean
  readonly postings: Postings
}

/** A pending refund ended. */
export interface RefundEnded {
  readonly kind: 'refund_ended'
  readonly merchant: string
  readonly order_id: string
  readonly transaction_id: string
  readonly done: boolean
  readonly postings: Postings
}

/** A void of an order the bank does not know: a charge that arrives later is refused. */
export interface Tombstoned {
  readonly kind: 'tombstone'
  readonly face: Protocol
  readonly merchant: string
  readonly order_id: string
}

export interface DayEnded {
  readonly kind: 'day_end'
  readonly batch: number
  readonly postings: Postings
}

/** The cardholder disputes a charge, or the dispute ends in the merchant's favour. */
export interface Disputed {
  readonly kind: 'dispute'
  readonly dispute: 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'
  readonly merchant: string
  readonly order_id: string
  readonly amount: number
  readonly references: References
  readonly batch: number
  readonly postings: Postings
}

/** A wrong statement in the day's file (faults of files). */
export interface FileLie {
  readonly lie: string
  /** The movement; empty for the file. */
  readonly transaction_id: string
  readonly minor: number
}

/** One merchant's batch in one currency is settled: commission is taken, the rest waits for its value dates. */
export interface DaySettled {
  readonly kind: 'day_settled'
  readonly merchant: string
  readonly currency: string
  readonly batch: number
  /** Days since 1970 in Istanbul. */
  readonly day: number
  /** Number within this merchant, currency and day. */
  readonly number: number
  readonly lies: readonly FileLie[]
  /** When its file becomes available. */
  readonly file_at: number
  readonly dues: readonly (readonly [valueDay: number, net: number])[]
  readonly postings: Postings
}

/** Due amounts are paid to the merchant's account; a negative sum is carried over. */
export interface PaidOut {
  readonly kind: 'payout'
  readonly merchant: string
  readonly currency: string
  readonly day: number
  readonly amount: number
  readonly carried: number
  readonly postings: Postings
}

export interface ClockMoved {
  readonly kind: 'clock'
  readonly offset_ms: number
}

/** A shopper at the 3D Secure gateway; the card is masked, its code never stored. */
export interface SessionOpened {
  readonly kind: 'session'
  readonly id: string
  readonly face: Protocol
  readonly merchant: string
  readonly order_id: string
  readonly operation: ChargeOperation
  readonly model: '3d' | '3d_pay'
  readonly amount: number
  readonly currency: string
  readonly installments: number
  readonly card: string
  readonly bad_cvv: boolean
  readonly random: string
  readonly expires_at: number
  /** Posted fields that are returned, without card data. */
  readonly echo: Readonly<Record<string, string>>
  readonly ok_url: string
  readonly fail_url: string
  readonly callback_url?: string
  readonly payment?: InstitutionPayment
}

export interface SessionStep {
  readonly kind: 'session_step'
  readonly id: string
  /** `asked`: a wrong code; `ended`: the challenge has ended; `used`: the proof was used for an authorization. */
  readonly step: 'asked' | 'ended' | 'used'
  readonly result?: AuthenticationResult
}

export interface AuthenticationResult {
  readonly outcome: 'ok' | 'wrong_code' | 'cancelled' | 'refused' | 'unavailable' | 'attempt' | 'invalid'
  readonly md_status: string
  readonly eci: string
  readonly cavv: string
  readonly xid: string
  readonly md: string
  /** The fields posted back, signed. */
  readonly fields: Readonly<Record<string, string>>
  readonly target: string
}

/** A callback that the bank posts itself once the clock has passed. */
export interface CallbackDue {
  readonly kind: 'callback_due'
  readonly session: string
  readonly due_at: number
}
export interface CallbackPosted {
  readonly kind: 'callback_posted'
  readonly session: string
}

export interface FaultArmed {
  readonly kind: 'fault_armed'
  readonly id: string
  readonly fault: string
  readonly match: Readonly<Record<string, string | number>>
  /** null means until it is removed. */
  readonly times: number | null
  readonly probability: number
  readonly seed: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
}
export interface FaultsCleared {
  readonly kind: 'faults_cleared'
  readonly ids: readonly string[]
}
/** The true effect on the money when a fault took effect. */
export interface FaultFired {
  readonly kind: 'fault_fired'
  readonly id: string
  readonly fault: string
  readonly merchant: string
  readonly order_id: string
  readonly operation: string
  readonly money: 'moved' | 'not_moved'
}

/** A caller broke the protocol. */
export interface Violated {
  readonly kind: 'violation'
  readonly violation: string
  readonly merchant: string
  readonly order_id: string
}

export type Fact =
  | Charged
  | Operated
  | RefundEnded
  | Tombstoned
  | DayEnded
  | Disputed
  | DaySettled
  | PaidOut
  | ClockMoved
  | SessionOpened
  | SessionStep
  | CallbackDue
  | CallbackPosted
  | FaultArmed
  | FaultsCleared
  | FaultFired
  | Violated
  | AccountFact
  | InstitutionFact

/** As stored in the journal: numbered without gaps, timed by the bank's clock. */
export type Entry = { readonly n: number; readonly at: number } & Fact
