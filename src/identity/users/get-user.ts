/** GET /api/v{version}/users/{id}: one user. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { inEnvelope, UserEnvelope, UserParams } from './user-schemas.ts'
import { checkVersion, requireUser, toUserScope, userBody } from './user-scope.ts'
import { findUser } from './user-store.ts'

export const getUser: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v:version/users/:id',
  tag: 'Users',
  summary: 'One user',
  description: 'The person with roles and merchant; never the password.',
  allow: 'users',
  isTagged: true,
  params: UserParams,
  answers: { 200: UserEnvelope },
  async handle(call) {
    checkVersion(call)
    const scope = toUserScope(call.principal)
    const row = await call.runtime.db.transaction({ of: scope.tenantId, mode: 'read' }, (tx) =>
      findUser(tx, scope, call.params.id),
    )
    const tagged = userBody(requireUser(row), call.principal)
    return { ...ok(inEnvelope(tagged)), tagged }
  },
})
