/** Ranges of a list's filters: the names of their ends in the query, and the checks of their values. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { Endpoint, SurfaceName } from '../endpoint.ts'

/** One pair of names for date ranges on every list, in addition to the names that the interface gives a list. */
const COMMON_RANGE = ['start_date', 'end_date'] as const

/** Common name to the list's own; empty where the list has no other names. */
export const dateRangeAliases = ({ dateRange }: Endpoint): Readonly<Record<string, string>> =>
  dateRange === undefined ? {} : { [COMMON_RANGE[0]]: dateRange[0], [COMMON_RANGE[1]]: dateRange[1] }

/** Query names that bound a range, such as start_date. */
export const rangeNames = (spec: Endpoint): string[] =>
  Object.keys((spec.query?.properties ?? {}) as object).filter((name) =>
    /(?:^|_)(?:from|to|min|max|start|end)(?:_|$)/.test(name),
  )

/** Problem code for a range that is reversed or too wide. */
export const rangeProblemCode = (surface: SurfaceName): ProblemCode =>
  surface === 'transfers' ? 'invalid_filter' : 'validation_failed'

export interface Range {
  readonly from: string
  readonly to: string
}

const ENDS = [
  [/(?<=^|_)from(?=_|$)/, 'to'],
  [/(?<=^|_)start(?=_|$)/, 'end'],
  [/(?<=^|_)min(?=_|$)/, 'max'],
] as const

/** The pairs of them: a name with `from`, `start` or `min`, and the same name with the other word. */
export const listRanges = (spec: Endpoint): Range[] => {
  const names = rangeNames(spec)
  return names.flatMap((from) => {
    const to = ENDS.map(([word, end]) => from.replace(word, end)).find((each) => each !== from && names.includes(each))
    return to === undefined ? [] : [{ from, to }]
  })
}

/** A reversed range is a mistake of the caller, not an empty list. `sentAs`: the name in the caller's own spelling. */
export const checkRanges = (
  ranges: readonly Range[],
  values: Readonly<Record<string, unknown>>,
  surface: SurfaceName,
  sentAs: (name: string) => string = (name) => name,
): void => {
  for (const { from, to } of ranges) {
    const [low, high] = [toNumber(values[from]), toNumber(values[to])]
    if (!(low > high)) continue
    const [lowName, highName] = [sentAs(from), sentAs(to)]
    throw new Problem(rangeProblemCode(surface), {
      detail: phrase`${lowName} is above ${highName}; swap them.`,
      errors: [{ field: lowName, code: 'out_of_range', message: phrase`must not be above ${highName}` }],
    })
  }
}

/** Days and times as ms; NaN, which is above nothing, where the end is open. */
const toNumber = (end: unknown): number => (typeof end === 'string' ? Date.parse(end) : Number(end ?? Number.NaN))
