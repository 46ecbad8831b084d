/** The two kinds of routing rules: their tables, their members that can be written, and their responses. */

import { isoTime, istanbulDay } from '../../core/clock.ts'
import { CARD_CURRENCIES } from '../../core/money.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { compositeScore } from './match-rules.ts'
import {
  CreateRoutingRule,
  CreateSimpleRule,
  RoutingRuleSchema,
  RuleQuery,
  SimpleRoutingRuleSchema,
  SimpleRuleQuery,
  UpdateRoutingRule,
  UpdateSimpleRule,
  type WrittenRule,
  type WrittenSimpleRule,
} from './routing-schemas.ts'
import { ROUTING_DEFAULTS, type RoutingSettings, selectRoutedCounts, selectRoutingSettings } from './routing-store.ts'
import type { AnyRule, RuleTable, StoredRule, StoredSimpleRule } from './rule-store.ts'

/** Members of a routing rule's response that are not in its row. */
interface RuleFigures {
  settings: RoutingSettings
  counts: ReadonlyMap<string, number>
}

export const readFigures = async (tx: Tx, tenantId: string, nowMs: number): Promise<RuleFigures> => ({
  settings: await selectRoutingSettings(tx, tenantId),
  counts: await selectRoutedCounts(tx, tenantId, istanbulDay(nowMs)),
})

export const knownCurrency = (sent: string): string => {
  const currency = sent.toUpperCase()
  if (CARD_CURRENCIES.includes(currency)) return currency
  throw new Problem('invalid_currency', { detail: phrase`currency must be one of ${CARD_CURRENCIES.join(', ')}.` })
}

const PRIORITY_DEFAULT = 100
const RESPONSE_TIME_DEFAULT_MS = 1_000

/** Columns both kinds write. */
const commonColumns = (body: WrittenRule | WrittenSimpleRule) => ({
  name: body.name,
  priority: body.priority ?? PRIORITY_DEFAULT,
  currency: body.currency === undefined ? null : knownCurrency(body.currency),
  card_brand_filter: body.card_brand_filter ?? null,
  card_type_filter: body.card_type_filter ?? null,
  target_connector_config_id: body.target_connector_config_id,
  fallback_connector_config_id: body.fallback_connector_config_id ?? null,
})

const routingRuleColumns = (body: WrittenRule) => ({
  ...commonColumns(body),
  card_bin: body.card_bin ?? null,
  card_bin_end: body.card_bin_end ?? null,
  installment_count: body.installment_count ?? null,
  min_amount: body.min_amount,
  max_amount: body.max_amount,
  weight: body.weight ?? 0,
  success_rate: body.success_rate ?? 0,
  average_response_time_ms: body.average_response_time_ms ?? RESPONSE_TIME_DEFAULT_MS,
  cost_score: body.cost_score ?? 0,
  daily_transaction_limit: body.daily_transaction_limit ?? null,
})

const simpleRuleColumns = (body: WrittenSimpleRule) => ({
  ...commonColumns(body),
  bank_code: body.bank_code || null,
  has_installment: body.has_installment ?? null,
  min_amount: body.min_amount ?? null,
  max_amount: body.max_amount ?? null,
})

const commonBody = (row: AnyRule) => ({
  extra_properties_dict: row.extra_properties,
  id: row.id,
  name: row.name,
  priority: row.priority,
  currency: row.currency,
  card_brand_filter: row.card_brand_filter,
  card_type_filter: row.card_type_filter,
  min_amount: row.min_amount,
  max_amount: row.max_amount,
  target_connector_config_id: row.target_connector_config_id,
  target_connector_config_name: row.target_connector_config_name,
  fallback_connector_config_id: row.fallback_connector_config_id,
  fallback_connector_config_name: row.fallback_connector_config_name,
  is_active: row.is_active,
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
})

export const routingRuleBody = (row: StoredRule, { settings, counts }: RuleFigures) => ({
  ...commonBody(row),
  card_bin: row.card_bin,
  card_bin_end: row.card_bin_end,
  installment_count: row.installment_count,
  weight: row.weight,
  success_rate: row.success_rate,
  average_response_time_ms: row.average_response_time_ms,
  cost_score: row.cost_score,
  daily_transaction_limit: row.daily_transaction_limit,
  daily_transaction_count: row.daily_transaction_limit === null ? 0 : (counts.get(row.id) ?? 0),
  composite_score: compositeScore(row, settings),
})

const simpleRuleBody = (row: StoredSimpleRule) => ({
  ...commonBody(row),
  has_installment: row.has_installment,
  bank_code: row.bank_code,
})

export interface RuleKind {
  readonly path: string
  readonly tag: string
  readonly table: RuleTable
  /** Name of the kind in messages. */
  readonly noun: Phrase
  readonly schemas: {
    rule: typeof RoutingRuleSchema | typeof SimpleRoutingRuleSchema
    pageName: string
    query: typeof RuleQuery | typeof SimpleRuleQuery
    create: typeof CreateRoutingRule | typeof CreateSimpleRule
    update: typeof UpdateRoutingRule | typeof UpdateSimpleRule
  }
  columnsOf(body: WrittenRule | WrittenSimpleRule): ReturnType<typeof commonColumns> & Record<string, unknown>
  bodyOf(row: AnyRule, figures: RuleFigures): object
}

/** Returns the members that people can set: its figures follow the payments, and the names belong to configurations. */
export const settableRule = (kind: RuleKind, row: AnyRule): object => {
  const shown = kind.bodyOf(row, { settings: ROUTING_DEFAULTS, counts: new Map() })
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !FOLLOWS.has(name)))
}
const FOLLOWS: ReadonlySet<string> = new Set([
  'target_connector_config_name',
  'fallback_connector_config_name',
  'daily_transaction_count',
  'composite_score',
])

export const ROUTING_RULES: RuleKind = {
  path: '/api/v1/routing-rules',
  tag: 'RoutingRules',
  table: 'routing_rules',
  noun: phrase`routing rule`,
  schemas: {
    rule: RoutingRuleSchema,
    pageName: 'RoutingRulePage',
    query: RuleQuery,
    create: CreateRoutingRule,
    update: UpdateRoutingRule,
  },
  columnsOf: (body) => routingRuleColumns(body as WrittenRule),
  bodyOf: (row, figures) => routingRuleBody(row as StoredRule, figures),
}

export const SIMPLE_ROUTING_RULES: RuleKind = {
  path: '/api/v1/simple-routing-rules',
  tag: 'SimpleRoutingRules',
  table: 'simple_routing_rules',
  noun: phrase`simple routing rule`,
  schemas: {
    rule: SimpleRoutingRuleSchema,
    pageName: 'SimpleRoutingRulePage',
    query: SimpleRuleQuery,
    create: CreateSimpleRule,
    update: UpdateSimpleRule,
  },
  columnsOf: (body) => simpleRuleColumns(body as WrittenSimpleRule),
  bodyOf: (row) => simpleRuleBody(row as StoredSimpleRule),
}
