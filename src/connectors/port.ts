/** The port of banks: the declarations and operations of a connector. Its input and output types are in attempt.ts. */
import type { Money } from '../core/money.ts'
import type { Phrase } from '../core/phrases/phrase.ts'
import type { ErrorCategoryName } from '../core/schema.ts'
import type { Secret } from '../core/secret.ts'
import type {
  Attempt,
  CallContext,
  CardData,
  Configuration,
  Observation,
  OperationType,
  Outcome,
  PaymentOperation,
  ThreeDModel,
} from './attempt.ts'
import type { BankOrder, LookedUp } from './bank-order.ts'
import type { CodeTable } from './codes/code-table.ts'
import type { ThreeDSecure } from './three-d-secure.ts'
import type { TransferBank } from './transfer-bank.ts'

/** Abilities of a connector. An unsupported operation is an absent key; callers check it before a call. */
export interface Capabilities {
  /** Operation to the 3D models it works with. */
  readonly operations: Readonly<Partial<Record<OperationType, readonly ThreeDModel[]>>>
  readonly currencies: readonly string[]
  readonly installmentsMax: number
  /** Counts of installments that it takes, in addition to 1; absent: all up to the greatest. */
  readonly installmentCounts?: readonly number[]
  /** Supports inquiry of an attempt by our own reference. */
  readonly inquiry: 'by_reference' | 'none'
  /** `by_reference`: also reverses an attempt that the bank has not received yet (a tombstone). `none`: at most what its record shows. */
  readonly reversal: 'by_reference' | 'none'
  /** Time after an attempt during which "not known here" may still turn into a charge. */
  readonly latenessWindowMs: number
  /**
   * True for a bank with no network in between: an attempt that it does not know after the window will never be
   * booked. At every other bank an unknown operation, or an attempt that cannot be reversed, stays open until people
   * decide.
   */
  readonly booksNothingLate?: true
  readonly callDeadlineMs: number
  readonly inquiryDeadlineMs: number
  /** Bank codes after which nothing was booked although the answer is a system fault; only the bank can guarantee that. */
  readonly nothingBookedCodes: readonly string[]
  /** `one`: the bank identifies a refund only by its order, so a second refund waits until the first has its outcome. */
  readonly refundsAtOnce?: 'many' | 'one'
  /** Offers to charge a foreign card in its own currency ({@link Connector.offerConversion}). */
  readonly conversion?: 'before_payment'
  /** `none`: the bank wants the card code of every payment, so neither a plan's first payment nor its later ones are sent. */
  readonly storedCredentials?: 'none'
  /** A pre-authorization expires at the bank after this time; absent if the bank's expiry is not known. */
  readonly captureWithinMs?: number
}

/** A bank's data about a card before it is charged. */
export interface CardTerms {
  readonly installmentsMax: number
  /** Absent: the card is in no program. Balance in minor units. */
  readonly points?: CardPoints
}
export interface CardPoints {
  readonly balance: number
  readonly program: string
  /** Points pay amounts only in this currency. */
  readonly currency: string
}

/** Question to a bank before a payment is written: the amount that the card would be charged in its own currency. */
export interface ConversionInquiry {
  readonly tenantId: string
  /** Our reference of the attempt that would follow. */
  readonly reference: string
  readonly transactionId: string
  readonly amount: Money
  readonly card: CardData
  readonly configuration: Configuration
}

/** A bank's offer; it holds for as long as the platform keeps it open. */
export interface ConversionOffer {
  /** Amount that the card is charged if the shopper accepts. */
  readonly amount: Money
  /** Units of the payment's currency for one of the card's, and the bank's markup in percent: exact decimals, such as 40.0000 and 3.00. */
  readonly rate: string
  readonly markupPercent: string
}

/** Minor units of an amount that points can pay. */
export const usablePoints = (points: CardPoints | undefined, amount: Money): number =>
  points?.currency === amount.currency ? Math.min(points.balance, amount.minor) : 0

/** Fault of a configuration, by the member of the interface that has to be fixed. */
export interface ConfigurationFault {
  /** Such as terminal_id, secret_key or extra_properties_dict.accepted_md_status. */
  readonly field: string
  /** Goes after the name of the member: "is required by this bank". Never quotes a secret. */
  readonly message: Phrase
}

export interface Connector {
  /** Folder name: the protocol family. */
  readonly family: string
  /** Values of ConnectorType it serves. */
  readonly types: readonly string[]
  /** Serves only tenant connectors with this code; absent = any. */
  readonly code?: string
  readonly capabilities: Capabilities
  /** Meaning of its bank's codes; absent = as the sandbox bank's. */
  readonly codes?: CodeTable
  /** A configuration every sandbox tenant starts with: calls the bank simulator. */
  readonly demo?: DemoConfiguration
  /**
   * Returns the settings that a configuration lacks for this bank; checked before it is saved, with the secrets it will
   * have. Pure: addresses are checked by the guard of outgoing calls, known keys of extra_properties_dict by the platform.
   */
  checkSettings?(configuration: Configuration): readonly ConfigurationFault[]
  /** Sale or pre-authorization without 3D Secure, or after it. */
  start(attempt: Attempt, context: CallContext): Promise<Outcome>
  inquire(attempt: Attempt, context: CallContext): Promise<Observation>
  /** Absent if the bank has no card query, and takes no points. Returns undefined if the bank does not know the card. */
  cardTerms?(tenantId: string, card: Secret): Promise<CardTerms | undefined>
  /** Moves nothing and blocks nothing. Returns `none` if the card is domestic, or the bank has no rate. Absent if the bank never makes offers. */
  offerConversion?(asked: ConversionInquiry, context: CallContext): Promise<ConversionOffer | 'none'>
  reverse?(attempt: Attempt, context: CallContext): Promise<'reversed' | 'nothing_there' | 'no_answer'>
  /** Capture, void, refund; absent = the connector declares none of them. */
  operate?(followUp: PaymentOperation, context: CallContext): Promise<Outcome>
  /** Inquires about an operation whose outcome is unknown. */
  inquireOperation?(followUp: PaymentOperation, context: CallContext): Promise<Observation>
  readonly threeDSecure?: ThreeDSecure
  /** Sends money from accounts; absent = this bank takes only card payments. */
  readonly transferBank?: TransferBank
  /** Returns the bank's own record, for manual comparison. `orderId` names another order of the same bank account. Throws if there is no response. */
  lookUp?(attempt: LookedUp, context: CallContext, orderId?: string): Promise<BankOrder | 'not_found'>
}

/** All of it is public: it only grants access to the bank simulator. */
export interface DemoConfiguration {
  /** Code and name of the tenant's connector, its ConnectorType, and the configuration's own name. */
  readonly code: string
  readonly connectorName: string
  readonly type: string
  readonly name: string
  /** 200 and above: a payment gets there only by a rule or by extra_properties. */
  readonly priority: number
  readonly username?: string
  readonly terminalId?: string
  readonly storeId?: string
  readonly secrets: Readonly<Partial<Record<'apiKey' | 'secretKey' | 'password' | 'extraCredentials', string>>>
  /** Paths at the bank simulator. */
  readonly endpointPath: string
  readonly threeDSecurePath?: string
  readonly settings: Readonly<Record<string, string>>
}

export interface BankCodeMeaning {
  readonly storedCode: string
  readonly category: ErrorCategoryName
  /** Routing may try the fallback after it. */
  readonly mayTryFallback: boolean
}
