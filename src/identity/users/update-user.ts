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
      const known = requireUser(await findUser(tx, scope, params.id))
      const wanted = changed(known, body)
      if (body.roles !== undefined) await checkRoles(tx, principal, wanted.roles)
      if (body.merchantId !== undefined) await checkMerchant(tx, scope, wanted.merchant_id)
      await checkFree(tx, wanted)
      if (wanted.email !== known.email) await checkLooks(tx, wanted, ['email'])
      const now = runtime.clock.now()
      const { tenantId } = principal // the platform's own users need no confirmation
      const isHeld =
        tenantId !== null &&
        isLoosened(known, wanted) &&
        (await markChanged(tx, 'users', { tenantId, ids: [known.id] }, principal, now))
      const row = isHeld ? withheld(known, wanted) : wanted
      await writeUser(tx, row, now)
      if (row.email !== known.email || !mayLogIn(row)) await endLinks(tx, scope.tenantId, row.id, now)
      if (mayHaveLentMailbox(known, row)) await attributePassword(tx, known, known.changed_people ?? [])
      if (mayLogIn(known) && !mayLogIn(row)) await endSessions(tx, scope.tenantId, row.id, Date.now(), now)
      await keepAnAdmin(tx, principal)
      const written = requireUser(await findUser(tx, { ...scope, merchantId: null }, row.id))
      const [before, after] = [userBody(known, principal), userBody(written, principal)]
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
const withheld = (known: UserRow, wanted: UserRow): UserRow =>
  wanted.merchant_id === known.merchant_id || known.unused_since === null
    ? wanted
    : { ...wanted, merchant_id: known.merchant_id, awaited: { merchant_id: wanted.merchant_id } }

const changed = (known: UserRow, body: UpdateUserBody): UserRow => {
  const email = body.email ?? known.email
  return {
    ...known,
    email,
    email_verified: known.email_verified && email === known.email,
    first_name: textOr(body.firstName, known.first_name),
    last_name: textOr(body.lastName, known.last_name),
    company_name: textOr(body.companyName, known.company_name),
    enabled: body.enabled ?? known.enabled,
    roles: body.roles === undefined ? known.roles : [...new Set(body.roles)],
    merchant_id: textOr(body.merchantId?.toLowerCase(), known.merchant_id),
    pending_approval: body.pendingApproval ?? known.pending_approval,
    awaited: body.merchantId === undefined ? known.awaited : null,
  }
}

const textOr = (sent: string | undefined, known: string | null): string | null =>
  sent === undefined ? known : sent || null
