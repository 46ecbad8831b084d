/** Refunds, each of which leads to its payment. */
import { screen } from '../../frame/screen.ts'
import { getRefunds } from '../../generated/operations.ts'

export const REFUNDS = [
  screen({
    path: '/refunds',
    title: { en: 'Refunds', tr: 'İadeler' },
    menu: { group: 'money', icon: 'refund' },
    anyOf: [getRefunds],
    load: () => import('./refund-list.tsx'),
  }),
]
