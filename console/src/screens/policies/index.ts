/** The screen of merchants' fraud policies. */
import { screen } from '../../frame/screen.ts'
import { getFraudMerchantsByMerchantIdPolicy } from '../../generated/operations.ts'

export const POLICIES = [
  screen({
    path: '/policies',
    title: { en: 'Policies', tr: 'Politikalar' },
    menu: { group: 'risk', icon: 'settings' },
    anyOf: [getFraudMerchantsByMerchantIdPolicy],
    load: () => import('./policies.tsx'),
  }),
]
