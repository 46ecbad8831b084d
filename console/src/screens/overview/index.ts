/** The first screen. */
import { screen } from '../../screen.ts'

export const OVERVIEW = [
  screen({
    path: '/',
    title: { en: 'Overview', tr: 'Genel bakış' },
    menu: { group: 'home', icon: 'home' },
    anyOf: [],
    load: () => import('./overview.tsx'),
  }),
]
