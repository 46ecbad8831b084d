/** The vocabulary of reconciliations, and which of the platform's states correspond to the bank's. */

export const OVERALL_STATES = ['draft', 'in_review', 'completed', 'partially_completed', 'cancelled'] as const
export type OverallState = (typeof OVERALL_STATES)[number]
export const DETAIL_STATES = ['pending', 'resolved', 'ignored', 'auto_matched'] as const
export type DetailState = (typeof DETAIL_STATES)[number]
export const DISCREPANCIES = ['matched', 'amount_mismatch', 'status_mismatch', 'orphan_db', 'orphan_bank'] as const
export type Discrepancy = (typeof DISCREPANCIES)[number]
/** Kinds of rows. */
export const DETAIL_KINDS = ['movement', 'chargeback', 'commission'] as const
export type DetailKind = (typeof DETAIL_KINDS)[number]
export const RESOLUTIONS = [
  'none',
  'accept_bank',
  'accept_db',
  'mark_matched',
  'ignore',
  'adjust_amount',
  'force_status',
] as const
export type Resolution = (typeof RESOLUTIONS)[number]
/** Actions that a person may take on a row besides resolving it. */
export const REMEDIES = ['inquire', 'force_status', 'reverse_at_bank', 'mark_reversed'] as const
export type Remedy = (typeof REMEDIES)[number]
export const REMEDY_STATES = ['proposed', 'under_way', 'carried_out', 'failed'] as const
export type RemedyState = (typeof REMEDY_STATES)[number]
export const BANK_ROW_STATUSES = [
  'approved',
  'completed',
  'declined',
  'failed',
  'refunded',
  'voided',
  'pending',
] as const
export type BankRowStatus = (typeof BANK_ROW_STATUSES)[number]

/** Two statuses of one class are treated as equal. */
type StatusClass = 'done' | 'failed' | 'refunded' | 'canceled' | 'open'
export const CLASS_OF_BANK_STATUS: Readonly<Record<BankRowStatus, StatusClass>> = {
  approved: 'done',
  completed: 'done',
  declined: 'failed',
  failed: 'failed',
  refunded: 'refunded',
  voided: 'canceled',
  pending: 'open',
}

/** Which part of a file is processed next, once its movements are compared. */
export type FollowUpPart = 'chargebacks' | 'commissions' | 'done'
