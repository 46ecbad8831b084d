/** Screens of card payments. */

import { getTransactions, getTransactionsById } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const PAYMENTS = [
  screen({
    path: '/payments',
    title: { en: 'Payments', tr: 'Ödemeler' },
    menu: { group: 'money', icon: 'card' },
    anyOf: [getTransactions],
    load: () => import('./payment-list.tsx'),
  }),
  screen({
    path: '/payments/$id',
    title: { en: 'Payment', tr: 'Ödeme' },
    anyOf: [getTransactionsById],
    load: () => import('./payment-detail.tsx'),
  }),
  screen({
    path: '/payments/$id/receipt',
    title: { en: 'Receipt', tr: 'Makbuz' },
    anyOf: [getTransactionsById],
    load: () => import('./receipt.tsx'),
  }),
]
