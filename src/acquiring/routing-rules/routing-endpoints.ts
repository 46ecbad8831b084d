/** The list of routing endpoints of the card surface. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { ruleGetEndpoints } from './get-rules.ts'
import { resolveRouting } from './resolve-routing.ts'
import { getRoutingSettings, replaceRoutingSettings } from './routing-settings.ts'
import { ROUTING_RULES, type RuleKind, SIMPLE_ROUTING_RULES } from './rule-kinds.ts'
import { scoreRule } from './score-rule.ts'
import { deleteRule, deleteRules, switchRule } from './switch-rule.ts'
import { createRule, updateRule } from './write-rule.ts'

const lifeOf = (guard: FourEyesGuard, kind: RuleKind): readonly Endpoint[] => [
  ...ruleGetEndpoints(kind),
  createRule(guard, kind),
  updateRule(guard, kind),
  deleteRule(guard, kind),
  deleteRules(guard, kind),
  switchRule(guard, kind, 'activate'),
  switchRule(guard, kind, 'deactivate'),
]

export const routingEndpoints = (guard: FourEyesGuard): readonly Endpoint[] => [
  ...lifeOf(guard, ROUTING_RULES),
  scoreRule(guard),
  resolveRouting,
  getRoutingSettings,
  replaceRoutingSettings(guard),
  ...lifeOf(guard, SIMPLE_ROUTING_RULES),
]
