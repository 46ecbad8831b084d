/** Decides which change of an identity provider lets its tokens do more than before, member by member: a second person confirms it. */
import type { ProviderRow } from './provider-store.ts'

type Settable =
  | 'name'
  | 'audience'
  | 'claimed_audience'
  | 'algorithm'
  | 'jwks_url'
  | 'roles_claim'
  | 'role_mappings'
  | 'merchant_claim'
  | 'max_token_life_seconds'
  | 'is_active'
export type ProviderReach = Pick<ProviderRow, Settable>
type Member = ProviderReach[Settable]
type Loosening =
  /** `until` returns the value that applies before the confirmation; without it the old value applies. If `until` returns the whole new value, the provider's people decide nothing before the confirmation. */
  | {
      readonly isLooser: (before: ProviderReach, after: ProviderReach) => boolean
      readonly until?: (before: ProviderReach, after: ProviderReach) => Member
    }
  /** Reason why one person may change it. */
  | { readonly never: string }

const isMapped = ({ role_mappings }: ProviderReach, { external_role, role }: ProviderRow['role_mappings'][number]) =>
  role_mappings.some((each) => each.external_role === external_role && each.role === role)

const PROVIDER_LOOSENS = {
  name: { never: 'It is a name for people' },
  audience: { never: 'In force it is the own one, or one that was proven' },
  /** A provider accepts no token until the operator of the issuer has proven it (0121), and that issuer may belong to others. */
  claimed_audience: {
    isLooser: (before, after) => after.claimed_audience !== null && after.claimed_audience !== before.claimed_audience,
    until: (_, after) => after.claimed_audience,
  },
  algorithm: { never: 'The keys are those of the same set, each for its algorithm' },
  /** The holder of the keys can sign in as any person of the provider. */
  jwks_url: { isLooser: (before, after) => after.jwks_url !== before.jwks_url },
  /** Another claim may be one that people can set themselves. */
  roles_claim: { isLooser: (before, after) => after.roles_claim !== before.roles_claim },
  role_mappings: {
    isLooser: (before, after) => after.role_mappings.some((each) => !isMapped(before, each)),
    until: (before, after) => after.role_mappings.filter((each) => isMapped(before, each)),
  },
  /** Another claim names other merchants, so payments of people who are already signed in would at once belong to them. */
  merchant_claim: { isLooser: (before, after) => after.merchant_claim !== before.merchant_claim },
  max_token_life_seconds: { isLooser: (before, after) => after.max_token_life_seconds > before.max_token_life_seconds },
  is_active: { isLooser: (before, after) => after.is_active && !before.is_active },
} as const satisfies Record<Settable, Loosening>

const loosened = (before: ProviderReach, after: ProviderReach) =>
  Object.entries<Loosening>(PROVIDER_LOOSENS).flatMap(([member, loosening]) =>
    'isLooser' in loosening && loosening.isLooser(before, after)
      ? [{ member: member as Settable, until: (loosening.until ?? soFar(member as Settable))(before, after) }]
      : [],
  )
const soFar = (member: Settable) => (before: ProviderReach) => before[member]

export const isLoosened = (before: ProviderReach, after: ProviderReach): boolean => loosened(before, after).length > 0

/** Until it is confirmed, a change that loosens keeps the old values; a restriction applies at once. */
export const withheld = (before: ProviderReach, wanted: ProviderRow): ProviderRow => {
  const members = loosened(before, wanted).filter(({ member, until }) => until !== wanted[member])
  return {
    ...wanted,
    ...Object.fromEntries(members.map(({ member, until }) => [member, until])),
    awaited: members.length === 0 ? null : Object.fromEntries(members.map(({ member }) => [member, wanted[member]])),
  }
}
