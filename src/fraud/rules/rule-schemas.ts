/** Shapes of fraud rules (docs/interface/fraud.md#rules). */
import { type Static, Type } from 'typebox'
import { PendingChange } from '../../access/waiting/waiting-schemas.ts'
import { waitingQuery } from '../../access/waits-for.ts'
import { Created, LastModified } from '../../core/members/record-members.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { described, Enum, LongText, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { ACTIONS, type FraudAction, type FraudProcess, PROCESSES } from './active-rule-store.ts'

const RULE_SCOPES = ['global', 'tenant'] as const
export type RuleScope = (typeof RULE_SCOPES)[number]
const RULE_TYPES = ['velocity', 'amount_threshold', 'geo', 'blacklist', 'custom'] as const
export type RuleType = (typeof RULE_TYPES)[number]

export const FraudRuleScope = Enum('FraudRuleScope', RULE_SCOPES)
export const FraudProcessName = Enum('FraudProcess', PROCESSES)
export const FraudActionName = Enum('FraudAction', ACTIONS)
const FraudRuleType = Enum('FraudRuleType', RULE_TYPES)

const describeScope = (description: string) => Type.Unsafe<RuleScope>({ ...FraudRuleScope, description })
const describeProcess = (description: string) => Type.Unsafe<FraudProcess>({ ...FraudProcessName, description })
const describeAction = (description: string) => Type.Unsafe<FraudAction>({ ...FraudActionName, description })
const typeOf = (description: string) => Type.Unsafe<RuleType>({ ...FraudRuleType, description })

const TEXTS = {
  process:
    'Process that the rule checks: `sanal_pos` for card payments, `para_transferi` for transfers, `fatura_odeme` for bill payments.',
  code: 'Code of the rule, under which reason_codes names it; unique per scope, tenant and process.',
  type: 'Label for the kind of rule; it does not change how the expression is evaluated.',
  expression: 'Condition of the rule: a JsonLogic expression as a JSON text.',
  action:
    'Action that a match asks for; the strongest one decides: block before review before challenge before approve.',
  priority: 'Position of the rule among those of both scopes; lower ones are evaluated first',
  isActive: 'Whether the rule is evaluated',
  isShadow: 'Whether the rule is only recorded, as shadow:<code>, without acting on it',
}

export const FraudRule = Type.Object(
  {
    id: described(Uuid, 'Id of the fraud rule.'),
    scope: describeScope('Scope of the rule: global for every tenant, tenant for a single one.'),
    tenant_id: Nullable(
      Type.String({ format: 'uuid', description: 'Id of the tenant that the rule belongs to; null for scope global.' }),
    ),
    process: describeProcess(TEXTS.process),
    code: Type.String({ description: TEXTS.code }),
    name: Type.String({ description: 'Name of the rule, for people.' }),
    description: NullableText('Description of the rule, for people; null when there is none.'),
    type: typeOf(TEXTS.type),
    expression_json: Type.String({ description: TEXTS.expression }),
    action: describeAction(TEXTS.action),
    priority: Type.Integer({ format: 'int32', description: `${TEXTS.priority}.` }),
    is_active: Type.Boolean({ description: `${TEXTS.isActive}.` }),
    is_shadow: Type.Boolean({ description: `${TEXTS.isShadow}.` }),
    awaits_activation: Type.Boolean({
      description: 'Whether the rule was saved inactive, for another person to activate.',
    }),
    pending_change: PendingChange,
    created: Created,
    last_modified: LastModified,
  },
  { $id: 'FraudRule' },
)
export const FraudRulePage = pageSchema(FraudRule, 'FraudRulePage')

/** A text longer than the grammar allows is reported as a fault of the expression; this only bounds the input. */
const EXPRESSION_CHARS_MAX = 32_768
const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: EXPRESSION_CHARS_MAX, 'x-multiline': true, description })
const name = Text(100, { minLength: 1, description: 'Name of the rule, for people.' })
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
    scope: Type.Optional(
      describeScope(
        'Scope of the rule; required on platform paths. On tenant paths always tenant: global is refused with 403.',
      ),
    ),
    tenant_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of the tenant that the rule belongs to, on platform paths with scope tenant; ignored on tenant paths.',
      }),
    ),
    process: describeProcess(TEXTS.process),
    code: Type.String({ pattern: '^[A-Z0-9_-]{1,50}$', description: TEXTS.code }),
    name,
    description: Type.Optional(LongText(500, { description: 'Description of the rule, for people.' })),
    type: typeOf(TEXTS.type),
    expression_json: expression(TEXTS.expression),
    action: describeAction(TEXTS.action),
    priority: Type.Optional(priority(`${TEXTS.priority}; 100 by default.`, { default: 100 })),
    is_active: Type.Optional(Type.Boolean({ default: true, description: `${TEXTS.isActive}, true by default.` })),
    is_shadow: Type.Optional(Type.Boolean({ default: false, description: `${TEXTS.isShadow}, false by default.` })),
  },
  { $id: 'CreateFraudRule', examples: [EXAMPLE_RULE] },
)
export type CreateRuleBody = Static<typeof CreateFraudRule>

export const UpdateFraudRule = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(
      LongText(500, { description: 'Description of the rule, for people; an empty text removes it.' }),
    ),
    expression_json: Type.Optional(expression(TEXTS.expression)),
    action: Type.Optional(describeAction(TEXTS.action)),
    priority: Type.Optional(priority(`${TEXTS.priority}.`)),
    is_active: Type.Optional(Type.Boolean({ description: `${TEXTS.isActive}.` })),
    is_shadow: Type.Optional(Type.Boolean({ description: `${TEXTS.isShadow}.` })),
  },
  { $id: 'UpdateFraudRule' },
)
export type UpdateRuleBody = Static<typeof UpdateFraudRule>

export const RulesQuery = Type.Object({
  scope: Type.Optional(describeScope('Only rules of this scope.')),
  tenant_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Only rules of the tenant with this id, and global ones; ignored on tenant paths.',
    }),
  ),
  process: Type.Optional(describeProcess('Only rules for this process.')),
  is_active: Type.Optional(
    Type.Boolean({ description: 'Only active (true) or only inactive (false) rules; when absent, both.' }),
  ),
  include_global: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether rules of scope global are listed too.' }),
  ),
  ...pageQuery,
  ...waitingQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Text to search for in code, name and description.' }),
  ),
})
export type RuleFilters = Static<typeof RulesQuery>
export const RuleParams = Type.Object({ id: described(Uuid, 'Id of the fraud rule, as the list shows it.') })
