/** Screen of roles. */
import { screen } from '../../frame/screen.ts'
import { getTenantsByTenantIdRoles } from '../../generated/operations.ts'

export const ROLES = [
  screen({
    path: '/roles',
    title: { en: 'Roles', tr: 'Roller' },
    menu: { group: 'organization', icon: 'shield' },
    anyOf: [getTenantsByTenantIdRoles],
    load: () => import('./roles.tsx'),
  }),
]
