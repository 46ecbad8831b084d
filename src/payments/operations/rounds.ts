/** Splits rows into rounds, because one update of a payment can take only one step. */
export const splitIntoRounds = <Row extends { payment_id: string }>(rows: readonly Row[]): Row[][] => {
  const rounds: Row[][] = []
  const taken = new Map<string, number>()
  for (const row of rows) {
    const at = taken.get(row.payment_id) ?? 0
    taken.set(row.payment_id, at + 1)
    const round = rounds[at] ?? []
    round.push(row)
    rounds[at] = round
  }
  return rounds
}
