/** The addresses a key may be used from: single ones and CIDR ranges, IPv4 and IPv6, separated by commas. */
import ipaddr from 'ipaddr.js'
import { parseRange } from '../../core/ip-range.ts'

/** Characters of a whole list: some hundred entries. */
export const ALLOWED_IPS_MAX = 4_000

/** Returns true if the list names addresses and this is one of them. */
export const isAllowedIp = (allowedIps: string | null, address: string): boolean =>
  ipaddr.isValid(address) && listEntries(allowedIps).some((entry) => covers(entry, ipaddr.process(address)))

/** An empty list means: from everywhere. */
export const isEmptyList = (allowedIps: string | null): boolean => listEntries(allowedIps).length === 0

/**
 * The list as it is stored: each entry in its shortest spelling, a range by its first address, IPv4 never as IPv6, none
 * twice; null = from everywhere. `onBadEntry` throws for an entry that is no address and no range.
 */
export const toCanonicalList = (text: string, onBadEntry: (entry: string) => never): string | null => {
  if (text.trim() === '') return null
  // An empty entry is a typing error: read as "nothing", a list of commas would open the key to every address.
  const entries = text.split(',').map((entry) => canonicalEntry(entry.trim()) ?? onBadEntry(entry.trim()))
  return [...new Set(entries)].join(',')
}

/** Returns true if a list admits an address that the known one does not. An entry that two known ones cover together counts as wider. */
export const isWiderList = (currentList: string | null, wished: string | null): boolean => {
  const before = listEntries(currentList)
  if (before.length === 0) return false
  const after = listEntries(wished)
  return after.length === 0 || after.some((entry) => !before.some((other) => includes(other, entry)))
}

const includes = (written: string, other: string): boolean => {
  const [range, part] = [parseRange(written), parseRange(other)]
  return (
    range !== null &&
    part !== null &&
    range.first.kind() === part.first.kind() &&
    range.bits <= part.bits &&
    part.first.match([range.first, range.bits] as [ipaddr.IPv4, number])
  )
}

const listEntries = (allowedIps: string | null): string[] =>
  (allowedIps ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const covers = (written: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  const entry = canonicalEntry(written)
  // A broken entry covers nothing: it must never widen the list.
  if (entry === null) return false
  if (!entry.includes('/')) return entry === address.toString()
  const [range, bits] = ipaddr.parseCIDR(entry)
  return range.kind() === address.kind() && address.match([range, bits] as [ipaddr.IPv4, number])
}

const canonicalEntry = (entry: string): string | null => {
  const range = parseRange(entry)
  return range && (entry.includes('/') ? `${range.first}/${range.bits}` : range.first.toString())
}
