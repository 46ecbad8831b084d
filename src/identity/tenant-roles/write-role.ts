/** POST and PUT of tenants/{tenant_id}/roles: included roles apply from the next request on, for existing tokens too. */
import { created, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { findRoleHolders } from '../confirmation/confirmation-store.ts'
import { PLATFORM_ROLE } from '../roles/built-in-roles.ts'
import { countTenantRoles, insertTenantRole, lockTenantRole, writeTenantRole } from '../roles/tenant-role-store.ts'
import { keepAnAdmin } from '../users/user-rules.ts'
import { RoleParams, RolesParams, TenantRole, WriteTenantRole } from './tenant-role-schemas.ts'
import { changeRoles, checkIncludes, checkOwn, requireRole, roleBody } from './tenant-role-scope.ts'

/** Each is looked up with every login. */
const OWN_ROLES_MAX = 100

export const createRole: Endpoint = endpoint({
  method: 'POST',
  path: '/api/v1/tenants/:tenant_id/roles',
  tag: 'TenantRoles',
  summary: 'Create a role',
  description: `A named bundle of built-in roles, for users and API keys. A tenant has ${OWN_ROLES_MAX} at most.`,
  allow: 'tenant',
  params: RolesParams,
  body: WriteTenantRole,
  answers: { 201: TenantRole },
  errors: ['resource_not_found', 'conflict'],
  handle: (call) =>
    changeRoles(call, async (tx, tenantId) => {
      const { name, description, includes } = call.body
      if (name === undefined) throw fieldProblem('name', 'required', phrase`send the name of the role`)
      checkOwn(name)
      if (name === PLATFORM_ROLE)
        throw fieldProblem('name', 'unknown_value', phrase`is the name of a role of the platform`)
      if ((await countTenantRoles(tx, tenantId)) >= OWN_ROLES_MAX)
        throw new Problem('conflict', {
          detail: phrase`This tenant has ${OWN_ROLES_MAX} roles of its own; delete one first.`,
        })
      const row = {
        tenant_id: tenantId,
        name,
        description: description || null,
        includes: checkIncludes(includes),
        created: call.runtime.clock.now(),
      }
      if (!(await insertTenantRole(tx, row)))
        throw new Problem('conflict', {
          detail: phrase`The tenant has a role ${name} already.`,
          errors: [{ field: 'name', code: 'conflict', message: phrase`is taken` }],
        })
      const after = roleBody(row)
      return { ...created(after), change: { kind: 'tenant_role', id: name, before: null, after } }
    }),
})

export const updateRole: Endpoint = endpoint({
  method: 'PUT',
  path: '/api/v1/tenants/:tenant_id/roles/:role_name',
  tag: 'TenantRoles',
  summary: 'Change a role',
  description: 'The name stays. Whoever has the role gains or loses what it includes with the next request.',
  allow: 'tenant',
  params: RoleParams,
  body: WriteTenantRole,
  answers: { 200: TenantRole },
  errors: ['resource_not_found', 'conflict'],
  handle: (call) =>
    changeRoles(call, async (tx, tenantId) => {
      const { params, body, principal, runtime } = call
      const name = params.role_name
      checkOwn(name)
      if (body.name !== undefined && body.name !== name)
        throw fieldProblem('name', 'mismatch', phrase`must be the name in the path, or be left out`)
      const currentRole = requireRole(await lockTenantRole(tx, tenantId, name))
      const description = body.description === undefined ? currentRole.description : body.description || null
      const row = { ...currentRole, description, includes: checkIncludes(body.includes) }
      const now = runtime.clock.now()
      await writeTenantRole(tx, row, now)
      // A change of the role grants the newly included roles to its holders.
      if (row.includes.some((role) => !currentRole.includes.includes(role)))
        for (const table of ['clients', 'users'] as const) {
          const ids = await findRoleHolders(tx, table, tenantId, name)
          if (ids.length > 0) await markChanged(tx, table, { tenantId, ids }, principal, now)
        }
      await keepAnAdmin(tx, principal)
      const [before, after] = [roleBody(currentRole), roleBody(row)]
      return { ...ok(after), change: { kind: 'tenant_role', id: name, before, after } }
    }),
})
