/** The addresses a key may be used from: single ones and CIDR ranges, IPv4 and IPv6, separated by commas. */
import ipaddr from 'ipaddr.js'

/** Characters of a whole list: some hundred entries. */
export const ALLOWED_IPS_MAX = 4_000

/** True when the list names addresses and this is one of them. */
export const isListed = (allowedIps: string | null, address: string): boolean =>
  ipaddr.isValid(address) && entriesOf(allowedIps).some((entry) => covers(entry, ipaddr.process(address)))

/** An empty list means: from everywhere. */
export const isEmptyList = (allowedIps: string | null): boolean => entriesOf(allowedIps).length === 0

/** Production keys that move money by transfer carry a list. `roles`: with those their own roles include. */
export const needsList = (env: 'sandbox' | 'production', roles: readonly string[]): boolean =>
  env === 'production' && roles.some((role) => role.startsWith('transfer-'))

/**
 * The list as it is stored: each entry in its shortest spelling, a range by its first address, IPv4 never as IPv6, none
 * twice; null = from everywhere. `onBadEntry` throws for an entry that is no address and no range.
 */
export const canonicalList = (text: string, onBadEntry: (entry: string) => never): string | null => {
  if (text.trim() === '') return null
  // An empty entry is a slip of the pen: read as "nothing", a list of commas would open the key to everybody.
  const entries = text.split(',').map((entry) => canonicalEntry(entry.trim()) ?? onBadEntry(entry.trim()))
  return [...new Set(entries)].join(',')
}

const entriesOf = (allowedIps: string | null): string[] =>
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

const MAPPED_BITS = 96
const BITS = /^(0|[1-9][0-9]{0,2})$/

const canonicalEntry = (entry: string): string | null => {
  const slash = entry.indexOf('/')
  const address = addressOf(slash < 0 ? entry : entry.slice(0, slash))
  if (address === null || slash < 0) return address?.plain.toString() ?? null
  const text = entry.slice(slash + 1)
  const { plain, isMapped } = address
  const bits = Number(text) - (isMapped ? MAPPED_BITS : 0)
  if (!BITS.test(text) || bits < 0 || bits > (plain.kind() === 'ipv4' ? 32 : 128)) return null
  const network = plain.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${network.networkAddressFromCIDR(`${plain}/${bits}`)}/${bits}`
}

/** Four decimal parts or IPv6 without a zone: other spellings of IPv4 (octal, hexadecimal, short) are misread by people. */
const addressOf = (text: string): { plain: ipaddr.IPv4 | ipaddr.IPv6; isMapped: boolean } | null => {
  if (text.includes(':')) {
    if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return null
    const plain = ipaddr.process(text)
    return { plain, isMapped: plain.kind() === 'ipv4' }
  }
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? { plain: ipaddr.IPv4.parse(text), isMapped: false } : null
}
