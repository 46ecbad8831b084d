/** An endpoint is data with one function: validation, OpenAPI, permissions, limits and idempotency all come from it. It is in one piece because it is one type and the types of its members. */
import type { Static, TSchema } from 'typebox'
import type { Phrase } from '../core/phrases/phrase.ts'
import type { Problem, ProblemCode } from '../core/problem.ts'
import type { Secret } from '../core/secret.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { Effect } from './effect.ts'
import type { Accountable, Step, StepsTaken } from './four-eyes.ts'
import type { LimitClass } from './limit-classes.ts'
import type { UnprovenLimit } from './unproven.ts'

export type { Pairs } from '../infra/http/urlencoded.ts'
export type { LimitClass } from './limit-classes.ts'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type SurfaceName = 'cards' | 'transfers' | 'fraud' | 'identity'
/** Products that a plan can include (docs/interface/identity.md#features). */
export const PRODUCTS = ['card_payments', 'recurring', 'checkout', 'transfers', 'fraud', 'reconciliation'] as const
export type Product = (typeof PRODUCTS)[number]

/** The caller, as the access token identifies it. */
export interface Principal {
  /** Slug of the realm that issued the token. */
  realm: string
  /** Owner of the realm's people, keys and audit entries: the tenant, or the platform itself. */
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
  /** Roles of a person that would apply with a second factor, and of an API key that would with an allow-list; absent = none. */
  withheldRoles?: ReadonlySet<string>
  /** Merchant of the token (claim merchant_id), null without one. */
  merchantId: string | null
  /** True when the key or user is bound to that merchant; false when it is merely the tenant's only active merchant. */
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
  /** The body as serialized text: a response stored under an idempotency key is sent byte for byte. */
  bodyText?: string
  /** The body as a file; `headers` name its content-type. */
  bytes?: Uint8Array
  /** The body as a file that is read while it is sent; `headers` name its content-type, and its content-length where it is known. What it throws cuts the response short. */
  stream?: AsyncIterable<Uint8Array>
  /** Sets Idempotent-Replayed. */
  isReplay?: boolean
  headers?: Record<string, string>
  /** The response contains a secret: `Cache-Control: no-store`, and sealed when it is stored under an idempotency key. */
  carriesSecret?: boolean
  /**
   * The value that the tag of a tagged operation is computed from. A GET leaves it out if that is the body; a write gives the replaced
   * value, unless `before` of its first change already is that.
   */
  tagged?: object
  /** Stored data that is not shown, such as a sealed value, and that is part of the tag as well. */
  taggedUnseen?: Buffer | null
  /** Changes made by the call, for the audit log: one entry each, in the same transaction. */
  change?: AuditedChange | readonly AuditedChange[]
}

/** Two states of one resource, as its operation returns it; secrets are masked where the entry is written. */
export interface AuditedChange {
  /** The resource type, as the interface names it: `merchant`, `api_key`, `user`, `routing_rule`. */
  readonly kind: string
  /** Null when the resource has no id, such as settings. */
  readonly id: string | null
  /** Null when the resource did not exist before. */
  readonly before: object | null
  /** Null when the resource was deleted. */
  readonly after: object | null
}
export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
export const noContent = (): Answer => ({ status: 204 })

