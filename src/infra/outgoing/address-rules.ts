/**
 * Decides which addresses the program may call on a caller's behalf: global unicast addresses, by an allow rule. Pure,
 * without look-ups.
 */
import ipaddr from 'ipaddr.js'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'

export interface AddressRules {
  /** Allows loopback, for local development; only the sandbox has this switch. */
  allowLoopback: boolean
  /** Networks an operator trusts, as CIDR, such as a bank's leased line. */
  allowedNetworks?: readonly string[]
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** All IPv6 addresses assigned for global use lie in this range. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** The network itself translates these to the IPv4 address in their last 32 bits. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Returns why this address may not be called, or null if it may. */
export const checkAddress = (text: string, rules: AddressRules): Phrase | null => {
  if (!ipaddr.isValid(text)) return phrase`${text} is no IP address`
  const address = unwrapped(ipaddr.parse(text))
  if (rules.allowLoopback && address.range() === 'loopback') return null
  if (rules.allowedNetworks?.some((network) => isIn(address, network))) return null
  return isGlobalUnicast(address) ? null : phrase`${text} is not a public address (${toRange(address)})`
}

/** Literals in a form that hides another address are never legitimate. */
export const isTransitionForm = (text: string): boolean => {
  if (!ipaddr.IPv6.isValid(text)) return false
  const range = ipaddr.parse(text).range()
  return ['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo'].includes(range)
}

/** Returns the address a packet would really go to, if the form contains one that the network or the kernel unwraps. */
const unwrapped = (address: Address): Address => {
  if (address.kind() === 'ipv4') return address
  const wrapped = address as ipaddr.IPv6
  if (wrapped.isIPv4MappedAddress()) return wrapped.toIPv4Address()
  if (wrapped.match(NAT64)) return new ipaddr.IPv4(wrapped.toByteArray().slice(12))
  return address
}

/** 6to4 and Teredo are refused whatever address they contain: their relays are gone, and so is every legitimate use. */
const isGlobalUnicast = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6))

const toRange = (address: Address): string => (address.range() === 'unicast' ? 'unassigned' : address.range())

const isIn = (address: Address, network: string): boolean => {
  const [base, bits] = ipaddr.parseCIDR(network)
  return address.kind() === base.kind() && address.match(base, bits)
}
