/** Addresses and CIDR ranges in canonical form: the shortest, a range by its first address, IPv4 never as IPv6. */
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

const MAPPED_BITS = 96
const BITS = /^(0|[1-9][0-9]{0,2})$/

export const countBits = (address: Address): 32 | 128 => (address.kind() === 'ipv4' ? 32 : 128)

/** Four decimal parts or IPv6 without a zone: other spellings of IPv4 (octal, hexadecimal, short) are misread by people. */
export const parseAddress = (text: string): { plain: Address; isMapped: boolean } | null => {
  if (text.includes(':')) {
    if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return null
    const plain = ipaddr.process(text)
    return { plain, isMapped: plain.kind() === 'ipv4' }
  }
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? { plain: ipaddr.IPv4.parse(text), isMapped: false } : null
}

/** An address in canonical form; any other text unchanged. */
export const plainAddress = (text: string): string => parseAddress(text)?.plain.toString() ?? text

export interface Range {
  /** First address of the range. */
  readonly first: Address
  /** 32 or 128: a single address. */
  readonly bits: number
}

/** Returns null if the text is neither an address nor a range. */
export const parseRange = (text: string): Range | null => {
  const slash = text.indexOf('/')
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (address === null) return null
  const { plain, isMapped } = address
  if (slash < 0) return { first: plain, bits: countBits(plain) }
  const written = text.slice(slash + 1)
  const bits = Number(written) - (isMapped ? MAPPED_BITS : 0)
  if (!BITS.test(written) || bits < 0 || bits > countBits(plain)) return null
  const network = plain.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return { first: network.networkAddressFromCIDR(`${plain}/${bits}`), bits }
}
