/** Screen of people. */
import { screen } from '../../frame/screen.ts'
import { getUsers } from '../../generated/operations.ts'

export const PEOPLE = [
  screen({
    path: '/people',
    title: { en: 'People', tr: 'Kişiler' },
    menu: { group: 'organization', icon: 'people' },
    anyOf: [getUsers],
    load: () => import('./people.tsx'),
  }),
]
