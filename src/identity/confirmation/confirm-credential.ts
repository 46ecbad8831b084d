/**
 * Four eyes over credentials. A person who creates a key, user or identity provider, issues a secret, sets a password or grants a role
 * is accountable for the credential until a second person confirms it, and until then it decides, sends and approves nothing. While
 * a tenant has no one else who could confirm, nothing waits: the credential then counts as its creators, never as a further person.
 */

import type { Principal } from '../../access/endpoint.ts'
import { type Accountable, isPlatformPerson, isSamePerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import {
  type CredentialTable,
  completeConfirmation,
  everConfirmedUsers,
  findConfirmers,
  findLatelyChanged,
  lockOwnPassword,
  lockWaiting,
  markCredentials,
  vouchForPassword,
} from './confirmation-store.ts'
import { changesOnlySignIn, checkNamed } from './named-change.ts'

interface Confirmable {
  /** The people accountable for it. */
  accountable: Accountable
  /** The change as the confirming person has read it. */
  changeId: string | undefined
}

/** Time for disabled or taken-over people to notice, before others stand in for them. */
const NOTICE_MS = 30 * 86_400_000

type Changer = Pick<Principal, 'accountable' | 'tenantId'>

/**
 * Call it in the transaction of the change. Returns whether changes of a key's merchant and limits wait for a second person: true if a
 * second person has to confirm this change or an earlier one, or could have until recently. So locking the other administrator out first
 * redirects no payments.
 */
export const markChanged = async (
  tx: Tx,
  table: CredentialTable,
  { tenantId, ids }: { tenantId: string; ids: readonly string[] },
  by: Changer,
  now: Date,
): Promise<boolean> => {
  const confirmers = await findConfirmers(tx, tenantId, now)
  const needsOther = confirmers.some((people) => !isPlatformPerson(people) && !isSamePerson(people, by.accountable))
  const isWaiting =
    ids.length === 0
      ? needsOther
      : await markCredentials(tx, table, { tenantId, ids, people: by.accountable, needsConfirmation: needsOther, now })
  return isWaiting || (await hadOther(tx, tenantId, by, now))
}

const hadOther = async (tx: Tx, tenantId: string, { accountable }: Changer, now: Date): Promise<boolean> => {
  const people = await findLatelyChanged(tx, tenantId, new Date(now.getTime() - NOTICE_MS))
  return people.some((person) => !isPlatformPerson([person]) && !isSamePerson([person], accountable))
}

/**
 * A second person's confirmation. Throws four_eyes_violation for people who changed the credential, and for its owner. A credential
 * made with a key of the platform has an unknown creator: the first of the tenant's people takes that part, and another person
 * confirms.
 */
export const confirmCredential = async (
  tx: Tx,
  table: CredentialTable,
  { tenantId, id }: { tenantId: string; id: string },
  row: Confirmable,
  { accountable }: Changer,
): Promise<void> => {
  const waiting = await lockWaiting(tx, table, tenantId, id)
  if (!waiting?.changed_people) return
  if (isSamePerson(accountable, waiting.changed_people) || isSamePerson(accountable, row.accountable))
    throw new Problem('four_eyes_violation', {
      detail: phrase`The person behind this call made it, changed it or bears it; another person confirms it.`,
    })
  checkNamed(waiting, row.changeId)
  await completeConfirmation(tx, table, tenantId, id, heirOf(waiting.changed_people, accountable))
}

/** Others who changed it stay accountable as well. */
const heirOf = (changed: Accountable, confirming: Accountable): Accountable | null => {
  const own = changed.filter((person) => !isPlatformPerson([person]))
  return own.length === changed.length ? null : [...own, ...confirming]
}

const PEOPLE = 2

/**
 * The platform vouches for the first two people of a tenant, each once they have set a password of their own choice; throws conflict for
 * all others. The platform can create and change users with a key it gives the tenant, so their present state proves nothing: a person
 * who counted once keeps counting, and is vouched for again only if the tenant's own people changed how that person signs in. Call it
 * with users locked: the count is what the next call sees.
 */
export const confirmAsPlatform = async (
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
  changeId: string | undefined,
  now: Date,
): Promise<void> => {
  const waiting = await lockWaiting(tx, 'users', tenantId, id)
  if (!waiting?.changed_people) return
  const people = (await findConfirmers(tx, tenantId, now)).filter((each) => !isPlatformPerson(each))
  const counted = await everConfirmedUsers(tx, tenantId, new Date(now.getTime() - NOTICE_MS))
  const isEnough = people.some((one) => people.some((other) => !isSamePerson(one, other)))
  const { isOwn, knownBy } = await lockOwnPassword(tx, tenantId, id)
  const isFree = counted.includes(id)
    ? changesOnlySignIn(waiting.waiting_changes) && !isPlatformPerson([...waiting.changed_people, ...knownBy])
    : counted.length < PEOPLE
  if (isEnough || !isFree)
    throw new Problem('conflict', {
      detail: phrase`The platform vouches for the first two people of a tenant, each once, and again where another person of the tenant reset how they sign in. Its administrators confirm all others (POST /api/v1/users/{id}/confirm); for a person who was disabled or deleted the platform vouches for another after 30 days.`,
    })
  if (!isOwn)
    throw new Problem('conflict', {
      detail: phrase`Somebody else set the password of this user and may know it. The user sets an own password first (POST /api/v1/auth/{slug}/change-password, or by a link); then the platform vouches for the user.`,
    })
  checkNamed(waiting, changeId)
  await completeConfirmation(tx, 'users', tenantId, id, null)
  await vouchForPassword(tx, tenantId, id)
}
