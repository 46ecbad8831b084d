/** Windows of velocity: their lengths, and the sums per second, minute and hour that make them up. */

export const WINDOWS_S = { '10m': 600, '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const
export type WindowName = keyof typeof WINDOWS_S
export const LONGEST_WINDOW_S = WINDOWS_S['30d']

/** Lower ends of the age buckets between one window and the next: the bucket of an age is how many of these it has reached. */
export const AGE_BUCKETS_S: readonly number[] = [600, 3_600, 86_400, 604_800]
export const toAgeBucket = (windowS: number): number => AGE_BUCKETS_S.filter((end) => end < windowS).length

/**
 * A check is drafted before it is counted, by the clock of its own process: something counted earlier may have a
 * later second. A time further ahead comes from a clock that was set back since, and does not count.
 */
export const CLOCK_SKEW_S = 60

export const isInWindow = (at: number, nowS: number, windowS: number): boolean =>
  at > nowS - windowS && at <= nowS + CLOCK_SKEW_S

/** Widths of the sums, in seconds. */
const BUCKET_WIDTHS_S: readonly number[] = [3_600, 60, 1]

/** Sums of one width whose start is at least `from` and below `to`. */
export interface BucketRange {
  readonly widthS: number
  readonly from: number
  readonly to: number
}

/** The fewest sums that make up the seconds from `from` up to but not including `to`. */
export const cutBucketRanges = (
  from: number,
  to: number,
  levels: readonly number[] = BUCKET_WIDTHS_S,
): BucketRange[] => {
  const [levelS, ...finer] = levels
  if (from >= to || levelS === undefined) return []
  const first = Math.ceil(from / levelS) * levelS
  const last = Math.floor(to / levelS) * levelS
  if (first >= last) return cutBucketRanges(from, to, finer)
  return [
    ...cutBucketRanges(from, first, finer),
    { widthS: levelS, from: first, to: last },
    ...cutBucketRanges(last, to, finer),
  ]
}
