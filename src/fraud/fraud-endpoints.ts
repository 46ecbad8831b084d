/** The fraud surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import type { Alerts } from './alerts-module.ts'
import { alertEndpoints } from './endpoints/alert-endpoints.ts'
import { blacklistEndpoints } from './endpoints/blacklist-endpoints.ts'
import { listCheckLogs } from './endpoints/list-check-logs.ts'
import { policyEndpoints } from './endpoints/merchant-policies.ts'
import { ruleEndpoints } from './endpoints/rule-endpoints.ts'
import { testRule } from './endpoints/test-rule.ts'
import { waitingFraudChanges } from './endpoints/waiting-changes.ts'

export const fraudEndpoints = ({ decisionHandlers }: Pick<Alerts, 'decisionHandlers'>): Endpoint[] => [
  ...ruleEndpoints,
  testRule(),
  ...alertEndpoints(decisionHandlers),
  ...blacklistEndpoints,
  listCheckLogs,
  ...policyEndpoints,
  ...waitingFraudChanges,
]
