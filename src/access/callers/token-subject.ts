/** The subject of a token, an API key or a person, which every call checks again while the token is valid. */
import type { Accountable } from '../four-eyes.ts'

/** Claim azp of people's tokens, whose sub is the user's id. No API key has this id. */
export const CONSOLE = 'console'

/** A tenant's own roles among a subject's roles, with the built-in ones each includes now. */
type RoleBundles = Readonly<Record<string, readonly string[]>>

export interface TokenSubject {
  /** Assigned roles: built-in ones and those that the tenant defined. */
  readonly roles: readonly string[]
  /** Null when none of the roles was defined by the tenant. */
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
  /** For an API key only: comma-separated addresses and CIDR ranges; null or empty allows all. */
  readonly allowedIps?: string | null
  /** For a person only. */
  readonly hasSecondFactor?: boolean
}

/** SQL of {@link RoleBundles} for a row `alias` with columns tenant_id and roles. */
export const roleBundlesSql = (alias: string): string =>
  `(select jsonb_object_agg(t.name, t.includes) from tenant_roles t
    where t.tenant_id = ${alias}.tenant_id and t.name = any(${alias}.roles))`

/** `nowMs`: platform clock, which keys expire by. */
export const isUsable = (holder: TokenSubject, nowMs: number): boolean =>
  holder.isActive && (holder.expiresAt === null || holder.expiresAt.getTime() > nowMs)

/** Returns the moment of real time from which newly issued tokens are valid again; whole seconds, like the times in tokens. */
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
