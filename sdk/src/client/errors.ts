/** Errors that a call may throw: a problem document of the service, or the lack of any response. */
import type { FieldError, Problem } from '../generated/cards.ts'
import type { ErrorStatus } from '../generated/error-codes.ts'

export class VezneError extends Error {
  override readonly name: string = 'VezneError'
  /** The code of the problem document; new codes may be added. */
  readonly code: string
  readonly status: number
  /** Key of the trace; give it to support. */
  readonly correlationId: string
  /** Faults by member of the request. */
  readonly fields: readonly FieldError[]
  /**
   * The reason, if it is more specific than `code`: for `bank_declined` such as do_not_honor or insufficient_funds. New
   * values may be added.
   */
  readonly errorCode: string | undefined
  /** The bank's own code, if it declined. */
  readonly providerErrorCode: string | undefined
  /** Id of the payment, if a payment write stored one. */
  readonly transactionId: string | undefined
  /** For `connector_unavailable`: what is unavailable, such as bank or database. New values may be added. */
  readonly dependency: string | undefined
  /** Seconds to wait after a 429. */
  readonly retryAfter: number | undefined
  /** For a write: after a 5xx, repeating the call with the same key continues what was begun. */
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

/**
 * No response came, because of a network fault or timeout. A write with an Idempotency-Key may safely be repeated with
 * the same key.
 */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError'
  readonly code = 'no_answer'
  readonly correlationId: string
  /** Repeat the call with the same key; it has no second effect. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, correlationId: string, idempotencyKey: string | undefined, cause: unknown) {
    super(`${message} (${correlationId})`, { cause })
    this.correlationId = correlationId
    this.idempotencyKey = idempotencyKey
  }
}

/** A VezneError whose code determines its status: `if (isProblem(error)) switch (error.code)`. */
export type ProblemError = {
  [C in keyof ErrorStatus]: VezneError & { readonly code: C; readonly status: ErrorStatus[C] }
}[keyof ErrorStatus]

export const isProblem = (error: unknown): error is ProblemError => error instanceof VezneError
