/** The screen of test cards. */

import { getTestCards } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const TEST_CARDS = [
  screen({
    path: '/test-cards',
    title: { en: 'Test cards', tr: 'Test kartları' },
    menu: { group: 'developers', icon: 'card' },
    anyOf: [getTestCards],
    load: () => import('./card-list.tsx'),
  }),
]
