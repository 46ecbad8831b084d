/** The tenant of a path, and the response of a role. */
import type { Answer, Call } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import { lockUsers } from '../login/user-login-store.ts'
import { roleMeaning, TENANT_ROLES } from '../roles/built-in-roles.ts'
import type { TenantRoleRow } from '../roles/tenant-role-store.ts'

type RoleCall = Pick<Call, 'principal' | 'runtime' | 'inTx'> & { params: { tenant_id: string } }

/** Another tenant's id is reported as unknown. */
export const tenantOfPath = ({ params, principal }: RoleCall): string => {
  const named = params.tenant_id.toLowerCase()
  if (principal.tenantId !== null && (named === 'me' || named === principal.tenantId)) return principal.tenantId
  throw new Problem('resource_not_found', { detail: phrase`There is no tenant with this id here; \`me\` is your own.` })
}

/** Changes roles of the tenant in one transaction; every process is notified after the commit. */
export const changeRoles = async (
  call: RoleCall,
  work: (tx: Tx, tenantId: string) => Promise<Answer>,
): Promise<Answer> => {
  const tenantId = tenantOfPath(call)
  const answer = await call.inTx(async (tx) => {
    await lockUsers(tx, tenantId) // who administers the tenant may hang on a role
    return work(tx, tenantId)
  })
  call.runtime.notifications.publish('realms', tenantId)
  return answer
}

export const checkIncludes = (includes: readonly string[]): readonly string[] => {
  const at = includes.findIndex((name) => !TENANT_ROLES.includes(name))
  if (at < 0) return [...new Set(includes)]
  throw fieldProblem(
    `includes[${at}]`,
    'unknown_value',
    phrase`must be a built-in role of tenants: ${TENANT_ROLES.join(', ')}`,
  )
}

/** Built-in roles exist in every tenant and cannot be changed. */
export const checkOwn = (name: string): void => {
  if (TENANT_ROLES.includes(name))
    throw new Problem('conflict', {
      detail: phrase`${name} is a built-in role; it can be neither changed nor deleted.`,
    })
}

export const requireRole = (row: TenantRoleRow | undefined): TenantRoleRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`The tenant has no role of this name; the list shows those there are.`,
  })
}

export const roleBody = ({ name, description, includes, created }: TenantRoleRow) => ({
  name,
  description,
  includes: [...includes],
  is_builtin: false,
  created: isoTime(created),
})

/** `since` is when the tenant was made, and its built-in roles with it. */
export const builtInBody = ({ request }: Pick<Call, 'request'>, name: string, since: Date) => {
  const meaning = roleMeaning(name)
  return {
    name,
    description: meaning && phraseFor(request, meaning),
    includes: [name],
    is_builtin: true,
    created: isoTime(since),
  }
}
