/** Decides which of the transfers sent together have sufficient funds, in the order given. Pure. */

interface RequestedDebit {
  readonly accountId: string
  /** Amount and expected fee in minor units. */
  readonly total: number
}

/** Returns true for each transfer with sufficient funds. An account without a ledger has none. */
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
