/** Screens of payment links. */

import { getTransactions, postPaymentsOrderLink } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const LINKS = [
  screen({
    path: '/links',
    title: { en: 'Payment links', tr: 'Ödeme bağlantıları' },
    menu: { group: 'money', icon: 'globe' },
    anyOf: [postPaymentsOrderLink, getTransactions],
    load: () => import('./links.tsx'),
  }),
]
