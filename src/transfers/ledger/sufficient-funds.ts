/** Which of the transfers that are sent together find cover: in the order they were named, each as long as the money lasts. Pure. */

interface RequestedDebit {
  readonly accountId: string
  /** Amount and expected fee, minor units. */
  readonly total: number
}

/** True per transfer that is covered. An account without books covers nothing. */
export const haveSufficientFunds = (
  available: ReadonlyMap<string, number>,
  wanted: readonly RequestedDebit[],
): boolean[] => {
  const left = new Map(available)
  return wanted.map(({ accountId, total }) => {
    const rest = (left.get(accountId) ?? 0) - total
    if (rest < 0) return false
    left.set(accountId, rest)
    return true
  })
}
