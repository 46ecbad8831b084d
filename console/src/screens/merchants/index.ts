/** Screens of merchants. */

import { getMerchants, getMerchantsById } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const MERCHANTS = [
  screen({
    path: '/merchants',
    title: { en: 'Merchants', tr: 'Üye iş yerleri' },
    menu: { group: 'organization', icon: 'home' },
    anyOf: [getMerchants],
    load: () => import('./merchant-list.tsx'),
  }),
  screen({
    path: '/merchants/$id',
    title: { en: 'Merchant', tr: 'Üye iş yeri' },
    anyOf: [getMerchantsById],
    load: () => import('./merchant-detail.tsx'),
  }),
]
