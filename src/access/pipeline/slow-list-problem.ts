/** Builds the problem of a list that timed out in the database: it names the range to narrow. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { isStatementTimeout } from '../../infra/database/database-errors.ts'
import type { Endpoint, SurfaceName } from '../endpoint.ts'
import { rangeNames, rangeProblemCode } from '../input/query-ranges.ts'

/** Returns undefined for any other error, and for an operation that no range makes faster. */
export const slowListProblem = (surface: SurfaceName, spec: Endpoint, error: unknown): Problem | undefined => {
  if (spec.method !== 'GET' || !isStatementTimeout(error)) return undefined
  const names = timeRangeNames(spec)
  if (names.length === 0) return undefined
  return new Problem(rangeProblemCode(surface), {
    detail: phrase`This list takes longer than a request may: choose a narrower range by ${names.join(', ')}.`,
    errors: names.map((field) => ({ field, code: 'out_of_range', message: phrase`choose a narrower range` })),
  })
}

const timeRangeNames = (spec: Endpoint): string[] => {
  const members = (spec.query?.properties ?? {}) as Record<string, { format?: string }>
  return rangeNames(spec).filter((name) => members[name]?.format === 'date-time' || members[name]?.format === 'date')
}
