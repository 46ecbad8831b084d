/**
 * The client's address and whether the connection was encrypted: from the socket, or from the headers of trusted
 * proxies. No other code reads forwarding headers.
 */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

interface ClientConnection {
  /** IPv4 addresses have their own form even if the socket uses IPv6. */
  readonly address: string
  readonly isSecure: boolean
  /**
   * The client is on this machine, as far as can be known; a forwarding header of an untrusted proxy means that it
   * could be anywhere.
   */
  readonly isLocal: boolean
}

/**
 * `proxies` are addresses and CIDR ranges whose forwarding headers are trusted; without any, only the socket is used.
 */
export const createConnectionReader = (
  proxies: readonly string[],
): ((request: IncomingMessage) => ClientConnection) => {
  const ranges = proxies.map(toRange)
  const isProxy = (address: Address): boolean => ranges.some(([range, bits]) => isInside(address, range, bits))
  return ({ socket, headers }) => {
    const peer = parseAddress(socket.remoteAddress ?? '')
    const isEncrypted = (socket as TLSSocket).encrypted === true
    if (peer === undefined) return { address: '', isSecure: isEncrypted, isLocal: false } // the caller has disconnected
    if (ranges.length === 0 || !isProxy(peer)) {
      const isLocal = isLoopbackAddress(peer) && FORWARDING.every((name) => headers[name] === undefined)
      return { address: peer.toString(), isSecure: isEncrypted, isLocal }
    }
    const hops = listEntries(headers['x-forwarded-for'])
    const found = findNearestUntrusted(peer, hops, isProxy)
    const isSecure = isEncrypted || isHttps(listEntries(headers['x-forwarded-proto']), hops.length, found.at)
    return { address: found.address.toString(), isSecure, isLocal: isLoopbackAddress(found.address) }
  }
}

/** Any of these headers shows that a proxy passed the request on. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

const isLoopbackAddress = (address: Address): boolean => address.range() === 'loopback'

/**
 * Each proxy appends its caller, so the list is reliable from its right end as far as trusted proxies go: the first
 * address that is not a trusted proxy is the caller. An entry that is not an address was forged; then the proxy that
 * passed it on is all we know.
 */
const findNearestUntrusted = (
  peer: Address,
  hops: readonly string[],
  isProxy: (address: Address) => boolean,
): { address: Address; at: number } => {
  let nearest: { address: Address; at: number } = { address: peer, at: hops.length - 1 }
  for (let at = hops.length - 1; at >= 0; at--) {
    const address = parseAddress(hops[at] as string)
    if (address === undefined) return nearest
    nearest = { address, at }
    if (!isProxy(address)) return nearest
  }
  return nearest
}

/**
 * If every proxy appended a protocol, the entry of the caller's own hop decides; otherwise all entries have to say
 * https.
 */
const isHttps = (protocols: readonly string[], hops: number, at: number): boolean => {
  const counting = protocols.length === hops ? protocols.slice(at, at + 1) : protocols
  return counting.length > 0 && counting.every((protocol) => protocol.toLowerCase() === 'https')
}

/** Reads a repeated header as one list in the order of arrival. */
const listEntries = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const IPV4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/
const IPV6 = /^(?:\[([0-9a-f:.]+)(?:%[\w.-]+)?\](?::\d{1,5})?|([0-9a-f:]*:[0-9a-f:.]*)(?:%[\w.-]+)?)$/i

/**
 * Parses an address as sockets and proxies write it: with or without brackets, port or zone. Shortened and octal forms
 * are rejected.
 */
const parseAddress = (text: string): Address | undefined => {
  const plain =
    IPV4.exec(text)?.[1] ??
    IPV6.exec(text)
      ?.slice(1)
      .find((part) => part !== undefined)
  if (plain === undefined) return undefined
  if (!plain.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(plain) ? ipaddr.IPv4.parse(plain) : undefined
  return ipaddr.IPv6.isValid(plain) ? ipaddr.process(plain) : undefined
}

const toRange = (proxy: string): [Address, number] => {
  if (!proxy.includes('/')) {
    const address = ipaddr.process(proxy)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  }
  return ipaddr.parseCIDR(proxy)
}

const isInside = (address: Address, range: Address, bits: number): boolean =>
  address.kind() === range.kind() && address.match(range as ipaddr.IPv4, bits)
