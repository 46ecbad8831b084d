/** Screens of settlements. */

import { getSettlements, getSettlementsById, getSettlementsTerms } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const SETTLEMENTS = [
  screen({
    path: '/settlements',
    title: { en: 'Settlements', tr: 'Hakedişler' },
    menu: { group: 'settlement', icon: 'bank' },
    anyOf: [getSettlements],
    load: () => import('./settlement-list.tsx'),
  }),
  screen({
    path: '/settlements/$id',
    title: { en: 'Settlement', tr: 'Hakediş' },
    anyOf: [getSettlementsById],
    load: () => import('./settlement-detail.tsx'),
  }),
  screen({
    path: '/settlement-terms',
    title: { en: 'Terms', tr: 'Anlaşma koşulları' },
    menu: { group: 'settlement', icon: 'list' },
    anyOf: [getSettlementsTerms],
    load: () => import('./terms-list.tsx'),
  }),
]
