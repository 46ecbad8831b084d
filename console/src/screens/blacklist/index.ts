/** The screen of the blacklist. */

import { getFraudBlacklist, getPlatformFraudBlacklist } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const BLACKLIST = [
  screen({
    path: '/blacklist',
    title: { en: 'Blacklist', tr: 'Kara liste' },
    menu: { group: 'risk', icon: 'close' },
    anyOf: [getFraudBlacklist, getPlatformFraudBlacklist],
    load: () => import('./blacklist.tsx'),
  }),
]
