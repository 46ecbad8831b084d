/** Screens of the audit log. */
import { screen } from '../../frame/screen.ts'
import { getAuditLog, getPlatformAuditLog } from '../../generated/operations.ts'

export const AUDIT = [
  screen({
    path: '/audit',
    title: { en: 'Audit log', tr: 'Denetim günlüğü' },
    menu: { group: 'organization', icon: 'list' },
    anyOf: [getAuditLog],
    load: () => import('./audit-log.tsx'),
  }),
  screen({
    path: '/platform/audit',
    title: { en: 'Audit logs', tr: 'Denetim günlükleri' },
    menu: { group: 'platform', icon: 'list' },
    anyOf: [getPlatformAuditLog],
    load: () => import('./platform-audit-log.tsx'),
  }),
]
