/** The parts that the folder of a gateway hands to the kit, which makes a connector of them. */
import type { Attempt, Configuration, Observation, Outcome, PaymentOperation, ThreeDModel } from '../attempt.ts'
import type { BankOrder } from '../bank-order.ts'
import type { CodeTable } from '../codes/code-table.ts'
import type { ConfigurationFault, Connector } from '../port.ts'
import type {
  Authentication,
  ChallengeOutcome,
  ChallengeStart,
  ConfirmedCallback,
  PendingChallenge,
  ThreeDSecure,
} from '../three-d-secure.ts'
import type { Dialect, LoggedNames, Tree } from '../transport/message.ts'
import type { Fields } from './callback.ts'
import type { NoAnswer, Unfound } from './observation.ts'
import type { RequiredSettings } from './settings.ts'

/** `Account`: the credentials of one configuration. */
export interface Gateway<Account> extends Pick<Connector, 'family' | 'types' | 'code' | 'capabilities' | 'demo'> {
  readonly codes: CodeTable
  readonly dialect: Dialect
  readonly requires: RequiredSettings
  /** Faults of a configuration other than a missing member. */
  checkSettings?(configuration: Configuration): readonly ConfigurationFault[]
  /** Returns undefined if the configuration lacks something: then nothing is sent. */
  account(configuration: Configuration): Account | undefined
  /** Members that every request has, such as credentials and its time. */
  envelope?(account: Account, content: Tree, nowMs: number): Tree
  /** Headers that sign a request; `path` is that of its message. */
  headers?(account: Account, request: { readonly url: string; readonly path: string; readonly body: Buffer }): Fields
  orderId(of: { readonly reference: string }): string

  payment(attempt: Attempt, account: Account): Message
  operation?(followUp: PaymentOperation, account: Account): Message
  /** Where one message, or its unchanged answer, does not do: takes the place of `operation`. */
  operate?(bank: Bank<Account>, followUp: PaymentOperation): Promise<Outcome>
  outcome(answer: Tree, orderId: string): Outcome
  /** Where the answer to any charge proves more than other answers. Default: `outcome`. */
  readonly charged?: ReadCharge<Account>

  inquire(bank: Bank<Account>, attempt: Attempt): Promise<Observation>
  inquireOperation?(bank: Bank<Account>, followUp: PaymentOperation): Promise<Observation>
  reverse?(bank: Bank<Account>, attempt: Attempt): Promise<'reversed' | 'nothing_there' | 'no_answer'>
  lookUp?(bank: Bank<Account>, attempt: Attempt, orderId: string): Promise<BankOrder | Unfound>
  readonly threeD?: GatewayThreeD<Account>
}

export interface Message {
  readonly content: Tree
  /** The other address of the configuration. Default: `api_endpoint_url`. */
  readonly at?: 'three_d_secure_endpoint_url'
  /** Goes to the end of the configured address. */
  readonly path?: string
  /** A question that has no body. Default: POST. */
  readonly method?: 'GET'
  /** Where the gateway speaks another dialect than in its other messages. */
  readonly dialect?: Dialect
  /** Headers of this message; they are not logged. */
  readonly headers?: Fields
}

export type Write<Account> = (account: Account) => Message

/** One configuration's line to its bank, for the time of one call. */
export interface Bank<Account> {
  /** Platform clock. */
  nowMs(): number
  /** Moves money. `read` replaces the `outcome` of the gateway. */
  send(write: Write<Account>, orderId: string, read?: ReadOutcome<Account>): Promise<Outcome>
  /** Moves no money; `read` is called with an answer in the dialect of the gateway. */
  ask<Read>(write: Write<Account>, read: (answer: Tree) => Read): Promise<Read | NoAnswer>
}

type ReadOutcome<Account> = (answer: Tree, account: Account) => Outcome

export interface GatewayThreeD<Account> {
  /** Returns the form for the browser; a gateway that has to be asked before asks its bank. */
  form(
    account: Account,
    start: ChallengeStart,
    model: ThreeDModel | undefined,
    bank: Bank<Account>,
  ): BrowserForm | Promise<BrowserForm | Exclude<ChallengeOutcome, { kind: 'challenge' }>>
  /** Fields of the form that the request log keeps. */
  readonly kept: LoggedNames
  verify: ThreeDSecure['verify']
  /** Asks what a callback means that `verify` found unsigned. */
  confirm?(bank: Bank<Account>, fields: Fields, challenge: PendingChallenge): Promise<ConfirmedCallback>
  /** The charge after a challenge. */
  authenticated(attempt: Attempt, authentication: Authentication, account: Account): Message
  /**
   * Models in which a shopper could change a term of the payment in the form, because no hash of the bank shows it: an approval
   * counts once the record of the bank shows the payment with our amount and currency.
   */
  readonly confirms?: readonly ThreeDModel[]
  /** Where the answer to a charge after a challenge proves more than one to another. Default: `charged` of the gateway. */
  readonly charged?: ReadCharge<Account>
}

type ReadCharge<Account> = (answer: Tree, account: Account, attempt: Attempt) => Outcome

interface BrowserForm {
  /** Default: the address of the configuration. */
  readonly action?: string
  readonly fields: Fields
  readonly state: Fields
}
