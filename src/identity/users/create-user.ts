/** POST /api/v{version}/users: a person who may log in as soon as there is a password. */
import { created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { checkPassword } from '../login/password-policy.ts'
import { hashPassword, type Passwords } from '../login/passwords.ts'
import { checkFree, checkLooks, checkMerchant, checkRoles } from './user-rules.ts'
import { CreateUser, inEnvelope, SNAKE_CASE, UserEnvelope, VersionParams } from './user-schemas.ts'
import { changeUsers, checkVersion, markUser, newUser, userBody } from './user-scope.ts'
import { insertUser } from './user-store.ts'

export const createUser = (passwords: Passwords): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v:version/users',
    tag: 'Users',
    summary: 'Create a user',
    description: 'Without a password the account waits for reset-password. Members may be written in snake_case, too.',
    allow: 'users',
    params: VersionParams,
    body: CreateUser,
    bodyAliases: SNAKE_CASE,
    answers: { 201: UserEnvelope },
    errors: ['resource_not_found', 'conflict', 'invalid_merchant_id'],
    async handle(call) {
      checkVersion(call)
      const { body, runtime, principal } = call
      const { password } = body
      if (password !== undefined) checkPassword('password', password, body)
      const hash = password === undefined ? null : await passwords.inTurn(() => hashPassword(password))
      return changeUsers(call, async (tx, scope) => {
        const row = newUser(scope.tenantId, body, runtime.clock.now())
        await checkRoles(tx, principal, row.roles)
        await checkMerchant(tx, scope, row.merchant_id)
        await checkFree(tx, row)
        await checkLooks(tx, row, ['username', 'email'])
        const password_known_by = hash === null ? null : principal.accountable
        await insertUser(tx, {
          ...row,
          password_hash: hash,
          password_known_by,
          address_waits: principal.tenantId !== null,
        })
        const after = userBody(await markUser(tx, principal, row, row.created), principal)
        return { ...created(inEnvelope(after)), change: { kind: 'user', id: row.id, before: null, after } }
      })
    },
  })
