/** PUT /api/v{version}/users/{id}: members that are sent change, all others stay; effective from the next request on. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { endLinks } from '../login/end-credentials.ts'
import { endSessions } from '../login/user-login-store.ts'
import { isLoosened, mayLogIn } from './loosened-user.ts'
import { attributePassword } from './user-credentials-store.ts'
import { checkFree, checkLooks, checkMerchant, checkRoles, keepAnAdmin } from './user-rules.ts'
import { inEnvelope, SNAKE_CASE, UpdateUser, type UpdateUserBody, UserEnvelope, UserParams } from './user-schemas.ts'
import { changeUsers, checkVersion, requireUser, userBody } from './user-scope.ts'
import { findUser, type UserRow, writeUser } from './user-store.ts'

export const updateUser: Endpoint = endpoint({
  method: 'PUT',
  path: '/api/v:version/users/:id',
  tag: 'Users',
  summary: 'Change a user',
  description:
    'Another merchant of one who has signed in counts once a second person has confirmed it (`awaited`). Absent members stay as they are; an empty name or merchantId is taken away. Roles taken away and enabled false count ' +
    'for tokens already issued, new roles from the next login or refresh on. Members may be written in snake_case, too.',
  allow: 'users',
  isTagged: true,
  params: UserParams,
  body: UpdateUser,
  bodyAliases: SNAKE_CASE,
  answers: { 200: UserEnvelope },
  errors: ['conflict', 'invalid_merchant_id'],
  handle: (call) => {
    checkVersion(call)
    const { body, params, runtime, principal } = call
    return changeUsers(call, async (tx, scope) => {
      const currentUser = requireUser(await findUser(tx, scope, params.id))
      const wanted = changed(currentUser, body)
      if (body.roles !== undefined) await checkRoles(tx, principal, wanted.roles)
      if (body.merchantId !== undefined) await checkMerchant(tx, scope, wanted.merchant_id)
      await checkFree(tx, wanted)
      if (wanted.email !== currentUser.email) await checkLooks(tx, wanted, ['email'])
      const now = runtime.clock.now()
      const { tenantId } = principal // the platform's own users need no confirmation
      const isHeld =
        tenantId !== null &&
        isLoosened(currentUser, wanted) &&
        (await markChanged(tx, 'users', { tenantId, ids: [currentUser.id] }, principal, now))
      const row = isHeld ? withheld(currentUser, wanted) : wanted
      await writeUser(tx, row, now)
      if (row.email !== currentUser.email || !mayLogIn(row)) await endLinks(tx, scope.tenantId, row.id, now)
      if (mayHaveLentMailbox(currentUser, row))
        await attributePassword(tx, currentUser, currentUser.changed_people ?? [])
      if (mayLogIn(currentUser) && !mayLogIn(row)) await endSessions(tx, scope.tenantId, row.id, Date.now(), now)
      await keepAnAdmin(tx, principal)
      const written = requireUser(await findUser(tx, { ...scope, merchantId: null }, row.id))
      const [before, after] = [userBody(currentUser, principal), userBody(written, principal)]
      return { ...ok(inEnvelope(after)), change: { kind: 'user', id: row.id, before, after } }
    })
  },
})

/**
 * The people who made or changed an unconfirmed user may have given an address of theirs and set the password by a link to it. A second
 * person who confirms the user sees only the next address.
 */
const mayHaveLentMailbox = (before: UserRow, after: UserRow): boolean =>
  after.email !== before.email && before.email_verified && before.changed_people !== null

/** Until the change is confirmed, a user who has signed in sells for the old merchant. */
const withheld = (currentUser: UserRow, wanted: UserRow): UserRow =>
  wanted.merchant_id === currentUser.merchant_id || currentUser.unused_since === null
    ? wanted
    : { ...wanted, merchant_id: currentUser.merchant_id, awaited: { merchant_id: wanted.merchant_id } }

const changed = (currentUser: UserRow, body: UpdateUserBody): UserRow => {
  const email = body.email ?? currentUser.email
  return {
    ...currentUser,
    email,
    email_verified: currentUser.email_verified && email === currentUser.email,
    first_name: textOr(body.firstName, currentUser.first_name),
    last_name: textOr(body.lastName, currentUser.last_name),
    company_name: textOr(body.companyName, currentUser.company_name),
    enabled: body.enabled ?? currentUser.enabled,
    roles: body.roles === undefined ? currentUser.roles : [...new Set(body.roles)],
    merchant_id: textOr(body.merchantId?.toLowerCase(), currentUser.merchant_id),
    pending_approval: body.pendingApproval ?? currentUser.pending_approval,
    awaited: body.merchantId === undefined ? currentUser.awaited : null,
  }
}

const textOr = (sent: string | undefined, currentUser: string | null): string | null =>
  sent === undefined ? currentUser : sent || null
