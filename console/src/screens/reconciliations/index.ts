/** Screens of reconciliations. */

import { getReconciliations, getReconciliationsById, postReconciliationsFiles } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const RECONCILIATIONS = [
  screen({
    path: '/reconciliations',
    title: { en: 'Reconciliations', tr: 'Mutabakatlar' },
    menu: { group: 'settlement', icon: 'approve' },
    anyOf: [getReconciliations, postReconciliationsFiles],
    load: () => import('./reconciliation-list.tsx'),
  }),
  screen({
    path: '/reconciliations/$id',
    title: { en: 'Reconciliation', tr: 'Mutabakat' },
    anyOf: [getReconciliationsById],
    load: () => import('./reconciliation-detail.tsx'),
  }),
]
