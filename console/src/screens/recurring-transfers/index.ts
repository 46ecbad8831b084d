/** Screen of recurring transfers. */

import { getRecurringtransfers } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const RECURRING_TRANSFERS = [
  screen({
    path: '/recurring-transfers',
    title: { en: 'Recurring transfers', tr: 'Düzenli transferler' },
    menu: { group: 'transfers', icon: 'clock' },
    anyOf: [getRecurringtransfers],
    load: () => import('./plan-list.tsx'),
  }),
]
