/** A caller's mistake or an expected refusal, as the interface returns it: application/problem+json (RFC 9457). */
import { maskCardNumbers } from './card-numbers-in-text.ts'
import { ERROR_CODES, type ProblemCode } from './error-codes.ts'
import { constantPhrase, type Phrase, phrase } from './phrases/phrase.ts'

export type { ProblemCode } from './error-codes.ts'

export type FieldCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_format'
  | 'unknown_value'
  | 'out_of_range'
  | 'too_long'
  | 'too_short'
  | 'too_many_items'
  | 'too_few_items'
  | 'mismatch'
  | ProblemCode

/** One fault of the input. `field` is a dotted path (items[3].recipient.iban) or the name of a query parameter. */
export interface FieldError {
  field: string
  code: FieldCode
  message: Phrase
}

/** Dependencies that a {@link Problem} reports as unavailable: `fraud` means the rules; `payment` another step of the same payment in progress. */
export const DEPENDENCIES = ['bank', 'database', 'fraud', 'payment'] as const
export type Dependency = (typeof DEPENDENCIES)[number]

interface ProblemExtras {
  /** Text for people: what was wrong and how to fix it. Never carries card data or secrets. */
  detail?: Phrase
  errors?: FieldError[]
  provider_error_code?: string
  /** The finer code of a failed payment write (docs/interface/cards.md#write-results). */
  error_code?: string
  transaction_id?: string
  /** For connector_unavailable, which means a bank if it is absent. */
  dependency?: Dependency
  /** Members that only some operations have, such as checks of the health report. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly extras: ProblemExtras
  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    super(String(extras.detail ?? ERROR_CODES[code].detail))
    this.code = code
    this.status = ERROR_CODES[code].status
    this.extras = extras
  }

  /** Text for people. */
  get said(): Phrase {
    return this.extras.detail ?? constantPhrase(ERROR_CODES[this.code].detail)
  }
}

/** Refuses one field of a request. */
export const fieldProblem = (field: string, code: FieldCode, message: Phrase): Problem =>
  new Problem('bad_request', { detail: phrase`${field}: ${message}`, errors: [{ field, code, message }] })

export interface ProblemContext {
  readonly errorsBase: string
  readonly instance: string
  readonly correlationId: string
}

/** The phrases become texts once the body is written as JSON. */
export interface ProblemBody {
  type: string
  title: string
  status: number
  code: string
  detail: Phrase
  errors?: FieldError[]
  instance: string
  correlation_id: string
  [member: string]: unknown
}

/** Builds the body of a problem response. Names of members are the caller's, and may hold text that a log must not. */
export const problemBody = (problem: Problem, context: ProblemContext): ProblemBody => {
  const { errors, provider_error_code, error_code, transaction_id, dependency, extra } = problem.extras
  return {
    type: `${context.errorsBase}/${problem.code}`,
    title: ERROR_CODES[problem.code].title,
    status: problem.status,
    code: problem.code,
    detail: problem.said.withTexts(maskCardNumbers),
    instance: maskCardNumbers(context.instance),
    correlation_id: context.correlationId,
    ...(error_code === undefined ? {} : { error_code }),
    ...(provider_error_code === undefined ? {} : { provider_error_code }),
    ...(errors === undefined ? {} : { errors: errors.map(masked) }),
    ...(transaction_id === undefined ? {} : { transaction_id }),
    ...(problem.code === 'connector_unavailable' ? { dependency: dependency ?? 'bank' } : {}),
    ...extra,
  }
}

const masked = ({ field, code, message }: FieldError): FieldError => ({
  field: maskCardNumbers(field),
  code,
  message: message.withTexts(maskCardNumbers),
})
