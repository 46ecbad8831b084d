/** What a fault changes in the bank's own work. */
export interface Twist {
  /** Answers 05 and books all the same. */
  readonly booksDecline?: boolean
  /** Answers 05, books nothing. */
  readonly declines?: boolean
  /** Books, approves, and takes it back. */
  readonly reverses?: boolean
  /** Gives the references of the movement before. */
  readonly repeatsReference?: boolean
  /** Says that the order number is taken. */
  readonly claimsOrderUsed?: boolean
  /** Inquiries find nothing for this long. */
  readonly hidesMs?: number
  /** The day ends first: `before` the void is decided, or right `after` it. */
  readonly endsDay?: 'before' | 'after'
  /** The refund is accepted, and done or refused this much later. */
  readonly refundMs?: number
  readonly refundFails?: boolean
}
