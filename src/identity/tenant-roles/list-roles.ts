/** GET /api/v1/tenants/{tenant_id}/roles: the built-in roles, then the tenant's own. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { TENANT_ROLES } from '../roles/built-in-roles.ts'
import { findTenantSince, listTenantRoles } from '../roles/tenant-role-store.ts'
import { RolesParams, TenantRole } from './tenant-role-schemas.ts'
import { builtInBody, roleBody, tenantOfPath } from './tenant-role-scope.ts'

export const listRoles: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/tenants/:tenant_id/roles',
  tag: 'TenantRoles',
  summary: 'List the roles of the tenant',
  description: 'Built-in roles first, then the tenant’s own by name.',
  allow: 'tenant',
  params: RolesParams,
  answers: { 200: Type.Array(TenantRole) },
  errors: ['resource_not_found'],
  handle: (call) => {
    const tenantId = tenantOfPath(call)
    return call.read(async (tx) => {
      const since = await findTenantSince(tx, tenantId)
      const own = await listTenantRoles(tx, tenantId)
      return ok([...TENANT_ROLES.map((name) => builtInBody(call, name, since)), ...own.map(roleBody)])
    })
  },
})
