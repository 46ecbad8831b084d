/** Finds the BIN range of a card number; a range of eight digits wins over one of seven, and that over one of six. */
import type { BankBin } from './reference-store.ts'

const LENGTHS = [8, 7, 6]

export type BinIndex = (digits: string) => BankBin | undefined

/** `ranges` must be in order of bin_start; ranges of one length do not overlap. Inactive ones are not found. */
export const indexBins = (ranges: readonly BankBin[]): BinIndex => {
  const byLength = LENGTHS.map((length) => ({
    length,
    ranges: ranges.filter((range) => range.is_active && range.bin_start.length === length),
  })).filter((group) => group.ranges.length > 0)
  return (digits) => {
    for (const { length, ranges } of byLength) {
      if (digits.length < length) continue
      const found = covering(ranges, digits.slice(0, length))
      if (found) return found
    }
    return undefined
  }
}

/** Only the last range that starts at or before the prefix can cover it. */
const covering = (ranges: readonly BankBin[], prefix: string): BankBin | undefined => {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.bin_start <= prefix) low = middle + 1
    else high = middle
  }
  const range = ranges[low - 1]
  return range !== undefined && prefix <= range.bin_end ? range : undefined
}
