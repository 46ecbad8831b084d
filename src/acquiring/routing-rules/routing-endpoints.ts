/** The list of routing endpoints of the card surface. */
import type { Endpoint } from '../../access/endpoint.ts'
import { ruleGetEndpoints } from './get-rules.ts'
import { resolveRouting } from './resolve-routing.ts'
import { getRoutingSettings, replaceRoutingSettings } from './routing-settings.ts'
import { ROUTING_RULES, type RuleKind, SIMPLE_ROUTING_RULES } from './rule-kinds.ts'
import { scoreRule } from './score-rule.ts'
import { deleteRule, deleteRules, switchRule } from './switch-rule.ts'
import { createRule, updateRule } from './write-rule.ts'

const lifeOf = (kind: RuleKind): readonly Endpoint[] => [
  ...ruleGetEndpoints(kind),
  createRule(kind),
  updateRule(kind),
  deleteRule(kind),
  deleteRules(kind),
  switchRule(kind, 'activate'),
  switchRule(kind, 'deactivate'),
]

export const routingEndpoints: readonly Endpoint[] = [
  ...lifeOf(ROUTING_RULES),
  scoreRule,
  resolveRouting,
  getRoutingSettings,
  replaceRoutingSettings,
  ...lifeOf(SIMPLE_ROUTING_RULES),
]
