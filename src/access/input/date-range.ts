/** One pair of names for ranges of dates on every list, beside those the interface gives a list. */
import type { Endpoint } from '../endpoint.ts'

const COMMON_RANGE = ['start_date', 'end_date'] as const

/** Common name to the list's own; empty where the list has no other names. */
export const dateRangeAliases = ({ dateRange }: Endpoint): Readonly<Record<string, string>> =>
  dateRange === undefined ? {} : { [COMMON_RANGE[0]]: dateRange[0], [COMMON_RANGE[1]]: dateRange[1] }
