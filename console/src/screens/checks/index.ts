/** The screen of all fraud checks. */
import { screen } from '../../frame/screen.ts'
import { getFraudLogs } from '../../generated/operations.ts'

export const CHECKS = [
  screen({
    path: '/checks',
    title: { en: 'Check log', tr: 'Kural kontrolleri' },
    menu: { group: 'risk', icon: 'shield' },
    anyOf: [getFraudLogs],
    load: () => import('./check-list.tsx'),
  }),
]
