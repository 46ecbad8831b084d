/** The users that a call covers: those of its realm, or of the one merchant the caller is bound to. */
import type { Answer, Call } from '../../access/endpoint.ts'
import { isoTimeOrNull } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { findChangeId, listWaitingMembers } from '../confirmation/named-change.ts'
import { lockUsers } from '../login/user-login-store.ts'
import type { CreateUserBody, UserBody } from './user-schemas.ts'
import { findUser, type UserRow, type UserScope } from './user-store.ts'

const VERSIONS = new Set(['1', '1.0'])

export const checkVersion = ({ params }: { params: { version: string } }): void => {
  if (!VERSIONS.has(params.version))
    throw new Problem('resource_not_found', { detail: phrase`Users are offered in version 1: /api/v1/users.` })
}

export const toUserScope = ({ realmId, isMerchantBound, merchantId }: Call['principal']): UserScope => ({
  tenantId: realmId,
  merchantId: isMerchantBound ? merchantId : null,
})

/**
 * Changes users in one transaction, one change of a realm after the other: names stay unique and the last administrator
 * is seen. Every process is notified after the commit.
 */
export const changeUsers = async (
  call: Pick<Call, 'principal' | 'runtime' | 'inTx'>,
  work: (tx: Tx, scope: UserScope) => Promise<Answer>,
): Promise<Answer> => {
  const scope = toUserScope(call.principal)
  const answer = await call.inTx(async (tx) => {
    await lockUsers(tx, scope.tenantId)
    return work(tx, scope)
  })
  call.runtime.notifications.publish('realms', scope.tenantId)
  return answer
}

/** Rights or credentials of the user changed; returns the user after it. The platform's own users need no confirmation. */
export const markUser = async (
  tx: Tx,
  principal: Call['principal'],
  { tenant_id, id }: Pick<UserRow, 'tenant_id' | 'id'>,
  now: Date,
): Promise<UserRow> => {
  const { tenantId } = principal
  if (tenantId !== null) await markChanged(tx, 'users', { tenantId, ids: [id] }, principal, now)
  return requireUser(await findUser(tx, { tenantId: tenant_id, merchantId: null }, id))
}

export const requireUser = (row: UserRow | undefined): UserRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`There is no user with this id here; the list shows those there are.`,
  })
}

export const newUser = (tenantId: string, body: Omit<CreateUserBody, 'password'>, now: Date): UserRow => ({
  tenant_id: tenantId,
  id: newId(now.getTime()),
  username: body.username,
  email: body.email,
  first_name: body.firstName || null,
  last_name: body.lastName || null,
  roles: [...new Set(body.roles)],
  merchant_id: body.merchantId ?? null,
  company_name: body.companyName || null,
  enabled: body.enabled ?? true,
  email_verified: false,
  pending_approval: false,
  is_deleted: false,
  changed_people: null,
  needs_confirmation: null,
  waiting_changes: null,
  awaited: null,
  unused_since: null,
  invited_until: null,
  created: now,
})

export const userBody = (row: UserRow, { tenantId }: Pick<Call['principal'], 'tenantId'>): UserBody => ({
  id: row.id,
  username: row.username,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  enabled: row.enabled,
  emailVerified: row.email_verified,
  createdTimestamp: row.created.getTime(),
  roles: row.roles,
  tenantId,
  merchantId: row.merchant_id,
  companyName: row.company_name,
  pendingApproval: row.pending_approval,
  needsConfirmation: row.needs_confirmation === true,
  changeId: findChangeId(row),
  awaited: row.awaited && { merchantId: row.awaited.merchant_id },
  waitingMembers: listWaitingMembers(row),
  invitedUntil: isoTimeOrNull(row.invited_until),
})
