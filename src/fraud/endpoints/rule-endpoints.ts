/** Fraud rules: the same operations for the platform and for a tenant. */
import type { Endpoint } from '../../access/endpoint.ts'
import { changeRule } from './update-rule.ts'
import { createRule } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { listRules } from './list-rules.ts'
import { PLATFORM_SIDE, TENANT_SIDE } from './rule-route-scope.ts'

export const ruleEndpoints: readonly Endpoint[] = [PLATFORM_SIDE, TENANT_SIDE].flatMap((side) => [
  listRules(side),
  createRule(side),
  changeRule(side),
  deleteRule(side),
])