/** Input of a handler. `params`, `query` and `body` are parsed, normalized and validated. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  params: P
  query: Q
  body: B
  /** Present on every operation whose role class is not `none`; reading it elsewhere is a programming error. */
  principal: Principal
  /** Tenant of the token; reading it with a token of the realm `master` is a programming error. */
  tenantId: string
  /** The merchant of this request (docs/interface/requests.md#merchant-of-a-request), or null: reads then cover the whole tenant. */
  merchantId: string | null
  correlationId: string
  /** The body's bytes exactly as received, for signatures over them; empty if there were none. */
  rawBody: Buffer
  /** The body as it comes in, where the endpoint streams it; empty elsewhere. */
  bodyStream: AsyncIterable<Uint8Array>
  /** Limit on a person who has not entered the password recently; null if it was entered, or is not required. */
  unproven: UnprovenLimit | null
  /** Set when the request carried a valid Idempotency-Key. */
  idempotencyKey: string | null
  request: RequestFacts
  runtime: Runtime
  /**
   * Runs the whole change in one transaction of the caller's realm. On a POST with an Idempotency-Key the key's claim and
   * the answer are rows of that same transaction. Call it once and return what it returns.
   */
  inTx: (work: (tx: Tx) => Promise<Answer>) => Promise<Answer>
  /**
   * Like inTx, but shares the transaction with other calls that arrive at the same time, for operations as frequent as payments:
   * `work` only inserts rows that no other transaction knows yet. It may be run again, in a separate transaction.
   */
  inSharedTx: (work: (tx: Tx) => Promise<Answer>) => Promise<Answer>
  /** Like inTx, for the rows of a tenant that the platform administers; the claim stays with the caller's realm. */
  inTxOf: (tenantId: string, work: (tx: Tx) => Promise<Answer>) => Promise<Answer>
  /**
   * Writes the audit entry of a step that commits before the response exists: call it as the last statement of the step's
   * transaction, which acts for the caller's realm. inTx then adds no entry, unless its response carries a change.
   */
  recordStep: (tx: Tx, change: AuditedChange) => Promise<void>
  /** Throws four_eyes_violation when the caller carried out another step of this resource than the endpoint's own; `isPlatformCounted` as in four-eyes.ts. */
  checkFourEyes: (what: Phrase, taken: StepsTaken, isPlatformCounted?: boolean) => void
  /** A read-only transaction (of the tenant): all its statements see one snapshot, so that a page and its total agree. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Like {@link read}, for pages of long lists: runs on a replica if there is one, with everything that was answered before. */
  readList: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
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
  /** Resource group of the surface, such as Payments. */
  tag: string
  /** Role class of the surface (access/permissions.ts); `any` = any valid token, `none` = no token. */
  allow: string
  /**
   * A write whose role class covers the whole tenant is refused to callers bound to one merchant. True for an operation that
   * stays within their merchant, or writes nothing.
   */
  isOpenToBound?: boolean
  /** Step of a four-eyes resource; `decide` and `send` must call {@link Call.checkFourEyes}. */
  fourEyes?: Step
  /**
   * Effect of a write. A write without one asks a person in the console for the password again; so does every step that decides or
   * sends, even if it has an effect here.
   */
  effect?: Effect
  /** Default: `plan`. */
  limit?: LimitClass
  /** Product that the tenant's plan must include; default: the product of the surface, on identity none. */
  product?: Product
  /** POST only, default true: takes Idempotency-Key. `own`: the handler stores key and response itself (payment writes). */
  idempotent?: boolean | 'own'
  /** The resource has an entity tag: a GET returns it, a write takes it in If-Match (access/pipeline/preconditions.ts). */
  isTagged?: boolean
  params?: P
  query?: Q
  /** Headers the handler reads itself from {@link Call.request}: listed for the documents, not checked. */
  headers?: TSchema
  /** Query names are compared without case, and these aliases are accepted: a lower-case spelling to its name in `query`. */
  queryAliases?: Readonly<Record<string, string>>
  /** Separate names for the two ends of a date range; `start_date` and `end_date`, the names of most lists, are accepted too. */
  dateRange?: readonly [from: string, to: string]
  body?: B
  /** Other spellings of members of the body, to their names in `body`; the listed name takes precedence when both are sent. */
  bodyAliases?: Readonly<Record<string, string>>
  /** Default: the platform's largest body, or largest form (infra/http/http-limits.ts). */
  bodyBytesMax?: number
  /** The whole body may be omitted. */
  isBodyOptional?: boolean
  /** Also takes application/x-www-form-urlencoded. */
  takesForm?: boolean
  /** The body is a file of one of these media types, passed on unread as {@link Call.rawBody}. */
  takesFile?: readonly string[]
  /** Used with takesFile: the file is not collected in memory; the handler reads {@link Call.bodyStream} and limits its size. */
  streamsFile?: boolean
  /** The body is a form whose fields another program chose: the handler receives its {@link Pairs} as sent. */
  readsForm?: boolean
  /** A page for browsers, not an operation: it is served, but not documented. */
  isPage?: boolean
  /** Moves money: unknown members of the body are refused, with the nearest known name. */
  movesMoney?: boolean
  /** 404 code of this operation when an id of the path is no uuid; default resource_not_found. */
  notFound?: ProblemCode
  /** Needs a merchant: 400 merchant_id_required without one. */
  needsMerchant?: boolean
  answers: Record<number, TSchema | null>
  /** Codes on top of the common ones (docs/interface/requests.md#common-errors). */
  errors?: readonly ProblemCode[]
  /** Adds members to the problems of this operation, such as `error` of RFC 6749. */
  shapeProblem?: (problem: Problem) => Problem
  handle: (call: Call<Static<P>, Static<Q>, Static<B>>) => Promise<Answer>
}

/** An endpoint whose types are already checked by {@link endpoint}; surfaces hold lists of these. */
// biome-ignore lint/suspicious/noExplicitAny: the list of a surface mixes endpoints of every shape
export type Endpoint = EndpointSpec<any, any, any>

export const endpoint = <P extends TSchema, Q extends TSchema, B extends TSchema>(
  spec: EndpointSpec<P, Q, B>,
): Endpoint => spec as unknown as Endpoint
