/** POST /api/v{version}/users/{id}/reset-second-factor: for a lost device; every session of the user ends. */
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { removePasskeys } from '../login/end-credentials.ts'
import { removeSecondFactor } from '../login/second-factor-store.ts'
import { endSessions } from '../login/user-login-store.ts'
import { noteFactorReset } from './user-credentials-store.ts'
import { UserParams } from './user-schemas.ts'
import { changeUsers, checkVersion, markUser, requireUser, userBody } from './user-scope.ts'
import { findUser } from './user-store.ts'

export const resetSecondFactor: Endpoint = endpoint({
  method: 'POST',
  path: '/api/v:version/users/:id/reset-second-factor',
  tag: 'Users',
  summary: 'Take a user’s second factor away',
  description:
    'For a lost device: passkeys go, too. Ends every session of the user, who then logs in with the password alone; in production ' +
    'the rights that need a second factor count again once a new one is set up. Without one nothing changes.',
  allow: 'users',
  params: UserParams,
  answers: { 204: null },
  handle: (call) => {
    checkVersion(call)
    const { params, runtime, principal } = call
    return changeUsers(call, async (tx, scope) => {
      const currentUser = requireUser(await findUser(tx, scope, params.id))
      const now = runtime.clock.now()
      const hadFactor = await removeSecondFactor(tx, scope.tenantId, currentUser.id, now)
      const had = (await removePasskeys(tx, scope.tenantId, currentUser.id)) > 0 || hadFactor
      let marked = currentUser
      if (had) {
        await noteFactorReset(tx, scope.tenantId, currentUser.id, now)
        await endSessions(tx, scope.tenantId, currentUser.id, Date.now(), now)
        marked = await markUser(tx, principal, currentUser, now)
      }
      const before = { ...userBody(currentUser, principal), hasSecondFactor: had }
      const after = { ...userBody(marked, principal), hasSecondFactor: false }
      return { ...noContent(), change: { kind: 'user', id: currentUser.id, before, after } }
    })
  },
})
