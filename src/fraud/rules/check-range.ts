/** A reversed range in a list filter is the caller's mistake, not an empty list. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

/** Times as texts, or numbers. */
export const checkRange = <Query>(query: Query, from: keyof Query & string, to: keyof Query & string): void => {
  const [low, high] = [query[from], query[to]].map((end) => (typeof end === 'string' ? Date.parse(end) : Number(end)))
  if (!(Number(low) > Number(high))) return
  throw new Problem('validation_failed', {
    detail: phrase`${from} is above ${to}; swap them.`,
    errors: [{ field: from, code: 'out_of_range', message: phrase`must not be above ${to}` }],
  })
}
