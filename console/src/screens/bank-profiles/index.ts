/** Screen of bank profiles. */

import { getMerchantsByMerchantIdBankProfiles } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const BANK_PROFILES = [
  screen({
    path: '/bank-profiles',
    title: { en: 'Bank profiles', tr: 'Banka profilleri' },
    menu: { group: 'settlement', icon: 'card' },
    anyOf: [getMerchantsByMerchantIdBankProfiles],
    load: () => import('./bank-profiles.tsx'),
  }),
]
