/**
 * Four eyes over credentials. Whoever makes a key, user or identity provider, issues a secret, sets a password or grants a role
 * stands behind the credential until a second person confirms it, and until then it decides, sends and approves nothing. While
 * a tenant has nobody else who could confirm, nothing waits: the credential then acts as its makers, never beside them.
 */

import type { Principal } from '../../access/endpoint.ts'
import { type Accountable, isOfPlatform, isSamePerson } from '../../access/four-eyes.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/postgres.ts'
import { type CredentialTable, confirmersOf, markCredentials, settleCredential } from './confirmation-store.ts'

export interface Confirmable {
  /** Who has it in hand. */
  accountable: Accountable
  changed_people: Accountable | null
  needs_confirmation: boolean
}

type Changer = Pick<Principal, 'accountable' | 'tenantId'>

/** Call it in the transaction of the change, after it. Answers whether a second person has to confirm. */
export const markChanged = async (
  tx: Tx,
  table: CredentialTable,
  { tenantId, ids }: { tenantId: string; ids: readonly string[] },
  by: Changer,
  now: Date,
): Promise<boolean> => {
  const confirmers = await confirmersOf(tx, tenantId, now)
  const needsOther = confirmers.some((people) => !isOfPlatform(people) && !isSamePerson(people, by.accountable))
  if (ids.length > 0) await markCredentials(tx, table, tenantId, ids, by.accountable, needsOther)
  return needsOther
}

/**
 * A second person's word. Throws four_eyes_violation for whoever changed it, and for its own bearer. What was made with a key
 * of the platform has a maker nobody knows: the first of the tenant's people takes that part, and another one confirms.
 */
export const confirmCredential = async (
  tx: Tx,
  table: CredentialTable,
  { tenantId, id }: { tenantId: string; id: string },
  row: Confirmable,
  { accountable }: Changer,
): Promise<void> => {
  if (row.changed_people === null) return
  if (isSamePerson(accountable, row.changed_people) || isSamePerson(accountable, row.accountable))
    throw new Problem('four_eyes_violation', {
      detail: 'The person behind this call made it, changed it or bears it; another person confirms it.',
    })
  await settleCredential(tx, table, tenantId, id, isOfPlatform(row.changed_people) ? accountable : null)
}

/** The platform vouches for people of a tenant that has no two of its own yet; throws conflict where it has. */
export const vouchFor = async (
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
  row: Confirmable,
  now: Date,
): Promise<void> => {
  if (row.changed_people === null) return
  const people = (await confirmersOf(tx, tenantId, now)).filter((each) => !isOfPlatform(each))
  if (people.some((one) => people.some((other) => !isSamePerson(one, other))))
    throw new Problem('conflict', {
      detail: 'The tenant has administrators of its own who confirm: POST /api/v1/users/{id}/confirm.',
    })
  await settleCredential(tx, 'users', tenantId, id, null)
}
