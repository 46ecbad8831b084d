/** Failures of a call: the service refused it, or no server was reached. */

export interface ProblemDocument {
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly correlation_id?: string
  /** Advice on how to proceed, in the language of the page. */
  readonly advice?: string
  /** For precondition_failed: the stored version, its tag, and who changed it last. */
  readonly current?: object
  readonly etag?: string
  readonly changed_by?: string | null
  readonly changed_at?: string
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

/** The service answered with a problem document. */
export class Refused extends Error {
  readonly problem: ProblemDocument
  /** When to try again, if the service states it. */
  readonly retryAfterMs: number | null
  constructor(problem: ProblemDocument, retryAfterMs: number | null = null) {
    super(problem.detail)
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }
}

/** No response came, because of the network or a proxy, so it is not known whether a write arrived. */
export class Unreachable extends Error {}

export const findProblem = (error: unknown): ProblemDocument | null => (error instanceof Refused ? error.problem : null)

/** Returns faults by field name; faults that name no field of the form are shown for the whole form. */
export const faultsByField = (error: unknown): Record<string, string> =>
  Object.fromEntries((findProblem(error)?.errors ?? []).map(({ field, message }) => [field, message]))

/** A response that is not one of our problem documents comes from a proxy in between. */
export const toProblem = async (response: Response): Promise<Refused | Unreachable> => {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'code' in body)
    return new Refused(body as ProblemDocument, secondsOf(response) * 1_000 || null)
  return new Unreachable(`${response.status} without a problem document`)
}

const secondsOf = (response: Response): number => Number.parseInt(response.headers.get('retry-after') ?? '', 10)
