/** Screens of fraud alerts: what waits for an analyst. */

import {
  getFraudAlerts,
  getFraudAlertsById,
  getPlatformFraudAlerts,
  getPlatformFraudAlertsById,
} from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const ALERTS = [
  screen({
    path: '/alerts',
    title: { en: 'Alerts', tr: 'Uyarılar' },
    menu: { group: 'risk', icon: 'warn' },
    anyOf: [getFraudAlerts, getPlatformFraudAlerts],
    load: () => import('./alert-list.tsx'),
  }),
  screen({
    path: '/alerts/$id',
    title: { en: 'Alert', tr: 'Uyarı' },
    anyOf: [getFraudAlertsById, getPlatformFraudAlertsById],
    load: () => import('./alert-detail.tsx'),
  }),
]
