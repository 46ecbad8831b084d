/** POST /api/v{version}/users/{id}/reset-password: an administrator sets a password; every session of the user ends. */
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import type { LoginThrottle } from '../login/login-throttle.ts'
import { hashNewPassword } from '../login/password-history.ts'
import { checkPassword } from '../login/password-policy.ts'
import type { Passwords } from '../login/passwords.ts'
import { endSessions, passwordsUsed } from '../login/user-login-store.ts'
import { setPassword } from './user-credentials-store.ts'
import { ResetPassword, UserParams } from './user-schemas.ts'
import { changeUsers, checkVersion, markUser, requireUser, toUserScope, userBody } from './user-scope.ts'
import { findUser } from './user-store.ts'

export const resetPassword = (passwords: Passwords, guard: LoginThrottle): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v:version/users/:id/reset-password',
    tag: 'Users',
    summary: 'Set a password for a user',
    description:
      'Ends every session of the user and the wait after wrong passwords. A temporary one grants no login: its owner changes ' +
      'it by POST {auth_url}/api/v1/auth/{slug}/change-password.',
    allow: 'users',
    params: UserParams,
    body: ResetPassword,
    answers: { 204: null },
    async handle(call) {
      checkVersion(call)
      const { body, params, runtime, principal } = call
      const scope = toUserScope(principal)
      const { owner, used } = await runtime.db.transaction({ of: scope.tenantId, mode: 'read' }, async (tx) => {
        const owner = requireUser(await findUser(tx, scope, params.id))
        return { owner, used: await passwordsUsed(tx, scope.tenantId, owner.id) }
      })
      checkPassword('password', body.password, owner)
      const hash = await hashNewPassword(passwords, 'password', body.password, used)
      const answer = await changeUsers(call, async (tx) => {
        const currentUser = requireUser(await findUser(tx, scope, params.id))
        const now = runtime.clock.now()
        const isTemporary = body.temporary ?? false
        const knownBy = principal.accountable
        await setPassword(tx, { tenantId: scope.tenantId, id: currentUser.id, hash, isTemporary, knownBy, now })
        await endSessions(tx, scope.tenantId, currentUser.id, Date.now(), now)
        const shown = userBody(currentUser, principal)
        const marked = await markUser(tx, principal, currentUser, now)
        const after = { ...userBody(marked, principal), passwordReset: true, temporary: isTemporary }
        return { ...noContent(), change: { kind: 'user', id: currentUser.id, before: shown, after } }
      })
      await guard.open(scope.tenantId, params.id)
      return answer
    },
  })
