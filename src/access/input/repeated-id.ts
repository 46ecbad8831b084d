/** The id that a body may repeat: clients send back the record as they have read it. */
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'

/** Throws if the body names another record than the path does. */
export const checkRepeatedId = (body: { readonly id?: string }, params: { readonly id: string }): void => {
  if (body.id !== undefined && body.id.toLowerCase() !== params.id.toLowerCase())
    throw fieldProblem('id', 'mismatch', phrase`must be the id of the path, or be left out`)
}
