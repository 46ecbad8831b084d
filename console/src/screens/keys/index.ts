/** The screen of API keys. */

import { getTenantsMeApiKeys } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const KEYS = [
  screen({
    path: '/keys',
    title: { en: 'API keys', tr: 'API anahtarları' },
    menu: { group: 'developers', icon: 'settings' },
    anyOf: [getTenantsMeApiKeys],
    load: () => import('./key-list.tsx'),
  }),
]
