/** Shapes of routing rules, simple routing rules and routing settings (docs/interface/cards.md#routing). */
import { type Static, Type } from 'typebox'
import { Created, LastModified, OwnNotes, RepeatedId } from '../../core/members/record-members.ts'
import { AMOUNT_MAX } from '../../core/money.ts'
import { listQuery } from '../../core/pagination.ts'
import {
  CardBrand,
  CardType,
  ConfigurationId,
  described,
  Nullable,
  NullableText,
  StringMap,
  Text,
  Uuid,
  WrittenCurrency,
} from '../../core/schema.ts'

const int32 = (description: string, minimum?: number, maximum?: number) =>
  Type.Integer({
    format: 'int32',
    description,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  })
const INT32_MAX = 2_147_483_647
const maybe = Type.Optional

const TEXTS = {
  target: 'Id of the configuration that the payments go to.',
  fallback: 'Id of another configuration, which is tried when the target cannot take the payment.',
  bin: 'First 1 to 6 digits of the card numbers that the rule applies to; with card_bin_end the start of a range. Without it, any card.',
  binEnd: 'Last BIN of the range that card_bin begins, with as many digits.',
  min: 'Smallest amount that the rule applies to, in minor units.',
  max: 'Largest amount that the rule applies to, in minor units.',
  currency: 'Currency that the rule applies to as three-letter ISO 4217 code; any when absent or null.',
  weight: 'Weight of the rule in its score, 0 to 100',
  successRate: 'Success rate of the rule in its score, in percent',
  responseTime: 'Response time of the rule in its score, in milliseconds; shorter is better',
  cost: 'Cost of the rule in its score, 0 to 100; cheaper is higher',
  limit: 'Largest number of payments a day (Europe/Istanbul) that the rule takes; no limit when absent or null.',
}

const shown = {
  extra_properties_dict: OwnNotes,
  id: described(Uuid, 'Id of the routing rule.'),
  name: NullableText('Name of the rule, for people; null when there is none.'),
  priority: int32('Position of the rule; lower ones are tried first.'),
  currency: Nullable(Type.String({ description: TEXTS.currency })),
  card_brand_filter: described(
    Nullable(CardBrand),
    'Loyalty program of the cards that the rule applies to; null for any.',
  ),
  card_type_filter: described(Nullable(CardType), 'Type of the cards that the rule applies to; null for any.'),
  target_connector_config_id: described(Uuid, TEXTS.target),
  target_connector_config_name: NullableText('Name of the target configuration; null when it was deleted.'),
  fallback_connector_config_id: Nullable(described(Uuid, TEXTS.fallback)),
  fallback_connector_config_name: NullableText('Name of the fallback configuration; null when there is none.'),
  is_active: Type.Boolean({ description: 'Whether the rule is applied.' }),
  created: Created,
  last_modified: LastModified,
}
const amount = (description: string) => Type.Integer({ format: 'int64', minimum: 0, maximum: AMOUNT_MAX, description })

export const RoutingRuleSchema = Type.Object(
  {
    ...shown,
    card_bin: Nullable(Type.String({ description: TEXTS.bin })),
    card_bin_end: Nullable(Type.String({ description: TEXTS.binEnd })),
    installment_count: Nullable(int32('Number of installments that the rule applies to; null for any.')),
    min_amount: amount(TEXTS.min),
    max_amount: amount(TEXTS.max),
    weight: int32(`${TEXTS.weight}.`),
    success_rate: Type.Number({ description: `${TEXTS.successRate}.` }),
    average_response_time_ms: int32(`${TEXTS.responseTime}.`),
    cost_score: int32(`${TEXTS.cost}.`),
    daily_transaction_limit: Nullable(int32(TEXTS.limit)),
    daily_transaction_count: int32(
      'Number of payments the rule took today (Europe/Istanbul), counted while it has a daily limit.',
    ),
    composite_score: Type.Number({
      description:
        'Score of the rule, worked out from its figures and the routing settings; the highest is tried first when routing_mode is score.',
    }),
  },
  { $id: 'RoutingRule' },
)

export const SimpleRoutingRuleSchema = Type.Object(
  {
    ...shown,
    has_installment: Nullable(
      Type.Boolean({
        description:
          'Whether the rule applies to installment payments (true), to single payments (false) or to both (null).',
      }),
    ),
    min_amount: Nullable(amount(TEXTS.min)),
    max_amount: Nullable(amount(TEXTS.max)),
    bank_code: NullableText('Code of the bank that issued the card; null for any.'),
  },
  { $id: 'SimpleRoutingRule' },
)

