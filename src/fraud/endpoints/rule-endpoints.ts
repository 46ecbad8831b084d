/** Fraud rules: the same operations for the platform and for a tenant. */
import type { Endpoint } from '../../access/endpoint.ts'
import { PLATFORM_RULE_ROUTES, TENANT_RULE_ROUTES } from '../rules/rule-route-scope.ts'
import { createRule } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { getRule } from './get-rule.ts'
import { listRules } from './list-rules.ts'
import { updateRule } from './update-rule.ts'

export const ruleEndpoints: readonly Endpoint[] = [PLATFORM_RULE_ROUTES, TENANT_RULE_ROUTES].flatMap((side) => [
  listRules(side),
  getRule(side),
  createRule(side),
  updateRule(side),
  deleteRule(side),
])
