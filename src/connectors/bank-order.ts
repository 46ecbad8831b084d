/** What a bank's own books say of an order, for people who compare. */
import type { Money } from '../core/money.ts'
import type { Attempt, BankReferences, OperationType } from './attempt.ts'

/** An attempt somebody asks the bank's books about. */
export interface LookedUp extends Attempt {
  /** The order as recorded here. Only the bank inside the program, which keeps no books, looks at it. */
  readonly recordedOrder?: BankOrder
}

/** An order as the bank's books have it. */
export interface BankOrder {
  readonly state: 'authorized' | 'captured' | 'voided' | 'refunded' | 'declined' | 'pending'
  /** The bank's own word for it. */
  readonly word: string
  readonly amount: Money
  readonly captured: number
  readonly refunded: number
  readonly references: BankReferences
  readonly bankCode: string | null
  readonly maskedCardNumber: string | null
  readonly settlementId: string | null
  /** Oldest first; empty where the bank offers no history. */
  readonly movements: readonly BankMovement[]
}
export interface BankMovement {
  readonly operation: OperationType
  readonly word: string
  readonly amount: number
  /** Epoch ms; bank times without a zone are Europe/Istanbul. */
  readonly at: number
  readonly references: BankReferences
  readonly bankCode: string | null
  readonly settlementId: string | null
}
