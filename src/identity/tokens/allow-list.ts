/** The addresses a key may be used from: single ones and CIDR ranges, IPv4 and IPv6, separated by commas. */
import ipaddr from 'ipaddr.js'

/** True when the list names addresses and this is one of them. */
export const isListed = (allowedIps: string | null, address: string): boolean =>
  ipaddr.isValid(address) && entriesOf(allowedIps).some((entry) => covers(entry, ipaddr.process(address)))

/** An empty list means: from everywhere. */
export const isEmptyList = (allowedIps: string | null): boolean => entriesOf(allowedIps).length === 0

const entriesOf = (allowedIps: string | null): string[] =>
  (allowedIps ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const covers = (entry: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  // A broken entry covers nothing: it must never widen the list.
  if (!entry.includes('/')) return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === address.toString()
  if (!ipaddr.isValidCIDR(entry)) return false
  const [range, bits] = ipaddr.parseCIDR(entry)
  return range.kind() === address.kind() && address.match([range, bits] as [ipaddr.IPv4, number])
}
