/** What a call may throw: a problem document of the service, or the lack of any answer. */
import type { FieldError, Problem } from '../generated/cards.ts'
import type { ErrorStatus } from '../generated/error-codes.ts'

export class VezneError extends Error {
  override readonly name: string = 'VezneError'
  /** The code of the problem document; new ones may appear. */
  readonly code: string
  readonly status: number
  /** Key of the trace; give it to support. */
  readonly correlationId: string
  /** What was wrong with which member of the request. */
  readonly fields: readonly FieldError[]
  /** Why, where it is finer than `code`: of `bank_declined` such as do_not_honor or insufficient_funds. New ones may appear. */
  readonly errorCode: string | undefined
  /** The bank's own code, of a decline. */
  readonly providerErrorCode: string | undefined
  /** Of a payment write that stored a payment. */
  readonly transactionId: string | undefined
  /** Of `connector_unavailable`: what is away, such as bank or database. New ones may appear. */
  readonly dependency: string | undefined
  /** Seconds to wait, of 429. */
  readonly retryAfter: number | undefined
  /** Of a write: after a 5xx the same call with the same key goes on with what was begun. */
  readonly idempotencyKey: string | undefined
  readonly problem: Problem

  constructor(problem: Problem, retryAfter?: number, idempotencyKey?: string) {
    super(`${problem.code}: ${problem.detail} (${problem.correlation_id})`)
    this.code = problem.code
    this.status = problem.status
    this.correlationId = problem.correlation_id
    this.fields = problem.errors ?? []
    this.errorCode = problem.error_code ?? undefined
    this.providerErrorCode = problem.provider_error_code ?? undefined
    this.transactionId = problem.transaction_id ?? undefined
    this.dependency = problem.dependency ?? undefined
    this.retryAfter = retryAfter
    this.idempotencyKey = idempotencyKey
    this.problem = problem
  }
}

/** No answer came: network fault or time-out. Of a write with an Idempotency-Key the same call with the same key is safe. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError'
  readonly code = 'no_answer'
  readonly correlationId: string
  /** Send it again with the same key: it does nothing twice. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, correlationId: string, idempotencyKey: string | undefined, cause: unknown) {
    super(`${message} (${correlationId})`, { cause })
    this.correlationId = correlationId
    this.idempotencyKey = idempotencyKey
  }
}

/** A VezneError whose code says its status: `if (isProblem(error)) switch (error.code)`. */
export type ProblemError = {
  [C in keyof ErrorStatus]: VezneError & { readonly code: C; readonly status: ErrorStatus[C] }
}[keyof ErrorStatus]

export const isProblem = (error: unknown): error is ProblemError => error instanceof VezneError
