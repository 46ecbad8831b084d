/** POST /api/v1/auth/{slug}/login: an access token for a person's name and password. */
import { Type } from 'typebox'
import { attributeDenials } from '../../access/audit/denials.ts'
import { realmSuspended } from '../../access/callers/authenticate.ts'
import type { Realm } from '../../access/callers/realms.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { Secret } from '../../core/secret.ts'
import type { TokenServices } from '../tokens/issue-token.ts'
import { loginProblem } from '../tokens/oauth-problem.ts'
import { findPathRealm } from '../tokens/path-realm.ts'
import { toUserOwner } from '../tokens/token-owner.ts'
import { SlugParams, TokenAnswer } from '../tokens/token-schemas.ts'
import { type UserAuthenticator, wrongPassword } from './authenticate-user.ts'
import { recordSignIn } from './record-sign-in.ts'
import { insertSession, type UserWithPassword } from './user-login-store.ts'

export const UserName = Type.String({
  maxLength: 200,
  description: 'Name the user signs in with, or the e-mail address; compared without case.',
})
export const GivenPassword = (description: string) => Type.String({ maxLength: 1024, 'x-verbatim': true, description })
export const GivenCode = Type.Optional(
  Type.String({
    maxLength: 40,
    'x-verbatim': true,
    description: 'Six digits of the authenticator app, or a recovery code; required for users with a second factor.',
  }),
)
const LoginRequest = Type.Object(
  {
    username: UserName,
    password: GivenPassword('Password of the user.'),
    otp: GivenCode,
    in_two_steps: Type.Optional(
      Type.Boolean({
        description:
          'Whether a right password without the code that the user needs is answered with `otp_required`, so that the code can be asked for in a second step.',
      }),
    ),
  },
  { $id: 'LoginRequest' },
)

export const logIn = ({ realms, issuer }: TokenServices, users: UserAuthenticator): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/login',
    tag: 'Auth',
    summary: 'Log a person in',
    description:
      'For people; programs use the token operation. Users with a second factor send its code in `otp`. After ten failures in 15 minutes ' +
      'an account waits 30 minutes, with the same answer. The detail `password_change_required` says that the password is right but temporary.',
    allow: 'none',
    limit: 'token',
    idempotent: false,
    params: SlugParams,
    body: LoginRequest,
    answers: { 200: TokenAnswer },
    errors: ['realm_not_found', 'invalid_credentials', 'otp_required', 'realm_suspended'],
    shapeProblem: loginProblem,
    async handle(call) {
      const { params, body, request, runtime } = call
      const realm = await findPathRealm(realms, params.slug)
      const caller = { address: request.clientAddress, nowMs: request.arrivedAt }
      const person = await users.authenticate(
        realm,
        { ...readUserCredentials(body), asksForCode: body.in_two_steps === true },
        caller,
      )
      const owner = toUserOwner(person)
      const { text, row } = issuer.fresh(realm, owner)
      const refused = { tenantId: realm.tenantId, realm: realm.slug, actor: person.id }
      await attributeDenials(refused, async () => {
        checkLogin(realm, person)
        await runtime.db.transaction({ of: realm.tenantId }, async (tx) => {
          if (!(await insertSession(tx, person, row))) throw wrongPassword() // changed while the password was compared
          await recordSignIn(tx, call, realm, person.id, 'POST /api/v1/auth/{slug}/login')
        })
      })
      return { ...ok(await issuer.reply(realm, owner, text, caller.nowMs)), carriesSecret: true }
    },
  })

export const readUserCredentials = (body: { username: string; password: string; otp?: string | undefined }) => ({
  username: body.username,
  password: new Secret(body.password),
  otp: body.otp === undefined ? undefined : new Secret(body.otp),
})

const checkLogin = (realm: Realm, person: UserWithPassword): void => {
  if (realm.isSuspended) throw realmSuspended(realm.slug)
  if (person.isTemporary) throw new Problem('invalid_credentials', { detail: phrase`password_change_required` })
}
