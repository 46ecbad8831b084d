/** An endpoint is data with one function: validation, OpenAPI, permissions, limits and idempotency all come from it. */
import type { Static, TSchema } from 'typebox'
import type { Problem, ProblemCode } from '../core/problem.ts'
import type { Secret } from '../core/secret.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { Accountable, Step, StepsTaken } from './four-eyes.ts'

export type { Pairs } from '../infra/http/urlencoded.ts'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type SurfaceName = 'cards' | 'transfers' | 'fraud' | 'identity'
/** Limits taken on top of the organization's bucket; figures in access/limits/rate-limiter.ts. */
export type LimitClass =
  | 'plan'
  | 'token'
  | 'refresh'
  | 'validation'
  | 'lookups'
  | 'subscription_management'
  | 'bulk_transfer'
  | 'none'

/** What a plan can open (contract/identity 7.2). */
export const PRODUCTS = ['card_payments', 'recurring', 'checkout', 'transfers', 'fraud', 'reconciliation'] as const
export type Product = (typeof PRODUCTS)[number]

/** Who calls, as the access token says. */
export interface Principal {
  /** Slug of the realm that issued the token. */
  realm: string
  /** Whose rows the realm's people, keys and audit entries are: the tenant, or the platform itself. */
  realmId: string
  /** Null in the realm `master`. */
  tenantId: string | null
  /** Token `sub`: user or client id; the actor of the audit log. */
  subject: string
  /** The people behind the actor, whom four-eyes rules compare (access/four-eyes.ts). */
  accountable: Accountable
  /** A second person has to confirm the credential before it decides, sends or approves. */
  needsConfirmation: boolean
  clientId: string
  roles: ReadonlySet<string>
  /** Roles of a person that would count with a second factor; absent = none. */
  withheldRoles?: ReadonlySet<string>
  /** Merchant of the token (claim merchant_id), null when it names none. */
  merchantId: string | null
  /** True when the key or user is bound to that merchant; false when it only is the tenant's one active merchant. */
  isMerchantBound: boolean
  /** Limits of the API key itself, below those of the tenant's plan; null = it has none. */
  ownLimits: OwnLimits
}

interface OwnLimits {
  /** Payments and transfers a day. */
  readonly daily: number | null
  readonly monthly: number | null
  readonly ratePerSecond: number | null
}

export interface Answer {
  status: number
  body?: unknown
  /** The body as text already: an answer kept under an idempotency key is sent byte for byte. */
  bodyText?: string
  /** The body as a file; `headers` name its content-type. */
  bytes?: Uint8Array
  /** Sets Idempotent-Replayed. */
  isReplay?: boolean
  headers?: Record<string, string>
  /** The answer shows a secret: `Cache-Control: no-store`, and sealed when it is kept under an idempotency key. */
  carriesSecret?: boolean
  /** What the call did to our own rows, for the audit log: an entry of the same transaction. */
  change?: AuditedChange | readonly AuditedChange[]
}

/** Two states of one thing, as its operation shows it; secrets are masked where the entry is written. */
export interface AuditedChange {
  /** What it is, in the words of the contract: `merchant`, `api_key`, `user`, `routing_rule`. */
  readonly kind: string
  /** Null where it has none, such as settings. */
  readonly id: string | null
  /** Null: it was not there. */
  readonly before: object | null
  /** Null: it is gone. */
  readonly after: object | null
}
export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
export const noContent = (): Answer => ({ status: 204 })

