/** Ranges of days of a list's filters. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { SettlementFilters } from './settlement-schemas.ts'

/** Reversed ranges are a mistake of the caller, not an empty list. */
export const checkDays = (query: SettlementFilters): void => {
  const ranges = [
    ['start_date', 'end_date'],
    ['period_start_from', 'period_start_to'],
  ] as const
  for (const [from, to] of ranges) {
    const [first, last] = [query[from], query[to]]
    if (first !== undefined && last !== undefined && first > last)
      throw new Problem('validation_failed', {
        detail: phrase`${from} is after ${to}; swap them.`,
        errors: [{ field: from, code: 'out_of_range', message: phrase`must not be after ${to}` }],
      })
  }
}
