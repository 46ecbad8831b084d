/** Positions in the server's log, as PostgreSQL writes them, and the ends of its timelines. */

/** A place in the log of one server and its successors. */
export interface LogPosition {
  /** The system identifier of the cluster. */
  readonly system: string
  readonly timeline: number
  readonly position: bigint
}

/** Parses a text such as 16/B374D848. */
export const parsePosition = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const positionText = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()

/**
 * Returns how far a timeline contains the log of an earlier one, by its history file, which has a line for each
 * predecessor. Returns 0 if it does not descend from it.
 */
export const findKeptPosition = (history: string, timeline: number): bigint => {
  const line = history
    .split('\n')
    .map((each) => each.trim().split(/\s+/))
    .find(([number]) => Number(number) === timeline)
  return line?.[1] === undefined ? 0n : parsePosition(line[1])
}
