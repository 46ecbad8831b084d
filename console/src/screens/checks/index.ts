/** The screen of all fraud checks. */

import { getFraudLogs } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const CHECKS = [
  screen({
    path: '/checks',
    title: { en: 'Check log', tr: 'Kural kontrolleri' },
    menu: { group: 'risk', icon: 'shield' },
    anyOf: [getFraudLogs],
    load: () => import('./check-list.tsx'),
  }),
]
