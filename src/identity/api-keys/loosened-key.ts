/**
 * Decides which change of a key allows more than before, member by member. Such a key decides nothing until a second person has confirmed it. The
 * members that determine the merchant of its payments and their number keep their values until then, because confirmation does not restrict a key
 * that only sells.
 */
import { stillWaiting } from '../confirmation/still-waiting.ts'
import { isWiderList } from '../tokens/ip-allow-list.ts'
import type { ApiKeyRow, AwaitedOfKey, WrittenColumns } from './api-key-store.ts'
import type { TariffPlanLimits } from './key-references-store.ts'

export interface KeyReach extends Pick<ApiKeyRow, keyof WrittenColumns | 'is_active'> {
  /** Limits of the key's own plan; undefined if it has none, so that only the limits of the tenant apply. */
  readonly ofPlan: TariffPlanLimits | undefined
}
interface Circumstances {
  /** True if the key has had a token, so that a program may be selling with it. */
  readonly isUsed: boolean
  /** True if its roles decide, send or approve. */
  readonly decides: boolean
}

type Looser = (before: KeyReach, after: KeyReach, circumstances: Circumstances) => boolean
type Loosening =
  /** `waits`: the old value applies until the confirmation. */
  | { readonly isLooser: Looser; readonly waits: boolean }
  /** Reason why one person may change it. */
  | { readonly never: string }

type Limit = 'daily_limit_override' | 'monthly_limit_override' | 'rate_limit_override'
const LIMITS = {
  daily_limit_override: 'daily',
  monthly_limit_override: 'monthly',
  rate_limit_override: 'rate',
} as const satisfies Record<Limit, keyof TariffPlanLimits>

/** Returns infinity if the key has no limit. A plan's figure of 0 sets no limit. */
const limitOf = (key: KeyReach, name: Limit): number =>
  key[name] ?? (key.ofPlan?.[LIMITS[name]] || Number.POSITIVE_INFINITY)
const byLimit = (name: Limit): Loosening => ({
  isLooser: (before, after) => limitOf(after, name) > limitOf(before, name),
  waits: true,
})

const endOf = ({ expires_at }: KeyReach): number => expires_at?.getTime() ?? Number.POSITIVE_INFINITY

export const KEY_LOOSENS = {
  display_name: { never: 'It is a name for people' },
  contact_email: { never: 'It is shown to people; no link or secret is sent there' },
  merchant_id: {
    isLooser: (before, after) => after.merchant_id !== before.merchant_id,
    waits: true,
  },
  roles: { isLooser: (before, after) => after.roles.some((role) => !before.roles.includes(role)), waits: false },
  plan_id: { never: 'Its figures are what counts, and are compared as the limits of the key' },
  daily_limit_override: byLimit('daily_limit_override'),
  monthly_limit_override: byLimit('monthly_limit_override'),
  rate_limit_override: byLimit('rate_limit_override'),
  allowed_ips: {
    isLooser: (before, after, { decides }) => decides && isWiderList(before.allowed_ips, after.allowed_ips),
    waits: false,
  },
  expires_at: { isLooser: (before, after, { decides }) => decides && endOf(after) > endOf(before), waits: false },
  is_active: { isLooser: (before, after) => after.is_active && !before.is_active, waits: false },
} as const satisfies Record<keyof WrittenColumns | 'is_active', Loosening>
type Member = keyof typeof KEY_LOOSENS

export const loosenedMembers = (before: KeyReach, after: KeyReach, circumstances: Circumstances): Member[] =>
  (Object.entries(KEY_LOOSENS) as [Member, Loosening][]).flatMap(([member, loosening]) =>
    'isLooser' in loosening && loosening.isLooser(before, after, circumstances) ? [member] : [],
  )

/** Returns the part of a change that waits for its confirmation; null if none does. A key that was never used sells nothing, so its merchant is set at once. */
export const awaitedOfKey = (before: KeyReach, after: KeyReach, circumstances: Circumstances): AwaitedOfKey | null => {
  const waiting = loosenedMembers(before, after, circumstances).filter((member) => {
    const loosening: Loosening = KEY_LOOSENS[member]
    return 'waits' in loosening && loosening.waits && (member !== 'merchant_id' || circumstances.isUsed)
  })
  const isLimit = waiting.some((member) => member in LIMITS)
  // Limits are read together with the plan they are limits of.
  const withPlan =
    isLimit && after.plan_id !== before.plan_id ? ['plan_id' as const, ...(Object.keys(LIMITS) as Limit[])] : []
  const members = new Set<Member>([...waiting, ...withPlan])
  return members.size === 0 ? null : Object.fromEntries([...members].map((member) => [member, after[member]]))
}

/** Returns what waits after a call that names the members `named` (null: all), requested by it or before it; plan and limits count as one member. */
export const withAwaited = (
  asked: AwaitedOfKey | null,
  before: AwaitedOfKey | null,
  named: ReadonlySet<string> | null,
): AwaitedOfKey | null => {
  const isNamed = (member: string): boolean => named === null || named.has(member)
  const isLimitNamed = ['plan_id', ...Object.keys(LIMITS)].some(isNamed)
  return stillWaiting(asked, before, (member) => (member === 'merchant_id' ? isNamed(member) : isLimitNamed))
}

/** Returns the values that apply until the confirmation. */
export const withoutAwaited = <Row extends object>(
  written: Row,
  before: KeyReach,
  awaited: AwaitedOfKey | null,
): Row => ({
  ...written,
  ...Object.fromEntries(Object.keys(awaited ?? {}).map((member) => [member, before[member as Member]])),
})
