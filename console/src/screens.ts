/** All screens. A folder of `screens/` declares its screens in `index.ts`; a new folder needs one line here. */
import type { Screen } from './screen.ts'
import { ACCOUNT } from './screens/account/index.ts'
import { ALERTS } from './screens/alerts/index.ts'
import { APPROVALS } from './screens/approvals/index.ts'
import { AUDIT, PLATFORM_AUDIT } from './screens/audit/index.ts'
import { BANK_PROFILES } from './screens/bank-profiles/index.ts'
import { BLACKLIST } from './screens/blacklist/index.ts'
import { CHARGEBACKS } from './screens/chargebacks/index.ts'
import { CHECKOUT_SESSIONS } from './screens/checkout-sessions/index.ts'
import { CHECKS } from './screens/checks/index.ts'
import { CONNECTORS } from './screens/connectors/index.ts'
import { ERROR_CODES } from './screens/error-codes/index.ts'
import { KEYS } from './screens/keys/index.ts'
import { LABORATORY } from './screens/laboratory/index.ts'
import { LINKS } from './screens/links/index.ts'
import { MERCHANTS } from './screens/merchants/index.ts'
import { MONITORS } from './screens/monitors/index.ts'
import { OVERVIEW } from './screens/overview/index.ts'
import { PAYMENTS } from './screens/payments/index.ts'
import { PEOPLE } from './screens/people/index.ts'
import { PERSON_DATA } from './screens/person-data/index.ts'
import { PLATFORM } from './screens/platform/index.ts'
import { POLICIES } from './screens/policies/index.ts'
import { PROVIDERS } from './screens/providers/index.ts'
import { RECONCILIATIONS } from './screens/reconciliations/index.ts'
import { RECURRING } from './screens/recurring/index.ts'
import { RECURRING_TRANSFERS } from './screens/recurring-transfers/index.ts'
import { REFUNDS } from './screens/refunds/index.ts'
import { REQUESTS } from './screens/requests/index.ts'
import { ROLES } from './screens/roles/index.ts'
import { ROUTING } from './screens/routing/index.ts'
import { RULES } from './screens/rules/index.ts'
import { SETTINGS } from './screens/settings/index.ts'
import { SETTLEMENTS } from './screens/settlements/index.ts'
import { TEST_CARDS } from './screens/test-cards/index.ts'
import { TRACES } from './screens/traces/index.ts'
import { TRANSFERS } from './screens/transfers/index.ts'
import { WEBHOOKS } from './screens/webhooks/index.ts'

export const SCREENS: readonly Screen[] = [
  ...OVERVIEW,
  ...PAYMENTS,
  ...REFUNDS,
  ...RECURRING,
  ...LINKS,
  ...CHECKOUT_SESSIONS,
  ...APPROVALS,
  ...TRANSFERS,
  ...RECURRING_TRANSFERS,
  ...RECONCILIATIONS,
  ...SETTLEMENTS,
  ...CHARGEBACKS,
  ...BANK_PROFILES,
  ...ALERTS,
  ...RULES,
  ...BLACKLIST,
  ...POLICIES,
  ...CHECKS,
  ...WEBHOOKS,
  ...REQUESTS,
  ...TRACES,
  ...TEST_CARDS,
  ...LABORATORY,
  ...KEYS,
  ...CONNECTORS,
  ...ROUTING,
  ...ERROR_CODES,
  ...MERCHANTS,
  ...PEOPLE,
  ...ROLES,
  ...PROVIDERS,
  ...MONITORS,
  ...AUDIT,
  ...SETTINGS,
  ...PERSON_DATA,
  ...PLATFORM,
  ...PLATFORM_AUDIT,
  ...ACCOUNT,
]
