/** Screen of settings. */

import { getMePlan, getSettingsOfCards } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const SETTINGS = [
  screen({
    path: '/settings',
    title: { en: 'Settings', tr: 'Ayarlar' },
    menu: { group: 'organization', icon: 'settings' },
    anyOf: [getSettingsOfCards],
    load: () => import('./settings.tsx'),
  }),
  screen({
    path: '/plan',
    title: { en: 'Plan and usage', tr: 'Plan ve kullanım' },
    anyOf: [getMePlan],
    load: () => import('./plan.tsx'),
  }),
]
