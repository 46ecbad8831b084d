/** Screens of the monitors: what the program finds wrong, and whom it tells. */

import { getMonitorsChannels, getMonitorsFindings } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const MONITORS = [
  screen({
    path: '/monitors',
    title: { en: 'Monitors', tr: 'Gözlem' },
    menu: { group: 'organization', icon: 'warn' },
    anyOf: [getMonitorsFindings],
    load: () => import('./finding-list.tsx'),
  }),
  screen({
    path: '/monitors/channels',
    title: { en: 'Channels of the monitors', tr: 'Gözlem kanalları' },
    anyOf: [getMonitorsChannels],
    load: () => import('./channel-list.tsx'),
  }),
]
