/** The fraud surface, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import { blacklistEndpoints } from './blacklist/endpoints.ts'
import { listCheckLogs } from './checks/list-check-logs.ts'
import { policyEndpoints } from './policies/endpoints.ts'
import { ruleEndpoints } from './rules/endpoints.ts'

export const fraudEndpoints = (): Endpoint[] => [
  ...ruleEndpoints,
  ...blacklistEndpoints,
  listCheckLogs,
  ...policyEndpoints,
]
