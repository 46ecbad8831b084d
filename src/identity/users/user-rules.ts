/** Rules of a user: roles, merchant, unique names; and that an administrator of the realm remains. */
import { CONSOLE } from '../../access/callers/token-subject.ts'
import type { Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findRoleBundles, hasMerchant } from '../api-keys/key-references-store.ts'
import { PLATFORM_ROLE, TENANT_ROLES } from '../roles/built-in-roles.ts'
import { hasLookalike } from './lookalikes.ts'
import { countHoldersOf, findTakenName, type UserRow, type UserScope } from './user-store.ts'

type Principal = Call['principal']

/** The realm `master` has one role, which no tenant has. */
export const checkRoles = async (tx: Tx, { realmId, tenantId }: Principal, roles: readonly string[]): Promise<void> => {
  if (tenantId !== null && roles.includes(PLATFORM_ROLE))
    throw new Problem('forbidden', {
      detail: phrase`The role ${PLATFORM_ROLE} is of the realm master; no tenant can give it.`,
    })
  const own = tenantId === null ? [] : await findRoleBundles(tx, realmId, roles)
  const assignableRoles = new Set([
    ...(tenantId === null ? [PLATFORM_ROLE] : TENANT_ROLES),
    ...own.map(({ name }) => name),
  ])
  const at = roles.findIndex((role) => !assignableRoles.has(role))
  if (at >= 0)
    throw fieldProblem(`roles[${at}]`, 'unknown_value', phrase`${roles[at] as string} is no role of this realm`)
}

/** A caller bound to a merchant cannot make or change people beyond it. */
export const checkMerchant = async (
  tx: Tx,
  { tenantId, merchantId: own }: UserScope,
  merchantId: string | null,
): Promise<void> => {
  if (own !== null && own !== merchantId)
    throw new Problem('forbidden', {
      detail: phrase`The caller is bound to the merchant ${own}; its users are bound to that merchantId, too.`,
    })
  if (merchantId !== null && !(await hasMerchant(tx, tenantId, merchantId)))
    throw new Problem('invalid_merchant_id', { detail: phrase`The tenant has no merchant ${merchantId}.` })
}

export const checkFree = async (tx: Tx, row: UserRow): Promise<void> => {
  const taken = await findTakenName(tx, row.tenant_id, row)
  if (taken)
    throw new Problem('conflict', {
      detail:
        taken === 'username' ? phrase`Another user has this user name.` : phrase`Another user has this e-mail address.`,
      errors: [{ field: taken, code: 'conflict', message: phrase`is taken` }],
    })
}

/** `fields` are those that are written; a name that looked like another user's before this check existed is kept. */
export const checkLooks = async (tx: Tx, row: UserRow, fields: readonly ('username' | 'email')[]): Promise<void> => {
  for (const field of fields)
    if (await hasLookalike(tx, row.tenant_id, row.id, row[field]))
      throw new Problem('conflict', {
        detail: phrase`Another user has a name or an address that looks the same as ${row[field]}.`,
        errors: [{ field, code: 'conflict', message: phrase`looks like another user’s` }],
      })
}

/**
 * Runs after a change: a person cannot leave the realm without a person who administers it. An API key with the role may,
 * as it can make the next one.
 */
export const keepAnAdmin = async (tx: Tx, { clientId, realmId, tenantId }: Principal): Promise<void> => {
  if (clientId !== CONSOLE) return
  const role = tenantId === null ? PLATFORM_ROLE : 'tenant-admin'
  if ((await countHoldersOf(tx, realmId, role)) > 0) return
  throw new Problem('conflict', {
    detail: phrase`This would leave nobody who can log in with the role ${role}; give it to another user first.`,
  })
}
