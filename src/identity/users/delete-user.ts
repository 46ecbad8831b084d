/** DELETE /api/v{version}/users/{id}: the person's tokens and sign-ins end at once; the log of the person's actions stays readable. */
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { endSessions } from '../login/user-login-store.ts'
import { keepAnAdmin } from './user-rules.ts'
import { UserParams } from './user-schemas.ts'
import { changeUsers, checkVersion, requireUser, userBody } from './user-scope.ts'
import { findUser, removeUser } from './user-store.ts'

export const deleteUser: Endpoint = endpoint({
  method: 'DELETE',
  path: '/api/v:version/users/:id',
  tag: 'Users',
  summary: 'Delete a user',
  description: 'Not oneself. The user name and the e-mail address are free again.',
  allow: 'users',
  isTagged: true,
  params: UserParams,
  answers: { 204: null },
  errors: ['conflict'],
  handle: (call) => {
    checkVersion(call)
    const { params, runtime, principal } = call
    return changeUsers(call, async (tx, scope) => {
      const currentUser = requireUser(await findUser(tx, scope, params.id))
      if (currentUser.id === principal.subject)
        throw new Problem('conflict', { detail: phrase`A user cannot delete itself; another administrator can.` })
      const now = runtime.clock.now()
      await endSessions(tx, scope.tenantId, currentUser.id, Date.now(), now)
      await removeUser(tx, scope.tenantId, currentUser.id, now)
      await keepAnAdmin(tx, principal)
      const before = userBody(currentUser, principal)
      return { ...noContent(), change: { kind: 'user', id: currentUser.id, before, after: null } }
    })
  },
})
