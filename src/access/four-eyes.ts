/**
 * Four eyes: one person carries out at most one step of a resource. Every entry point of every such resource asks here.
 *
 * A person is not an actor. The actor is the `sub` of the token: an API key or a user. Who stands behind it is
 * {@link Principal.accountable}: whoever can have had the secret or the password in hand. Two keys that one administrator
 * made are one person, and so are he and a user whose password he set, until that user sets another one.
 *
 * How to use it for a resource of one's own:
 * - Mark the operations with `fourEyes` and call `call.checkFourEyes(what, taken)` with the resource locked, where `taken`
 *   names the people behind the steps so far.
 * - Keep the people of a step with it, in a column `text[]` beside the actor: what they were then, as who stands behind a
 *   credential changes. `principal.accountable` is that list; a trigger has the same from people_behind(tenant, actor).
 * - Compare in the database as well: `people && others` (migrations/0040).
 */
import { Problem } from '../core/problem.ts'

/** The people behind an actor or a step; never empty. Order says nothing. */
export type Accountable = readonly string[]

/** Steps of a resource that needs several people; an endpoint states which one it is. */
export type Step = 'create' | 'decide' | 'send'

/** The people who carried out which step so far. A step nobody has taken is null or left out. */
export type StepsTaken = Readonly<Partial<Record<Step, Accountable | null>>>

/** Whether somebody stands behind both. Nobody is the same person as null. */
export const isSamePerson = (some: Accountable | null | undefined, others: Accountable | null | undefined): boolean =>
  some?.some((person) => others?.includes(person)) ?? false

/** False: somebody behind this call carried out another step of the same resource. For bulk operations, which skip such items. */
export const mayTakeStep = (step: Step, accountable: Accountable, taken: StepsTaken): boolean =>
  Object.entries(taken).every(([other, by]) => other === step || !isSamePerson(by, accountable))

/** Throws four_eyes_violation where {@link mayTakeStep} says no. `what` names the resource in the refusal. */
export const checkFourEyes = (what: string, step: Step, accountable: Accountable, taken: StepsTaken): void => {
  if (mayTakeStep(step, accountable, taken)) return
  throw new Problem('four_eyes_violation', {
    detail: `The person behind this call carried out another step of this ${what}; this one needs another person.`,
  })
}

/**
 * Throws forbidden where a credential of a tenant decides nothing yet, or never: one that waits for its confirmation, and one
 * the platform gave out, which is none of the tenant's people. Asked before every step but `create`.
 */
export const checkCredentialConfirmed = (caller: {
  tenantId: string | null
  accountable: Accountable
  needsConfirmation: boolean
}): void => {
  if (caller.tenantId === null) return
  if (isPlatformPerson(caller.accountable))
    throw new Problem('forbidden', {
      detail:
        'The platform stands behind this key or user, so it is none of the tenant’s people: it decides, sends and approves ' +
        'nothing. A user of the tenant who has set a password of his own, and was confirmed, does.',
    })
  if (caller.needsConfirmation)
    throw new Problem('forbidden', {
      detail:
        'This key, user or identity provider was made or changed and waits for a second person: until a tenant-admin who ' +
        'had no part in it confirms it (POST {auth_url}/api/v1/tenants/me/api-keys/{id}/confirm, /users/{id}/confirm), it ' +
        'decides, sends and approves nothing.',
    })
}

/** A person of the platform, in the words of a tenant's rows: nobody of a tenant is called like this. */
export const platformPerson = (person: string): string =>
  person.startsWith(PLATFORM) ? person : `${PLATFORM}${person}`
const PLATFORM = 'platform:'
/** Somebody of the platform stands behind it, so it is none of the tenant's own people. */
export const isPlatformPerson = (accountable: Accountable): boolean =>
  accountable.some((person) => person.startsWith(PLATFORM))
