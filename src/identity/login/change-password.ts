/** POST /api/v1/auth/{slug}/change-password: a person replaces the old password by a new one; every other session ends. */
import { Type } from 'typebox'
import { realmSuspended } from '../../access/callers/authenticate.ts'
import type { Realm } from '../../access/callers/realms.ts'
import { findUserAccount, type UserAccount } from '../../access/callers/user-lookup.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { described } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TokenServices } from '../tokens/issue-token.ts'
import { loginProblem } from '../tokens/oauth-problem.ts'
import { findPathRealm } from '../tokens/path-realm.ts'
import { insertRefreshTokens } from '../tokens/refresh-token-store.ts'
import { toUserOwner } from '../tokens/token-owner.ts'
import { SlugParams, TokenAnswer } from '../tokens/token-schemas.ts'
import { type UserAuthenticator, wrongPassword } from './authenticate-user.ts'
import { GivenCode, GivenPassword, readUserCredentials, UserName } from './log-in.ts'
import { hashNewPassword } from './password-history.ts'
import { checkPassword, NewPassword } from './password-policy.ts'
import type { Passwords } from './passwords.ts'
import { recordSignIn } from './record-sign-in.ts'
import { endSessions, replacePassword, type UserWithPassword } from './user-login-store.ts'

const ChangePassword = Type.Object(
  {
    username: UserName,
    password: GivenPassword('Present password of the user, which may be a temporary one.'),
    new_password: described(
      NewPassword,
      'Password that replaces the present one, of letters and digits; none of the last four passwords.',
    ),
    otp: GivenCode,
  },
  { $id: 'ChangePassword' },
)

export const changePassword = (
  { realms, issuer }: TokenServices,
  users: UserAuthenticator,
  passwords: Passwords,
): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/change-password',
    tag: 'Auth',
    summary: 'Change one’s own password',
    description:
      'Asks for the present password instead of a token, so that a temporary one can be replaced and a stolen token ' +
      'cannot. Ends every session of the user and answers a new one.',
    allow: 'none',
    limit: 'token',
    idempotent: false,
    params: SlugParams,
    body: ChangePassword,
    answers: { 200: TokenAnswer },
    errors: ['realm_not_found', 'invalid_credentials', 'realm_suspended'],
    shapeProblem: loginProblem,
    async handle(call) {
      const { params, body, request, runtime } = call
      const realm = await findPathRealm(realms, params.slug)
      const nowMs = request.arrivedAt
      const before = await users.authenticate(realm, readUserCredentials(body), {
        address: request.clientAddress,
        nowMs,
      })
      if (realm.isSuspended) throw realmSuspended(realm.slug)
      checkPassword('new_password', body.new_password, before)
      if (body.new_password === body.password)
        throw fieldProblem('new_password', 'mismatch', phrase`must be another one than the present password`)
      const used = [before.passwordHash as string, ...(before.previousHashes ?? [])]
      const hash = await hashNewPassword(passwords, 'new_password', body.new_password, used)
      const { owner, text } = await runtime.db.transaction({ of: realm.tenantId }, async (tx) => {
        const owner = toUserOwner(await replace(tx, runtime.clock.now(), realm, before, hash))
        const { text, row } = issuer.fresh(realm, owner)
        const insert = insertRefreshTokens([row])
        await tx.query(insert.text, insert.values, insert.name)
        await recordSignIn(tx, call, realm, before.id, 'POST /api/v1/auth/{slug}/change-password')
        return { owner, text }
      })
      runtime.notifications.publish('realms', realm.tenantId)
      return { ...ok(await issuer.reply(realm, owner, text, nowMs)), carriesSecret: true }
    },
  })

/** Returns the person after the change; a concurrent change that committed later wins. */
const replace = async (
  tx: Tx,
  now: Date,
  { tenantId }: Realm,
  person: UserWithPassword,
  hash: string,
): Promise<UserAccount> => {
  if (!(await replacePassword(tx, tenantId, person, hash, now))) throw wrongPassword()
  await endSessions(tx, tenantId, person.id, Date.now(), now)
  return (await findUserAccount(tx, tenantId, person.id)) as UserAccount
}
