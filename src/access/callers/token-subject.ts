/** The subject of a token, an API key or a person, which every call checks again while the token is valid. */
import type { Accountable } from '../four-eyes.ts'

/** Claim azp of people's tokens, whose sub is the user's id. No API key has this id. */
export const CONSOLE = 'console'

/** A tenant's own roles among a subject's roles, with the built-in ones each includes now. */
type RoleBundles = Readonly<Record<string, readonly string[]>>

export interface TokenSubject {
  /** As assigned: built-in roles and the tenant's own. */
  readonly roles: readonly string[]
  /** Null: none of them is the tenant's own. */
  readonly bundles: RoleBundles | null
  /** The people who may know the secret or password. */
  readonly accountable: Accountable
  /** A second person has to confirm it before it decides, sends or approves. */
  readonly needsConfirmation: boolean
  /** The merchant it is bound to. */
  readonly merchantId: string | null
  readonly isActive: boolean
  /** Platform clock. */
  readonly expiresAt: Date | null
  /** Limits of the API key itself: an override, or those of the key's own plan. Without them only the tenant's count. */
  readonly dailyLimitOverride?: number | null
  readonly monthlyLimitOverride?: number | null
  readonly rateLimitOverride?: number | null
  /** Real time, whole seconds: tokens issued before it are refused. */
  readonly sessionsValidFrom?: Date | null
  /** Of an API key: comma-separated addresses and CIDR ranges; null or empty = all. */
  readonly allowedIps?: string | null
  /** Of a person. */
  readonly hasSecondFactor?: boolean
}

/** SQL of {@link RoleBundles} for a row `alias` with columns tenant_id and roles. */
export const roleBundlesSql = (alias: string): string =>
  `(select jsonb_object_agg(t.name, t.includes) from tenant_roles t
    where t.tenant_id = ${alias}.tenant_id and t.name = any(${alias}.roles))`

/** `nowMs`: platform clock, which keys expire by. */
export const isUsable = (holder: TokenSubject, nowMs: number): boolean =>
  holder.isActive && (holder.expiresAt === null || holder.expiresAt.getTime() > nowMs)

/** From when on tokens count again that are issued after this moment of real time: whole seconds, as those of tokens. */
export const endOfSessions = (realMs: number): Date => new Date((Math.floor(realMs / 1000) + 1) * 1000)

/** `issuedAt`: real time, s. */
export const isSessionOpen = ({ sessionsValidFrom }: TokenSubject, issuedAt: number): boolean =>
  !sessionsValidFrom || issuedAt * 1000 >= sessionsValidFrom.getTime()

/** Roles of a new token: the names, and the built-in roles they include. */
export const expandedRoles = ({ roles, bundles }: TokenSubject): readonly string[] =>
  bundles === null ? roles : [...new Set(roles.flatMap((role) => [role, ...(bundles[role] ?? [])]))]

/**
 * The roles a token carries now. A removed one no longer counts, one granted since waits for the next token; a role of
 * the tenant's own means what it includes at this moment.
 */
export const rolesInForce = (tokenRoles: readonly string[], holder: TokenSubject): ReadonlySet<string> => {
  const held = tokenRoles.filter((role) => holder.roles.includes(role))
  return new Set(expandedRoles({ ...holder, roles: held }))
}
