/** Screens of the audit log: an organization's own, and the one for the platform's people. */

import { getAuditLog, getPlatformAuditLog } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const AUDIT = [
  screen({
    path: '/audit',
    title: { en: 'Audit log', tr: 'Denetim günlüğü' },
    menu: { group: 'organization', icon: 'list' },
    anyOf: [getAuditLog],
    load: () => import('./audit-log.tsx'),
  }),
]

export const PLATFORM_AUDIT = [
  screen({
    path: '/platform/audit',
    title: { en: 'Audit logs', tr: 'Denetim günlükleri' },
    menu: { group: 'platform', icon: 'list' },
    anyOf: [getPlatformAuditLog],
    load: () => import('./platform-audit-log.tsx'),
  }),
]
