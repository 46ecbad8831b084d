/** DELETE /api/v1/tenants/{tenant_id}/roles/{role_name}: a role that is not in use. */
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { countRoleHolders, lockTenantRole, removeTenantRole } from '../roles/tenant-role-store.ts'
import { RoleParams } from './tenant-role-schemas.ts'
import { changeRoles, checkOwn, requireRole, roleBody } from './tenant-role-scope.ts'

export const deleteRole: Endpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/tenants/:tenant_id/roles/:role_name',
  tag: 'TenantRoles',
  summary: 'Delete a role',
  description: 'Not while a user or an API key has it.',
  allow: 'tenant',
  params: RoleParams,
  answers: { 204: null },
  errors: ['resource_not_found', 'conflict'],
  handle: (call) =>
    changeRoles(call, async (tx, tenantId) => {
      const name = call.params.role_name
      checkOwn(name)
      const currentRole = requireRole(await lockTenantRole(tx, tenantId, name))
      const holders = await countRoleHolders(tx, tenantId, name)
      if (holders > 0)
        throw new Problem('conflict', {
          detail: phrase`${holders} users and API keys have this role; take it from them first.`,
        })
      await removeTenantRole(tx, tenantId, name)
      return { ...noContent(), change: { kind: 'tenant_role', id: name, before: roleBody(currentRole), after: null } }
    }),
})
