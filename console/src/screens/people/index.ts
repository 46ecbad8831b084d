/** Screen of people. */

import { getUsers } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const PEOPLE = [
  screen({
    path: '/people',
    title: { en: 'People', tr: 'Kişiler' },
    menu: { group: 'organization', icon: 'people' },
    anyOf: [getUsers],
    load: () => import('./people.tsx'),
  }),
]
