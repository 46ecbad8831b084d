/** Types exchanged with a bank: attempts and operations, outcomes and observations, exchanges for the request log. */
import type { Money } from '../core/money.ts'
import type { Secret } from '../core/secret.ts'
import type { SubMerchant } from './sub-merchant.ts'

export type OperationType = 'sale' | 'pre_auth' | 'capture' | 'void' | 'refund'
export type ThreeDModel = 'none' | '3d_secure' | '3d_pay' | '3d_host'

export interface CardData {
  readonly number: Secret
  readonly expireMonth: number
  readonly expireYear: number
  readonly holderName: string
  /** Absent after a crash: the code is never stored. */
  readonly cvv?: Secret
}

/** A tenant's access to a bank: one row of connector_configurations with its secrets opened. */
export interface Configuration {
  readonly tenantId: string
  readonly id: string
  readonly connectorId: string
  /** The tenant's own name of the connector, such as SIMBANK. */
  readonly connectorCode: string
  readonly connectorType: string
  readonly name: string
  readonly mode: 'test' | 'production'
  readonly priority: number
  readonly isActive: boolean
  /** extra_properties_dict: supported_currencies, max_installments, ... (docs/interface/cards.md#known-keys-of-a-configuration). */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: {
    readonly apiKey?: Secret
    readonly secretKey?: Secret
    readonly password?: Secret
    /** JSON as text; its content belongs to the connector. */
    readonly extraCredentials?: Secret
  }
  readonly username: string | null
  readonly terminalId: string | null
  readonly storeId: string | null
  readonly bankCode: string | null
  readonly endpointUrl: string | null
  readonly threeDSecureEndpointUrl: string | null
  /** Platform clock, ms. A bank's observed health applies to this version of the configuration. */
  readonly changedAt: number
  /** Profiles by merchant, for merchants that have one at this configuration. */
  readonly subMerchants?: ReadonlyMap<string, SubMerchant>
}

/** A payment with a card on file that the cardholder agreed to: the bank is informed which payment of the agreement it is. */
export interface StoredCredential {
  readonly sequence: 'initial' | 'subsequent'
  /** Id of the cardholder's agreement, the same for all its payments: 32 digits and letters. */
  readonly agreement: string
  /** Number of the installment in the plan, from 1; and the number of the attempt at it. */
  readonly installment: number
  readonly tryNo: number
}

/** One call to a bank. Immutable; once it has reached a bank, a further attempt has a separate reference. */
export interface Attempt {
  readonly operation: OperationType
  readonly model: ThreeDModel
  readonly tenantId: string
  readonly transactionId: string
  /** Our reference, unique, known to the bank from the first byte on; inquiry and reversal use it. */
  readonly reference: string
  readonly amount: Money
  readonly installments: number
  readonly card: CardData
  readonly externalId: string | null
  /** Address as the caller gave it: any text. */
  readonly buyerIp?: string | null
  /** extra_properties of the request, passed through. */
  readonly extra: Readonly<Record<string, string>>
  readonly configuration: Configuration
  /** The merchant as this bank knows it; absent if it has no profile there. */
  readonly subMerchant?: SubMerchant
  /** Absent: no card on file. */
  readonly storedCredential?: StoredCredential
  /** Outcome recorded so far. Read only by the in-process bank, which keeps no ledger. */
  readonly recorded?: Observation
}

export type PaymentOperationType = 'capture' | 'void' | 'refund'

/** Capture, void or refund of a payment the bank approved. Immutable like an attempt: a second try has its own reference. */
export interface PaymentOperation {
  readonly operation: PaymentOperationType
  readonly tenantId: string
  readonly transactionId: string
  /** Our reference, unique among all requests for the payment; sent to the bank if it accepts one. */
  readonly reference: string
  readonly amount: Money
  readonly original: ApprovedAttempt
  readonly buyerIp?: string | null
  readonly extra: Readonly<Record<string, string>>
  readonly configuration: Configuration
  /** Like {@link Attempt.recorded}. */
  readonly recorded?: Observation
}

/** The payment as the bank knows it when an operation goes out. */
interface ApprovedAttempt {
  readonly operation: 'sale' | 'pre_auth'
  /** The reference of the approved attempt: the bank's order id. */
  readonly reference: string
  readonly references: BankReferences
  readonly amount: Money
  readonly installments: number
  readonly model: ThreeDModel
  /** Minor units, as recorded before this operation: the difference at the bank is this operation's effect. */
  readonly captured: number
  readonly refunded: number
  /** Platform clock, ms. */
  readonly approvedAt: number
}

export interface BankReferences {
  readonly providerTransactionId: string | null
  readonly authCode: string | null
  readonly hostReference: string | null
}

export interface Fault {
  /** The bank's code and message; with `isOurs` no bank responded, and the code is one of ours (connectors/own-bank-codes.ts). */
  readonly providerCode: string
  readonly providerMessage: string
  readonly isOurs?: true
}

interface Approval {
  readonly kind: 'approved'
  readonly references: BankReferences
  readonly bankCode: string
  /** Minor units of the amount that were paid with points; absent where none were requested. */
  readonly usedPoints?: number
}

/** Result of a call. `unknown` means money may have moved: inquire, never resend. */
export type Outcome =
  | Approval
  | {
      readonly kind: 'declined'
      readonly fault: Fault
      readonly references: BankReferences
      /** Counts for the breaker as a technical failure (a decline of a card does not). */
      readonly countsForBreaker?: boolean
    }
  /** Counts for the breaker unless it says false. */
  | { readonly kind: 'unknown'; readonly fault: Fault; readonly countsForBreaker?: boolean }
  /** Nothing left this machine, or nothing reached the bank: safe to try elsewhere. */
  | { readonly kind: 'not_sent'; readonly fault: Fault }

/** The bank's response to an inquiry by our reference. `not_found` and `no_answer` alone decide nothing. */
export type Observation =
  | Approval
  | { readonly kind: 'declined'; readonly fault: Fault; readonly references: BankReferences }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'no_answer'; readonly fault: Fault }

/** One exchange with a bank as it goes into the request log: card data masked, secrets replaced, by allow-list. */
export interface Exchange {
  readonly method: string
  readonly endpoint: string
  readonly requestHeaders: string
  readonly requestBody: string
  responseHeaders: string | null
  responseBody: string | null
  statusCode: number | null
  /** Platform clock, ms. */
  readonly startedAt: number
  answeredAt: number | null
}

/** Services that a connector may use while it works. */
export interface CallContext {
  readonly signal: AbortSignal
  /** Platform clock. */
  nowMs(): number
  /** Real time: simulated delays and deadlines. */
  sleep(ms: number): Promise<void>
  /**
   * Called right before the first byte of a request that moves money. Returns false if the request must no longer
   * be sent, since too much time has passed since it was prepared.
   */
  mayDispatch(): boolean
  /** Records one exchange for the request log; called before its first byte is sent, completed when the response arrives. */
  logExchange(exchange: Exchange): void
}
