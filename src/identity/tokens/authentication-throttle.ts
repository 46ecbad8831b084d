/** Slows down guessing: ten failures for one client from one network lock that pair for half an hour. */
import ipaddr from 'ipaddr.js'
import type { RateLimiter } from '../../access/limits/rate-limiter.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

const FAILURES_MAX = 10
const CLOSED_MS = 30 * 60_000
const IPV4_BITS = 24
const IPV6_BITS = 48

export interface Attempt {
  readonly tenantId: string
  readonly clientId: string
  readonly address: string
  /** Real time, ms. */
  readonly nowMs: number
}

interface AuthenticationThrottle {
  /** Throws 429 while the pair is closed, whether or not such a client exists. */
  check(attempt: Attempt): Promise<void>
  failed(attempt: Attempt): Promise<void>
  succeeded(attempt: Attempt): Promise<void>
}

export const openAuthenticationThrottle = (windows: RateLimiter['windows']): AuthenticationThrottle => ({
  async check(attempt) {
    const closed = await windows.look(`closed ${pairOf(attempt)}`, attempt.nowMs)
    if (closed) throw tooManyFailures(closed.endsAt - attempt.nowMs)
  },
  async failed(attempt) {
    const pair = pairOf(attempt)
    const { count } = await windows.count(`failures ${pair}`, CLOSED_MS, attempt.nowMs)
    if (count < FAILURES_MAX) return
    await windows.count(`closed ${pair}`, CLOSED_MS, attempt.nowMs)
    await windows.forget(`failures ${pair}`)
  },
  async succeeded(attempt) {
    const pair = pairOf(attempt)
    if (await windows.look(`failures ${pair}`, attempt.nowMs)) await windows.forget(`failures ${pair}`)
  },
})

const pairOf = ({ tenantId, clientId, address }: Attempt): string =>
  `${tenantId} ${toClientNetwork(address)} ${clientId}`

/** What one attacker usually holds. */
export const toClientNetwork = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${IPV4_BITS}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${IPV6_BITS}`).toString()
}

const tooManyFailures = (leftMs: number): Problem => {
  const wait = Math.max(1, Math.ceil(leftMs / 1000))
  return new Problem('rate_limit_exceeded', {
    detail: phrase`Too many failed attempts for this client from this network; wait ${wait} s. Addresses on the key's allow-list never wait.`,
    headers: { 'retry-after': String(wait) },
  })
}
