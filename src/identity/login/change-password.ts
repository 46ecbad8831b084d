/** POST /api/v1/auth/{slug}/change-password: a person's own new password, for the old one; every other session ends. */
import { Type } from 'typebox'
import { suspended } from '../../access/callers/authenticate.ts'
import { findPerson, type Person } from '../../access/callers/user-lookup.ts'
import type { Realm } from '../../access/callers/realms.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TokenParts } from '../tokens/issue-token.ts'
import { loginProblem } from '../tokens/oauth-problem.ts'
import { realmOfPath } from '../tokens/path-realm.ts'
import { insertRefreshTokens } from '../tokens/refresh-token-store.ts'
import { ownerOfPerson } from '../tokens/token-owner.ts'
import { SlugParams, TokenAnswer } from '../tokens/token-schemas.ts'
import { credentialsIn, GivenCode, GivenPassword, UserName } from './log-in.ts'
import { checkPassword, NewPassword } from './password-policy.ts'
import type { Passwords } from './passwords.ts'
import { type PeopleDoor, wrongPassword } from './authenticate-user.ts'
import { endSessions, type PersonWithPassword, replacePassword } from './user-login-store.ts'
import { recordSignIn } from './record-sign-in.ts'
import { hashNewPassword } from './password-history.ts'

const ChangePassword = Type.Object(
  {
    username: UserName,
    password: GivenPassword('The present one; a temporary one is taken here, and here alone'),
    new_password: NewPassword,
    otp: GivenCode,
  },
  { $id: 'ChangePassword' },
)

export const changePassword = ({ realms, issuer }: TokenParts, door: PeopleDoor, passwords: Passwords): Endpoint =>
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
      const { params, body, request, house } = call
      const realm = await realmOfPath(realms, params.slug)
      const nowMs = request.arrivedAt
      const before = await door.enter(realm, credentialsIn(body), { address: request.clientAddress, nowMs })
      if (realm.isSuspended) throw suspended(realm.slug)
      checkPassword('new_password', body.new_password, before)
      if (body.new_password === body.password)
        throw fieldProblem('new_password', 'mismatch', 'must be another one than the present password')
      const used = [before.passwordHash as string, ...(before.previousHashes ?? [])]
      const hash = await hashNewPassword(passwords, 'new_password', body.new_password, used)
      const { owner, text } = await house.db.inTenant(realm.tenantId, async (tx) => {
        const owner = ownerOfPerson(await replace(tx, house.clock.now(), realm, before, hash))
        const { text, row } = issuer.fresh(realm, owner)
        const insert = insertRefreshTokens([row])
        await tx.query(insert.text, insert.values, insert.name)
        await recordSignIn(tx, call, realm, before.id, 'POST /api/v1/auth/{slug}/change-password')
        return { owner, text }
      })
      house.notices.tell('realms', realm.tenantId)
      return { ...ok(await issuer.reply(realm, owner, text, nowMs)), carriesSecret: true }
    },
  })

/** Answers the person after the change; another change that was faster has the last word. */
const replace = async (
  tx: Tx,
  now: Date,
  { tenantId }: Realm,
  person: PersonWithPassword,
  hash: string,
): Promise<Person> => {
  if (!(await replacePassword(tx, tenantId, person, hash, now))) throw wrongPassword()
  await endSessions(tx, tenantId, person.id, Date.now(), now)
  return (await findPerson(tx, tenantId, person.id)) as Person
}
