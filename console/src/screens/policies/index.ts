/** The screen of merchants' fraud policies. */

import { getFraudMerchantsByMerchantIdPolicy } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const POLICIES = [
  screen({
    path: '/policies',
    title: { en: 'Policies', tr: 'Politikalar' },
    menu: { group: 'risk', icon: 'settings' },
    anyOf: [getFraudMerchantsByMerchantIdPolicy],
    load: () => import('./policies.tsx'),
  }),
]
