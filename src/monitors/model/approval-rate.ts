/** When the approval rate of a bank has dropped. Pure. */

export interface Counted {
  readonly approved: number
  readonly declined: number
}

export interface DropRule {
  /** Points of a hundred by which it has to be lower. */
  readonly points: number
  /** Decided payments below which a rate says nothing, in the hour and in the hours it is compared with. */
  readonly least: number
}

interface Drop {
  /** Percent, with one decimal. */
  readonly rate: number
  readonly usual: number
  readonly payments: number
}

const decided = ({ approved, declined }: Counted): number => approved + declined
const rateOf = (counted: Counted): number => (counted.approved * 100) / decided(counted)
const shown = (rate: number): number => Math.round(rate * 10) / 10

/** Returns whether it may have dropped, without knowing what is usual: a rate cannot be usual above a hundred. */
export const mayHaveDropped = (now: Counted, { points, least }: DropRule): boolean =>
  decided(now) >= least && rateOf(now) <= 100 - points

/** `now`: of the last hour; `before`: of the same hour of the seven days before, together. */
export const findDrop = (now: Counted, before: Counted, rule: DropRule): Drop | null => {
  if (!mayHaveDropped(now, rule) || decided(before) < rule.least) return null
  // Whole numbers: now.approved / now.decided <= before.approved / before.decided - points / 100.
  const isLower =
    100 * now.approved * decided(before) <= decided(now) * (100 * before.approved - rule.points * decided(before))
  return isLower ? { rate: shown(rateOf(now)), usual: shown(rateOf(before)), payments: decided(now) } : null
}
