/** Screens of chargebacks. */

import { getChargebacks, getChargebacksById } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const CHARGEBACKS = [
  screen({
    path: '/chargebacks',
    title: { en: 'Chargebacks', tr: 'Ters ibrazlar' },
    menu: { group: 'settlement', icon: 'refund' },
    anyOf: [getChargebacks],
    load: () => import('./chargeback-list.tsx'),
  }),
  screen({
    path: '/chargebacks/$id',
    title: { en: 'Chargeback', tr: 'Ters ibraz' },
    anyOf: [getChargebacksById],
    load: () => import('./chargeback-detail.tsx'),
  }),
]