/** What a handler gets. `params`, `query` and `body` are parsed, folded and trusted. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  /** Present on every operation whose role class is not `none`; reading it there is an error of ours. */
  principal: Principal
  /** Tenant of the token; reading it with a token of the realm `master` is an error of ours. */
  tenantId: string
  /** The merchant of this request (contract/README 7), or null: reads then cover the whole tenant. */
  merchantId: string | null
  correlationId: string
  /** The body's bytes as they were sent, for signatures over them; empty when there were none. */
  rawBody: Buffer
  /** Set when the request carried a valid Idempotency-Key. */
  idempotencyKey: string | null
  request: RequestFacts
  runtime: Runtime
  /**
   * Runs the whole change in one transaction of the caller's realm. On a POST with an Idempotency-Key the key's claim and
   * the answer are rows of that same transaction. Call it once and return what it returns.
   */
  inTx: (work: (tx: Tx) => Promise<Answer>) => Promise<Answer>
  /** The same for the rows of a tenant the platform administers; the claim stays with the caller's realm. */
  inTxOf: (tenantId: string, work: (tx: Tx) => Promise<Answer>) => Promise<Answer>
  /**
   * An entry of the audit log for a step that commits before there is an answer: the last statement of its transaction, which
   * acts for the caller's realm. inTx then adds none of its own, unless its answer tells a change.
   */
  recordStep: (tx: Tx, change: AuditedChange) => Promise<void>
  /** Throws four_eyes_violation when the caller carried out another step of this resource than the endpoint's own. */
  checkFourEyes: (what: string, taken: StepsTaken) => void
  /** A transaction for reading (of the tenant): all its statements see one moment, so that a page and its total agree. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export interface RequestFacts {
  method: string
  /** Path with values, without the query. */
  path: string
  /** Path and query as sent. */
  url: string
  /** Address of the peer, or of the client behind a trusted proxy. */
  clientAddress: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Real time at which the request arrived, ms. */
  arrivedAt: number
  authorization?: Secret
}

export interface EndpointSpec<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema> {
  method: Method
  /** Fastify form: /api/v1/payments/:transaction_id */
  path: string
  /** One line for the API reference. */
  summary: string
  /** Longer text for the API reference, Markdown. */
  description?: string
  /** Resource group of the contract, such as Payments. */
  tag: string
  /** Role class of the surface (access/permissions.ts); `any` = any valid token, `none` = no token. */
  allow: string
  /**
   * A write whose role class reaches the whole tenant is refused to callers bound to one merchant. True: this one keeps itself to
   * their merchant, or writes nothing.
   */
  isOpenToBound?: boolean
  /** Which step of a four-eyes resource this is; `decide` and `send` must ask {@link Call.checkFourEyes}. */
  fourEyes?: Step
  /** Default: `plan`. */
  limit?: LimitClass
  /** What the tenant's plan must contain; default: the product of the surface, on identity none. */
  product?: Product
  /** POST only, default true: takes Idempotency-Key. `own`: the handler keeps key and answer itself (payment writes). */
  idempotent?: boolean | 'own'
  params?: P
  query?: Q
  /** Headers the handler reads itself from {@link Call.request}: listed for the documents, not checked. */
  headers?: TSchema
  /** Query names are compared without case, and these count as well: a lower-case spelling to its name in `query`. */
  queryAliases?: Readonly<Record<string, string>>
  body?: B
  /** Other spellings of members of the body, to their names in `body`; the listed name counts when both are sent. */
  bodyAliases?: Readonly<Record<string, string>>
  /** Default: the platform's largest body, or largest form (infra/http/http-limits.ts). */
  bodyBytesMax?: number
  /** The whole body may be left out. */
  isBodyOptional?: boolean
  /** Also takes application/x-www-form-urlencoded. */
  takesForm?: boolean
  /** The body is a form whose fields another program chose: the handler gets its {@link Pairs} as they were sent. */
  readsForm?: boolean
  /** A page for browsers, not an operation: it is served, and left out of the documents. */
  isPage?: boolean
  /** Moves money: unknown members of the body are refused, with the nearest known name. */
  movesMoney?: boolean
  /** 404 code of this operation when an id of the path is no uuid; default resource_not_found. */
  notFound?: ProblemCode
  /** Needs a merchant: 400 merchant_id_required without one. */
  needsMerchant?: boolean
  answers: Record<number, TSchema | null>
  /** Codes on top of the common ones (contract/README 19.3). */
  errors?: readonly ProblemCode[]
  /** Gives the problems of this operation members of their own, such as `error` of RFC 6749. */
  shapeProblem?: (problem: Problem) => Problem
  handle: (call: Call<Static<P>, Static<Q>, Static<B>>) => Promise<Answer>
}

/** An endpoint whose types are already checked by {@link endpoint}; surfaces hold lists of these. */
// biome-ignore lint/suspicious/noExplicitAny: the list of a surface mixes endpoints of every shape
export type Endpoint = EndpointSpec<any, any, any>

export const endpoint = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  spec: EndpointSpec<P, Q, B>,
): Endpoint => spec as unknown as Endpoint
