/** Refunds, each with a link to its payment. */

import { getRefunds } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const REFUNDS = [
  screen({
    path: '/refunds',
    title: { en: 'Refunds', tr: 'İadeler' },
    menu: { group: 'money', icon: 'refund' },
    anyOf: [getRefunds],
    load: () => import('./refund-list.tsx'),
  }),
]
