/** The port of transfer banks: the operations that a connector offers in addition to card payments, and the types it exchanges. */
import type { Money } from '../core/money.ts'
import type { Secret } from '../core/secret.ts'
import type { TransferType } from '../core/transfer-type.ts'
import type { CallContext, Configuration, Fault } from './attempt.ts'

export type { TransferType }

/** One order to move money. Immutable: a repetition is a second order with its own reference. */
export interface TransferOrder {
  readonly tenantId: string
  readonly transferId: string
  /** Our reference, unique, known to the bank from the first byte on; inquiry and reversal use it. */
  readonly reference: string
  readonly type: TransferType
  readonly amount: Money
  readonly from: BankAccount
  readonly to: Payee
  readonly description: string | null
  readonly configuration: Configuration
}

export interface BankAccount {
  readonly iban: string | null
  readonly accountNumber: string | null
}
interface Payee extends BankAccount {
  readonly holderName: string
  readonly bankCode: string | null
  readonly card: Secret | null
  readonly taxId: Secret | null
}

interface ReportedReceiver {
  /** Whether the order goes to the receiver, from the account, of the one that is asked about; absent: the bank does not tell. */
  readonly receiver?: 'same' | 'other'
}

/** A bank's report of an accepted order. */
export interface TakenOrder extends ReportedReceiver {
  readonly bankReference: string
  readonly receiptNo: string
  /** Type under which it was really sent; banks send a small EFT as FAST. */
  readonly sentAs: TransferType
  readonly fee: number
  readonly bankCode: string
}

/** The bank has accepted and is processing it: it is asked again when the bank expects to be done (epoch ms). */
export interface AcceptedOrder extends ReportedReceiver {
  readonly kind: 'accepted'
  readonly expectedAt: number | null
}

/** Result of sending an order. `unknown` means money may have moved: inquire, never resend. */
export type TransferOutcome =
  | ({ readonly kind: 'completed' } & TakenOrder)
  /** Accepted and booked here; the receiving bank has not confirmed it yet. */
  | ({ readonly kind: 'delivered' } & TakenOrder)
  | AcceptedOrder
  /** Refused in a documented way: nothing was booked. */
  | { readonly kind: 'declined'; readonly fault: Fault; readonly countsForBreaker?: boolean }
  | { readonly kind: 'unknown'; readonly fault: Fault; readonly countsForBreaker?: boolean }
  | { readonly kind: 'not_sent'; readonly fault: Fault }

/** The bank's response to an inquiry by our reference. `not_found` and `no_answer` alone decide nothing. */
export type TransferObservation =
  | ({ readonly kind: 'completed' } & TakenOrder)
  | ({ readonly kind: 'delivered' } & TakenOrder)
  | AcceptedOrder
  | ({ readonly kind: 'declined'; readonly fault: Fault } & ReportedReceiver)
  /** The bank has an order of this reference with another amount or currency. */
  | { readonly kind: 'other_amount'; readonly fault: Fault }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'no_answer'; readonly fault: Fault }

/** Why a bank's statement could not be read: no response, a fault of the bank, or no balance in it. */
export type StatementUnavailableReason = 'no_answer' | 'own_fault' | 'no_balance'

export class StatementUnavailable extends Error {
  readonly reason: StatementUnavailableReason
  constructor(reason: StatementUnavailableReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** An account as the bank reports it. Amounts in minor units. */
export interface ReportedAccount {
  readonly accountNumber: string
  readonly iban: string
  readonly name: string
  readonly holderName: string
  readonly bankCode: string
  readonly branchName: string | null
  readonly type: 'checking' | 'savings'
  readonly currency: string
  readonly status: 'active' | 'blocked' | 'closed'
  readonly available: number
  readonly blocked: number
}

/** One line of a statement. */
export interface StatementLine {
  /** The bank's own, the same each time it is read. */
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  /** Minor units; negative = money out. */
  readonly amount: number
  readonly balanceAfter: number
  readonly description: string | null
  readonly category: 'transfer' | 'commission' | 'interest' | 'tax' | 'other'
  /** The bank's own name for it. */
  readonly type: string
  readonly counterpartyIban: string | null
  /** Our reference, where the line is an order of ours or its returned money. */
  readonly reference: string | null
  /** Money of an order that comes back: `returned` after it had arrived, `given_back` where it was refused in the end. */
  readonly back: 'returned' | 'given_back' | null
}

/** Content of a receipt that the transfer itself does not have. */
export interface BankReceipt {
  readonly receiptNo: string
  readonly bankReference: string
  readonly bankName: string
  readonly senderName: string
  /** YYYY-MM-DD. */
  readonly businessDay: string
  /** Amount and fee, minor units. */
  readonly total: number
}

/** An account a simulated bank opens for a sandbox. */
interface NewBankAccount {
  readonly iban: string
  readonly currency: string
  readonly holderName: string
  readonly balance: number
}

/** A bank's guarantees about its responses; the conformance tests verify its connector against them. */
export interface DocumentedResponses {
  /** HTTP statuses under which it shows an order. */
  readonly shownWith: readonly number[]
  /** Codes of an order it shows as refused. */
  readonly refusedCodes: readonly string[]
  /** Codes by HTTP status, of refusals before the order exists: nothing was booked, and nothing will be. */
  readonly refusals: Readonly<Record<number, readonly string[]>>
  /** HTTP status and code of "no order of this reference". */
  readonly unknownReference: readonly [status: number, code: string]
}

export interface TransferBank {
  /** The conclusive responses; connectors/transfer-outcomes.ts uses them. */
  readonly documented: DocumentedResponses
  readonly types: readonly TransferType[]
  /** Time after an order during which "not known here" may still turn into a booking. */
  readonly latenessWindowMs: number
  send(order: TransferOrder, context: CallContext): Promise<TransferOutcome>
  inquire(order: TransferOrder, context: CallContext): Promise<TransferObservation>
  /** Cancels an order that the bank does not know yet: from then on it never books it. */
  reverse(order: TransferOrder, context: CallContext): Promise<'reversed' | 'nothing_there' | 'no_answer'>
  /** Throws {@link StatementUnavailable}. */
  accounts(configuration: Configuration, context: CallContext): Promise<readonly ReportedAccount[]>
  /** Newest first, between two moments (epoch ms, inclusive). Throws {@link StatementUnavailable}. */
  statement(
    asked: { configuration: Configuration; account: BankAccount; from: number; to: number },
    context: CallContext,
  ): Promise<readonly StatementLine[]>
  receipt(order: TransferOrder, context: CallContext): Promise<BankReceipt | 'not_available' | 'no_answer'>
  /** Only of a simulated bank: opens an account with money in it, or finds it open. Throws when it cannot. */
  open?(configuration: Configuration, account: NewBankAccount, context: CallContext): Promise<void>
}
