/** GET /api/v{version}/users/roles: the role names a user of this realm can have. */
import { type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import { PLATFORM_ROLE, roleMeaning, TENANT_ROLES } from '../roles/built-in-roles.ts'
import { listTenantRoles } from '../roles/tenant-role-store.ts'
import { inEnvelope, UserRolesEnvelope, VersionParams } from './user-schemas.ts'
import { checkVersion } from './user-scope.ts'

export const listUserRoles: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v:version/users/roles',
  tag: 'Users',
  summary: 'List the roles users can have',
  description: 'The built-in roles this realm may give, then the tenant’s own.',
  allow: 'users',
  params: VersionParams,
  answers: { 200: UserRolesEnvelope },
  errors: ['resource_not_found'],
  async handle(call) {
    checkVersion(call)
    const { tenantId } = call.principal
    if (tenantId === null) return ok(inEnvelope([builtIn(call, PLATFORM_ROLE)]))
    const own = await call.read((tx) => listTenantRoles(tx, tenantId))
    return ok(
      inEnvelope([
        ...TENANT_ROLES.map((name) => builtIn(call, name)),
        ...own.map(({ name, description }) => ({ name, description })),
      ]),
    )
  },
})

const builtIn = ({ request }: Pick<Call, 'request'>, name: string) => {
  const meaning = roleMeaning(name)
  return { name, description: meaning && phraseFor(request, meaning) }
}
