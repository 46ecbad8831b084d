/** Screens of recurring plans. */

import { getRecurring, getRecurringById } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const RECURRING = [
  screen({
    path: '/recurring',
    title: { en: 'Recurring plans', tr: 'Yinelenen ödemeler' },
    menu: { group: 'money', icon: 'clock' },
    anyOf: [getRecurring],
    load: () => import('./plan-list.tsx'),
  }),
  screen({
    path: '/recurring/$id',
    title: { en: 'Recurring plan', tr: 'Yinelenen ödeme planı' },
    anyOf: [getRecurringById],
    load: () => import('./plan-detail.tsx'),
  }),
]