const written = {
  extra_properties_dict: maybe(described(StringMap, 'Notes of your own by name; none by default.')),
  name: Text(100, { minLength: 1, description: 'Name of the rule, for people.' }),
  priority: maybe(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: 32_767,
      default: 100,
      description: 'Position of the rule; lower ones are tried first.',
    }),
  ),
  currency: maybe(WrittenCurrency(TEXTS.currency)),
  card_brand_filter: maybe(
    described(CardBrand, 'Loyalty program of the cards that the rule applies to; when absent, any.'),
  ),
  card_type_filter: maybe(described(CardType, 'Type of the cards that the rule applies to; when absent, any.')),
  target_connector_config_id: described(ConfigurationId, TEXTS.target),
  fallback_connector_config_id: maybe(described(ConfigurationId, TEXTS.fallback)),
}
const digits = (description: string) => maybe(Type.String({ pattern: '^[0-9]{1,6}$', description }))
const full = {
  ...written,
  card_bin: digits(TEXTS.bin),
  card_bin_end: digits(TEXTS.binEnd),
  installment_count: maybe(int32('Number of installments that the rule applies to; when absent, any.', 1, 12)),
  min_amount: amount(TEXTS.min),
  max_amount: amount(TEXTS.max),
  weight: maybe(int32(`${TEXTS.weight}; 0 by default.`, 0, 100)),
  success_rate: maybe(Type.Number({ minimum: 0, maximum: 100, description: `${TEXTS.successRate}; 0 by default.` })),
  average_response_time_ms: maybe(int32(`${TEXTS.responseTime}; 1000 by default.`, 0, 60_000)),
  cost_score: maybe(int32(`${TEXTS.cost}; 0 by default.`, 0, 100)),
  daily_transaction_limit: maybe(int32(TEXTS.limit, 1, INT32_MAX)),
}
const simple = {
  ...written,
  bank_code: maybe(Text(20, { description: 'Code of the bank that issued the card; when absent, any.' })),
  has_installment: maybe(
    Type.Boolean({
      description:
        'Whether the rule applies to installment payments (true) or to single payments (false); when absent, to both.',
    }),
  ),
  min_amount: maybe(amount(TEXTS.min)),
  max_amount: maybe(amount(TEXTS.max)),
}
const onCreate = {
  is_active: maybe(Type.Boolean({ default: true, description: 'Whether the rule is applied, true by default.' })),
}
const onUpdate = {
  id: RepeatedId,
  is_active: maybe(Type.Boolean({ description: 'Whether the rule is applied; when absent it stays as it is.' })),
}
export const CreateRoutingRule = Type.Object({ ...full, ...onCreate }, { $id: 'CreateRoutingRule' })
export const UpdateRoutingRule = Type.Object({ ...full, ...onUpdate }, { $id: 'UpdateRoutingRule' })
export const CreateSimpleRule = Type.Object({ ...simple, ...onCreate }, { $id: 'CreateSimpleRoutingRule' })
export const UpdateSimpleRule = Type.Object({ ...simple, ...onUpdate }, { $id: 'UpdateSimpleRoutingRule' })
export type WrittenRule = Static<typeof UpdateRoutingRule>
export type WrittenSimpleRule = Static<typeof UpdateSimpleRule>

export const RoutingScore = Type.Object(
  {
    id: onUpdate.id,
    weight: full.weight,
    success_rate: full.success_rate,
    average_response_time_ms: full.average_response_time_ms,
    cost_score: full.cost_score,
    daily_transaction_limit: full.daily_transaction_limit,
  },
  { $id: 'RoutingScore' },
)

export const RuleQuery = Type.Object({
  target_connector_config_id: maybe(
    described(ConfigurationId, 'Only rules whose target is the configuration with this id or name.'),
  ),
  fallback_connector_config_id: maybe(
    described(ConfigurationId, 'Only rules whose fallback is the configuration with this id or name.'),
  ),
  ...listQuery,
})
export const SimpleRuleQuery = Type.Object({
  target_connector_config_id: maybe(
    described(ConfigurationId, 'Only rules whose target is the configuration with this id or name.'),
  ),
  ...listQuery,
})
export type RuleFilters = Static<typeof RuleQuery>
export const RuleParams = Type.Object({ id: described(Uuid, 'Id of the routing rule, as the list shows it.') })

const IDS_MAX = 500
export const BulkIds = Type.Object(
  { ids: Type.Array(Uuid, { minItems: 1, maxItems: IDS_MAX, description: 'Ids of the rules to delete.' }) },
  { $id: 'BulkIds' },
)
export const BulkDeleteResult = Type.Object(
  {
    deleted_count: int32('Number of rules that were deleted.'),
    not_found_ids: Type.Array(Uuid, { description: 'Ids that name no rule of this tenant.' }),
  },
  { $id: 'BulkDeleteResult' },
)

export const ResolveRouting = Type.Object(
  {
    card_bin: digits('First digits of the card number; when absent, rules that ask for a BIN do not match.'),
    installment_count: maybe(int32('Number of installments of the payment, 1 by default.', 1, 12)),
    installment: maybe(int32('Number of installments of the payment, under another name.', 1, 12)),
    amount: Type.Integer({
      format: 'int64',
      minimum: 1,
      maximum: AMOUNT_MAX,
      description: 'Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY.',
    }),
    currency: maybe(
      WrittenCurrency('Currency of the payment as three-letter ISO 4217 code, TRY by default.', { default: 'TRY' }),
    ),
    card_brand: maybe(described(CardBrand, 'Loyalty program of the card, such as Bonus.')),
    card_type: maybe(described(CardType, 'Type of the card: credit, debit or prepaid.')),
  },
  { $id: 'ResolveRouting' },
)
