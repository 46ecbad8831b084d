/** Screen of roles. */

import { getTenantsByTenantIdRoles } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const ROLES = [
  screen({
    path: '/roles',
    title: { en: 'Roles', tr: 'Roller' },
    menu: { group: 'organization', icon: 'shield' },
    anyOf: [getTenantsByTenantIdRoles],
    load: () => import('./roles.tsx'),
  }),
]
