/**
 * Four eyes: one person carries out at most one step of a resource. Every entry point of every such resource checks here.
 *
 * A person is not an actor. The actor is the `sub` of the token: an API key or a user. The people behind an actor are
 * {@link Principal.accountable}: everyone who may know the secret or the password. Two keys that one administrator
 * created are one person, and so are he and a user whose password he set (docs/decisions/0436 says until when).
 *
 * How to use it for another resource:
 * - Mark the operations with `fourEyes` and call `call.checkFourEyes(what, taken)` with the resource locked, where `taken`
 *   names the people behind the steps so far.
 * - Keep the people of a step with it, in a column `text[]` next to the actor: as of then, since the people behind a
 *   credential change. `principal.accountable` is that list; a trigger gets the same from people_behind(tenant, actor).
 * - Compare in the database as well: `people && others` (migrations/0006).
 */
import { type Phrase, phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'

/** The people behind an actor or a step; never empty. Order has no meaning. */
export type Accountable = readonly string[]

/** Steps of a resource that needs several people; an endpoint states which one it is. */
export type Step = 'create' | 'decide' | 'send'

/** The people who carried out which step so far. A step not yet taken is null or left out. */
export type StepsTaken = Readonly<Partial<Record<Step, Accountable | null>>>

/** Returns true if one person is among both. Null matches no person. */
export const isSamePerson = (some: Accountable | null | undefined, others: Accountable | null | undefined): boolean =>
  some?.some((person) => others?.includes(person)) ?? false

/** Returns false if a person behind this call carried out another step of the same resource. For bulk operations, which skip such items. */
export const mayTakeStep = (step: Step, accountable: Accountable, taken: StepsTaken): boolean =>
  Object.entries(taken).every(([other, by]) => other === step || !isSamePerson(by, accountable))

/**
 * Throws four_eyes_violation if {@link mayTakeStep} returns false, and if a step was taken with a credential of the platform: its
 * holder is not known, and may be the person who now decides. With `isPlatformCounted`, the latter is allowed, so that one person of
 * the tenant decides: for steps that shops routinely take with such a key, and that pay no one else. `what` names the resource.
 */
export const checkFourEyes = (
  what: Phrase,
  step: Step,
  accountable: Accountable,
  taken: StepsTaken,
  isPlatformCounted = false,
): void => {
  if (!isPlatformCounted && Object.values(taken).some((by) => by !== null && by !== undefined && isPlatformPerson(by)))
    throw new Problem('four_eyes_violation', {
      detail: phrase`A credential that the platform issued took the first step of this ${what}, and nobody of the tenant stands behind it. A person of the tenant takes it again, and another one decides.`,
    })
  if (mayTakeStep(step, accountable, taken)) return
  throw new Problem('four_eyes_violation', {
    detail: phrase`The person behind this call carried out another step of this ${what}; this one needs another person. If you are the only one, make a user with the role for it: another administrator confirms the user, or the platform confirms it as one of the first two people of the tenant (POST {auth_url}/api/v1/platform/tenants/{tenant_id}/users/{id}/confirm).`,
  })
}

interface Credential {
  tenantId: string | null
  accountable: Accountable
  needsConfirmation: boolean
}

/** Returns false where {@link checkCredentialConfirmed} throws. */
export const isCredentialConfirmed = ({ tenantId, accountable, needsConfirmation }: Credential): boolean =>
  tenantId === null || !(isPlatformPerson(accountable) || needsConfirmation)

/**
 * Throws forbidden where a credential of a tenant may not decide yet, or never: one that awaits its confirmation, and one
 * the platform issued, which belongs to no person of the tenant. Checked before every step but `create`.
 */
export const checkCredentialConfirmed = (caller: Credential): void => {
  if (isCredentialConfirmed(caller)) return
  if (isPlatformPerson(caller.accountable))
    throw new Problem('forbidden', {
      detail: phrase`The platform stands behind this key or user, so it is none of the tenant’s people: it decides, sends and approves nothing. A user of the tenant who has set a password of his own, and was confirmed, does.`,
    })
  throw new Problem('forbidden', {
    detail: phrase`This key, user or identity provider was made or changed and waits for a second person: until a tenant-admin who had no part in it confirms it (POST {auth_url}/api/v1/tenants/me/api-keys/{id}/confirm, /users/{id}/confirm), it decides, sends and approves nothing.`,
  })
}

/** A person of the platform, as a tenant's rows name them: no person of a tenant has this name. */
export const platformPerson = (person: string): string =>
  person.startsWith(PLATFORM) ? person : `${PLATFORM}${person}`
const PLATFORM = 'platform:'
/** Returns true if a person of the platform holds the credential, so that it belongs to none of the tenant's people. */
export const isPlatformPerson = (accountable: Accountable): boolean =>
  accountable.some((person) => person.startsWith(PLATFORM))

/** Returns true if a request that a credential of the platform made does not yet count for this caller: the first of the tenant's people who wants the same has to request it again. */
export const isUnattributed = (
  asked: Accountable | null | undefined,
  { accountable }: Pick<Credential, 'accountable'>,
): boolean => isPlatformPerson(asked ?? []) && !isPlatformPerson(accountable)
