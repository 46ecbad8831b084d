/** A bank's own record of an order, for manual comparison. */
import type { Money } from '../core/money.ts'
import type { Attempt, BankReferences, OperationType } from './attempt.ts'

/** An attempt whose bank record is requested. */
export interface LookedUp extends Attempt {
  /** The order as recorded here. Read only by the in-process bank, which keeps no ledger. */
  readonly recordedOrder?: BankOrder
}

/** An order as the bank has it on record. */
export interface BankOrder {
  readonly state: 'authorized' | 'captured' | 'voided' | 'refunded' | 'declined' | 'pending'
  /** The bank's own name for it. */
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
  /** The bank never lists movements: only the sums say what became of the order. */
  readonly isSummary?: true
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
