/** The failure laboratory of the sandbox. */

import { postPayments } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const LABORATORY = [
  screen({
    path: '/laboratory',
    title: { en: 'Failure laboratory', tr: 'Arıza laboratuvarı' },
    menu: { group: 'developers', icon: 'warn' },
    anyOf: [postPayments],
    load: () => import('./laboratory.tsx'),
  }),
]
