/** Screen of settings. */
import { screen } from '../../frame/screen.ts'
import { getSettingsOfCards } from '../../generated/operations.ts'

export const SETTINGS = [
  screen({
    path: '/settings',
    title: { en: 'Settings', tr: 'Ayarlar' },
    menu: { group: 'organization', icon: 'settings' },
    anyOf: [getSettingsOfCards],
    load: () => import('./settings.tsx'),
  }),
]
