/** The fraud surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import type { Alerts } from './alerts/open-alerts.ts'
import { testRule } from './backtest/test-rule.ts'
import { blacklistEndpoints } from './blacklist/endpoints.ts'
import { listCheckLogs } from './checks/list-check-logs.ts'
import { policyEndpoints } from './policies/endpoints.ts'
import { ruleEndpoints } from './rules/endpoints.ts'

export const fraudEndpoints = (alerts: Pick<Alerts, 'endpoints'>): Endpoint[] => [
  ...ruleEndpoints,
  testRule(),
  ...alerts.endpoints,
  ...blacklistEndpoints,
  listCheckLogs,
  ...policyEndpoints,
]
