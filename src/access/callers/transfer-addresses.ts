/** Production keys that reach transfers, by whichever role, are used from addresses that they name; a list of half the internet names none. */
import { rangeOf } from '../../core/ip-range.ts'
import { rolesOf } from '../permissions.ts'

/** IPv4: the largest network anybody was given; IPv6: what a provider is given. */
const WIDEST_BITS = { ipv4: 8, ipv6: 32 } as const
/** Of the widest, of each kind, together: some networks of an organization, and no list that adds up to everywhere. */
const WIDEST_MAX = 4

/** `roles`: with those their own roles include. */
export const requiresAllowList = (env: 'sandbox' | 'production', roles: Iterable<string>): boolean =>
  env === 'production' && !TRANSFER_ROLES.isDisjointFrom(new Set(roles))

export const TRANSFER_ROLES: ReadonlySet<string> = rolesOf('transfers')

/** Whether a list names addresses, and few enough of them. */
export const isNarrowList = (allowedIps: string | null): boolean => {
  const entries = (allowedIps ?? '').split(',').filter((entry) => entry.trim() !== '')
  const share = { ipv4: 0, ipv6: 0 }
  for (const entry of entries) {
    const range = rangeOf(entry.trim())
    if (range === null) continue // it covers nothing
    const kind = range.first.kind()
    const part = 2 ** (WIDEST_BITS[kind] - range.bits)
    if (part > 1) return false
    share[kind] += part
  }
  return entries.length > 0 && share.ipv4 <= WIDEST_MAX && share.ipv6 <= WIDEST_MAX
}
