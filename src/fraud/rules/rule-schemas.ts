/** Shapes of fraud rules (docs/interface/fraud.md#rules). */
import { type Static, Type } from 'typebox'
import { WaitingChangeSchema } from '../../access/waiting/waiting-schemas.ts'
import { waitsForQuery } from '../../access/waits-for.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'
import { ACTIONS, type FraudAction, type FraudProcess, PROCESSES } from './active-rule-store.ts'

const RULE_SCOPES = ['global', 'tenant'] as const
export type RuleScope = (typeof RULE_SCOPES)[number]
const RULE_TYPES = ['velocity', 'amount_threshold', 'geo', 'blacklist', 'custom'] as const
export type RuleType = (typeof RULE_TYPES)[number]

export const FraudRuleScope = Enum('FraudRuleScope', RULE_SCOPES)
export const FraudProcessName = Enum('FraudProcess', PROCESSES)
export const FraudActionName = Enum('FraudAction', ACTIONS)
const FraudRuleType = Enum('FraudRuleType', RULE_TYPES)

const scopeOf = (description: string) => Type.Unsafe<RuleScope>({ ...FraudRuleScope, description })
const processOf = (description: string) => Type.Unsafe<FraudProcess>({ ...FraudProcessName, description })
const actionOf = (description: string) => Type.Unsafe<FraudAction>({ ...FraudActionName, description })
const typeOf = (description: string) => Type.Unsafe<RuleType>({ ...FraudRuleType, description })

const TEXTS = {
  scope: 'global: of the platform, for every tenant; tenant: of one tenant',
  process: 'sanal_pos: card payments, para_transferi: transfers, fatura_odeme: bill payments',
  code: 'Its name in reason_codes; unique per scope, tenant and process',
  type: 'A label; how the expression is read does not depend on it',
  expression: 'JsonLogic as a JSON text',
  action: 'What a match asks for: block over review over challenge over approve',
  priority: 'Lower first, over the rules of both scopes',
  isActive: 'An inactive rule is not evaluated',
  isShadow: 'Evaluated and noted as shadow:<code>, not acted on',
}

export const FraudRule = Type.Object(
  {
    id: Uuid,
    scope: scopeOf(TEXTS.scope),
    tenant_id: Nullable(Type.String({ format: 'uuid', description: 'null for scope global' })),
    process: processOf(TEXTS.process),
    code: Type.String({ description: TEXTS.code }),
    name: Type.String({ description: 'For people' }),
    description: Nullable(Type.String({ description: 'For people' })),
    type: typeOf(TEXTS.type),
    expression_json: Type.String({ description: TEXTS.expression }),
    action: actionOf(TEXTS.action),
    priority: Type.Integer({ format: 'int32', description: TEXTS.priority }),
    is_active: Type.Boolean({ description: TEXTS.isActive }),
    is_shadow: Type.Boolean({ description: TEXTS.isShadow }),
    awaits_activation: Type.Boolean({ description: 'Saved inactive, for another person to activate' }),
    pending_change: Nullable(WaitingChangeSchema),
    created: DateTime,
    last_modified: DateTime,
  },
  { $id: 'FraudRule' },
)
export const FraudRulePage = pageSchema(FraudRule, 'FraudRulePage')

/** What is longer than the grammar allows is reported as a fault of the expression; this only bounds the input. */
const EXPRESSION_CHARS_MAX = 32_768
const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: EXPRESSION_CHARS_MAX, 'x-multiline': true, description })
const name = Text(100, { minLength: 1, description: 'For people' })
const priority = (description: string, more: object = {}) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: 32_767, description, ...more })

const EXAMPLE_RULE = {
  scope: 'tenant',
  tenant_id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  process: 'sanal_pos',
  code: 'LARGE_AMOUNT',
  name: 'Large amounts wait for a person',
  type: 'amount_threshold',
  expression_json: '{">=":[{"var":"amount_minor"},100000000]}',
  action: 'review',
}
export const CreateFraudRule = Type.Object(
  {
    scope: Type.Optional(scopeOf('On platform paths required; on tenant paths tenant, global is refused with 403')),
    tenant_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'On platform paths, with scope tenant: whose rule it is; ignored on tenant paths',
      }),
    ),
    process: processOf(TEXTS.process),
    code: Type.String({ pattern: '^[A-Z0-9_-]{1,50}$', description: TEXTS.code }),
    name,
    description: Type.Optional(LongText(500, { description: 'For people' })),
    type: typeOf(TEXTS.type),
    expression_json: expression(TEXTS.expression),
    action: actionOf(TEXTS.action),
    priority: Type.Optional(priority(`${TEXTS.priority}; default 100`, { default: 100 })),
    is_active: Type.Optional(Type.Boolean({ default: true, description: `${TEXTS.isActive}; default true` })),
    is_shadow: Type.Optional(Type.Boolean({ default: false, description: `${TEXTS.isShadow}; default false` })),
  },
  { $id: 'CreateFraudRule', examples: [EXAMPLE_RULE] },
)
export type CreateRuleBody = Static<typeof CreateFraudRule>

export const UpdateFraudRule = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(LongText(500, { description: 'For people; an empty text clears it' })),
    expression_json: Type.Optional(expression(TEXTS.expression)),
    action: Type.Optional(actionOf(TEXTS.action)),
    priority: Type.Optional(priority(TEXTS.priority)),
    is_active: Type.Optional(Type.Boolean({ description: TEXTS.isActive })),
    is_shadow: Type.Optional(Type.Boolean({ description: TEXTS.isShadow })),
  },
  { $id: 'UpdateFraudRule' },
)
export type UpdateRuleBody = Static<typeof UpdateFraudRule>

export const RulesQuery = Type.Object({
  scope: Type.Optional(scopeOf('Of this scope')),
  tenant_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Of this tenant, and global ones; ignored on tenant paths' }),
  ),
  process: Type.Optional(processOf('Of this process')),
  is_active: Type.Optional(Type.Boolean({ description: 'Those, or the others' })),
  include_global: Type.Optional(Type.Boolean({ default: true, description: 'false leaves out rules of scope global' })),
  ...pageQuery,
  ...waitsForQuery,
  search_term: Type.Optional(Type.String({ maxLength: 100, description: 'In code, name and description' })),
})
export type RuleFilters = Static<typeof RulesQuery>
export const RuleParams = Type.Object({ id: Uuid })
