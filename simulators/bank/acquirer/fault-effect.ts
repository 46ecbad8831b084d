/** Changes that a fault makes in the bank's own processing. */
export interface FaultEffect {
  /** Responds 05 but posts the movement. */
  readonly booksDecline?: boolean
  /** Responds 05, posts nothing. */
  readonly declines?: boolean
  /** Posts, approves, then reverses. */
  readonly reverses?: boolean
  /** Returns the references of the previous movement. */
  readonly repeatsReference?: boolean
  /** Responds that the order number is taken. */
  readonly claimsOrderUsed?: boolean
  /** Inquiries find nothing for this long. */
  readonly hidesMs?: number
  /** The day ends `before` the void is decided, or right `after` it. */
  readonly endsDay?: 'before' | 'after'
  /** The refund is accepted, and completed or refused this much later. */
  readonly refundMs?: number
  readonly refundFails?: boolean
}
