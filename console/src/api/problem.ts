/** What can go wrong with a call: the service refused it, or nobody was reached. */

export interface ProblemDocument {
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly correlation_id?: string
  /** What to do about it, in the language of the page. */
  readonly advice?: string
  /** Of precondition_failed: what is there now, its tag, and who changed it last. */
  readonly current?: object
  readonly etag?: string
  readonly changed_by?: string | null
  readonly changed_at?: string
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

/** The service answered with a problem document. */
export class Refused extends Error {
  readonly problem: ProblemDocument
  /** When to ask again, where the service says it. */
  readonly retryAfterMs: number | null
  constructor(problem: ProblemDocument, retryAfterMs: number | null = null) {
    super(problem.detail)
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }
}

/** No answer: the network, or something in between. Nobody knows whether a write arrived. */
export class Unreachable extends Error {}

export const problemOf = (error: unknown): ProblemDocument | null => (error instanceof Refused ? error.problem : null)

/** By the name of the field; what names no field of the form stays with the form. */
export const faultsByField = (error: unknown): Record<string, string> =>
  Object.fromEntries((problemOf(error)?.errors ?? []).map(({ field, message }) => [field, message]))

/** An answer that is no problem document of ours comes from something in between. */
export const toProblem = async (response: Response): Promise<Refused | Unreachable> => {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'code' in body)
    return new Refused(body as ProblemDocument, secondsOf(response) * 1_000 || null)
  return new Unreachable(`${response.status} without a problem document`)
}

const secondsOf = (response: Response): number => Number.parseInt(response.headers.get('retry-after') ?? '', 10)
