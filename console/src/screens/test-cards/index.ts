/** The screen of test cards. */
import { screen } from '../../frame/screen.ts'
import { getTestCards } from '../../generated/operations.ts'

export const TEST_CARDS = [
  screen({
    path: '/test-cards',
    title: { en: 'Test cards', tr: 'Test kartları' },
    menu: { group: 'developers', icon: 'card' },
    anyOf: [getTestCards],
    load: () => import('./card-list.tsx'),
  }),
]
