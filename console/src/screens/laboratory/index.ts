/** The failure laboratory of the sandbox. */
import { screen } from '../../frame/screen.ts'
import { postPayments } from '../../generated/operations.ts'

export const LABORATORY = [
  screen({
    path: '/laboratory',
    title: { en: 'Failure laboratory', tr: 'Arıza laboratuvarı' },
    menu: { group: 'developers', icon: 'warn' },
    anyOf: [postPayments],
    load: () => import('./laboratory.tsx'),
  }),
]
