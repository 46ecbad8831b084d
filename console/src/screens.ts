/** All screens. A folder of `screens/` declares its own in `index.ts`; a new folder is one line here. */
import type { Screen } from './frame/screen.ts'
import { APPROVALS } from './screens/approvals/index.ts'
import { OVERVIEW } from './screens/overview/index.ts'
import { PAYMENTS } from './screens/payments/index.ts'
import { REFUNDS } from './screens/refunds/index.ts'
import { TRANSFERS } from './screens/transfers/index.ts'

export const SCREENS: readonly Screen[] = [...OVERVIEW, ...PAYMENTS, ...REFUNDS, ...APPROVALS, ...TRANSFERS]
