/** Slows down guessing: after ten wrong secrets for one client from one network within half an hour, further wrong ones wait. A right secret never does. */
import ipaddr from 'ipaddr.js'
import type { RateLimiter } from '../../access/limits/rate-limiter.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

const FAILURES_MAX = 10
const COUNTED_MS = 30 * 60_000
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
  /** Counts one wrong secret, whether or not such a client exists; returns how many are left. Throws 429 when none was left. */
  failed(attempt: Attempt): Promise<number>
  succeeded(attempt: Attempt): Promise<void>
}

export const createAuthenticationThrottle = (windows: RateLimiter['windows']): AuthenticationThrottle => ({
  async failed(attempt) {
    const { count, endsAt } = await windows.count(windowOf(attempt), COUNTED_MS, attempt.nowMs)
    if (count > FAILURES_MAX) throw tooManyFailures(endsAt - attempt.nowMs)
    return FAILURES_MAX - count
  },
  async succeeded(attempt) {
    const key = windowOf(attempt)
    if (await windows.look(key, attempt.nowMs)) await windows.forget(key)
  },
})

const windowOf = ({ tenantId, clientId, address }: Attempt): string =>
  `failures ${tenantId} ${toClientNetwork(address)} ${clientId}`

/** Network that one attacker usually controls. */
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
    detail: phrase`Too many wrong secrets for this client from this network; another wrong one is looked at in ${wait} s. The right one is answered at once, and addresses on the key's allow-list never wait.`,
    headers: { 'retry-after': String(wait) },
  })
}
