/** The call that waits for the outcome of a payment; or a job, for which no caller waits. */
import type { RequestFacts } from '../../access/endpoint.ts'

export interface Caller {
  /** Named by the problem of a failure. */
  readonly path: string
  /** Real time in ms; null if no caller waits. */
  readonly arrivedAt: number | null
  /** The same request may come again, so an unsent payment waits for it. */
  readonly isRepeatable: boolean
  /** Header that says in which language a shopper reads. */
  readonly acceptLanguage?: string | string[] | undefined
}

export const toCaller = (
  { path, arrivedAt, headers }: Pick<RequestFacts, 'path' | 'arrivedAt' | 'headers'>,
  isRepeatable = false,
): Caller => ({ path, arrivedAt, isRepeatable, acceptLanguage: headers['accept-language'] })

export const noCaller = (path: string): Caller => ({ path, arrivedAt: null, isRepeatable: false })
