/** Screens of payment links. */
import { screen } from '../../frame/screen.ts'
import { getTransactions, postPaymentsOrderLink } from '../../generated/operations.ts'

export const LINKS = [
  screen({
    path: '/links',
    title: { en: 'Payment links', tr: 'Ödeme bağlantıları' },
    menu: { group: 'money', icon: 'globe' },
    anyOf: [postPaymentsOrderLink, getTransactions],
    load: () => import('./links.tsx'),
  }),
]
