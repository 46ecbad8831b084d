/** In production, keys with access to transfers, through whichever role, may be used only from addresses that they name; a list of half the internet names none. */
import { parseRange } from '../../core/ip-range.ts'
import { listRoles } from '../permissions.ts'

/** IPv4: the largest network that was ever allocated; IPv6: the size of network that a provider receives. */
const WIDEST_BITS = { ipv4: 8, ipv6: 32 } as const
/** Largest number of networks of the widest size, per kind: enough for an organization, and no list that adds up to everywhere. */
const WIDEST_MAX = 4

/** `roles`: with those their own roles include. */
export const requiresAllowList = (env: 'sandbox' | 'production', roles: Iterable<string>): boolean =>
  env === 'production' && !TRANSFER_ROLES.isDisjointFrom(new Set(roles))

export const TRANSFER_ROLES: ReadonlySet<string> = listRoles('transfers')

/** Returns whether a list names addresses, and few enough of them. */
export const isNarrowList = (allowedIps: string | null): boolean => {
  const entries = (allowedIps ?? '').split(',').filter((entry) => entry.trim() !== '')
  const share = { ipv4: 0, ipv6: 0 }
  for (const entry of entries) {
    const range = parseRange(entry.trim())
    if (range === null) continue // it covers nothing
    const kind = range.first.kind()
    const part = 2 ** (WIDEST_BITS[kind] - range.bits)
    if (part > 1) return false
    share[kind] += part
  }
  return entries.length > 0 && share.ipv4 <= WIDEST_MAX && share.ipv6 <= WIDEST_MAX
}
