/** Shapes of routing rules, simple routing rules and routing settings (docs/interface/cards.md#routing). */
import { type Static, type TSchema, Type } from 'typebox'
import { AMOUNT_MAX } from '../../core/money.ts'
import { listQuery } from '../../core/pagination.ts'
import {
  CardBrand,
  CardType,
  ConfigurationId,
  DateTime,
  Enum,
  Nullable,
  StringMap,
  Text,
  Uuid,
} from '../../core/schema.ts'

const described = <T extends TSchema>(schema: T, description: string) =>
  Type.Unsafe<Static<T>>({ ...schema, description })
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
  target: 'Configuration payments go to',
  fallback: 'Configuration that is tried when the target cannot take the payment; another one than the target',
  bin: 'First 1 to 6 digits of the card number; with card_bin_end the start of a range',
  binEnd: 'Last BIN of the range, as long as card_bin',
  min: 'Smallest amount, minor units',
  max: 'Largest amount, minor units',
  currency: 'ISO 4217; absent or null: any',
  brand: 'Card program; absent or null: any',
  type: 'Card type; absent or null: any',
  weight: 'Part of the score, 0 to 100',
  successRate: 'Part of the score, percent',
  responseTime: 'Part of the score, milliseconds: quicker is better',
  cost: 'Part of the score, 0 to 100: cheaper is higher',
  limit: 'Payments a day (Europe/Istanbul) the rule takes at most; absent or null: no limit',
}

const shown = {
  extra_properties_dict: described(StringMap, 'Free notes of yours'),
  id: described(Uuid, 'Id of the rule'),
  name: Nullable(Type.String({ description: 'Name for people' })),
  priority: int32('Lower first'),
  currency: Nullable(Type.String({ description: TEXTS.currency })),
  card_brand_filter: Nullable(CardBrand),
  card_type_filter: Nullable(CardType),
  target_connector_config_id: described(Uuid, TEXTS.target),
  target_connector_config_name: Nullable(Type.String({ description: 'Its name' })),
  fallback_connector_config_id: Nullable(described(Uuid, TEXTS.fallback)),
  fallback_connector_config_name: Nullable(Type.String({ description: 'Its name' })),
  is_active: Type.Boolean({ description: 'An inactive rule is not asked' }),
  created: DateTime,
  last_modified: DateTime,
}
const amount = (description: string) => Type.Integer({ format: 'int64', minimum: 0, maximum: AMOUNT_MAX, description })

export const RoutingRuleSchema = Type.Object(
  {
    ...shown,
    card_bin: Nullable(Type.String({ description: TEXTS.bin })),
    card_bin_end: Nullable(Type.String({ description: TEXTS.binEnd })),
    installment_count: Nullable(int32('Number of installments; null: any')),
    min_amount: amount(TEXTS.min),
    max_amount: amount(TEXTS.max),
    weight: int32(TEXTS.weight),
    success_rate: Type.Number({ description: TEXTS.successRate }),
    average_response_time_ms: int32(TEXTS.responseTime),
    cost_score: int32(TEXTS.cost),
    daily_transaction_limit: Nullable(int32(TEXTS.limit)),
    daily_transaction_count: int32('Payments taken today (Europe/Istanbul); counted while the rule has a daily limit'),
    composite_score: Type.Number({ description: 'Worked out from the figures above and the routing settings' }),
  },
  { $id: 'RoutingRule' },
)

export const SimpleRoutingRuleSchema = Type.Object(
  {
    ...shown,
    has_installment: Nullable(Type.Boolean({ description: 'true: 2 installments or more; false: 1; null: any' })),
    min_amount: Nullable(amount(TEXTS.min)),
    max_amount: Nullable(amount(TEXTS.max)),
    bank_code: Nullable(Type.String({ description: 'Issuer bank of the card; null: any' })),
  },
  { $id: 'SimpleRoutingRule' },
)

const written = {
  extra_properties_dict: maybe(described(StringMap, 'Free notes of yours; default none')),
  name: Text(100, { minLength: 1, description: 'Name for people' }),
  priority: maybe(
    Type.Integer({ format: 'int32', minimum: 0, maximum: 32_767, default: 100, description: 'Lower first' }),
  ),
  currency: maybe(Type.String({ pattern: '^[A-Za-z]{3}$', description: TEXTS.currency })),
  card_brand_filter: maybe(CardBrand),
  card_type_filter: maybe(CardType),
  target_connector_config_id: described(ConfigurationId, TEXTS.target),
  fallback_connector_config_id: maybe(described(ConfigurationId, TEXTS.fallback)),
}
const digits = (description: string) => maybe(Type.String({ pattern: '^[0-9]{1,6}$', description }))
const full = {
  ...written,
  card_bin: digits(TEXTS.bin),
  card_bin_end: digits(TEXTS.binEnd),
  installment_count: maybe(int32('Number of installments; absent: any', 1, 12)),
  min_amount: amount(TEXTS.min),
  max_amount: amount(TEXTS.max),
  weight: maybe(int32(`${TEXTS.weight}; default 0`, 0, 100)),
  success_rate: maybe(Type.Number({ minimum: 0, maximum: 100, description: `${TEXTS.successRate}; default 0` })),
  average_response_time_ms: maybe(int32(`${TEXTS.responseTime}; default 1000`, 0, 60_000)),
  cost_score: maybe(int32(`${TEXTS.cost}; default 0`, 0, 100)),
  daily_transaction_limit: maybe(int32(TEXTS.limit, 1, INT32_MAX)),
}
const simple = {
  ...written,
  bank_code: maybe(Text(20, { description: 'Issuer bank of the card; absent: any' })),
  has_installment: maybe(Type.Boolean({ description: 'true: 2 installments or more; false: 1; absent: any' })),
  min_amount: maybe(amount(TEXTS.min)),
  max_amount: maybe(amount(TEXTS.max)),
}
const onCreate = { is_active: maybe(Type.Boolean({ default: true, description: 'Default true' })) }
const onUpdate = {
  id: maybe(Type.String({ format: 'uuid', description: 'Repeats the path' })),
  is_active: maybe(Type.Boolean({ description: 'Absent: stays as it is' })),
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
  target_connector_config_id: maybe(described(ConfigurationId, 'Rules with this target')),
  fallback_connector_config_id: maybe(described(ConfigurationId, 'Rules with this fallback')),
  ...listQuery,
})
export const SimpleRuleQuery = Type.Object({
  target_connector_config_id: maybe(described(ConfigurationId, 'Rules with this target')),
  ...listQuery,
})
export type RuleFilters = Static<typeof RuleQuery>
export const RuleParams = Type.Object({ id: Uuid })

const IDS_MAX = 500
export const BulkIds = Type.Object(
  { ids: Type.Array(Uuid, { minItems: 1, maxItems: IDS_MAX, description: 'Rules to delete' }) },
  { $id: 'BulkIds' },
)
export const BulkDeleteResult = Type.Object(
  {
    deleted_count: int32('Rules that were deleted'),
    not_found_ids: Type.Array(Uuid, { description: 'Ids that name no rule of this tenant' }),
  },
  { $id: 'BulkDeleteResult' },
)

export const ResolveRouting = Type.Object(
  {
    card_bin: digits('First digits of the card number; absent: rules that ask for a BIN do not match'),
    installment_count: maybe(int32('Number of installments; default 1', 1, 12)),
    installment: maybe(int32('The same under another name', 1, 12)),
    amount: Type.Integer({ format: 'int64', minimum: 1, maximum: AMOUNT_MAX, description: 'Minor units' }),
    currency: maybe(Type.String({ pattern: '^[A-Za-z]{3}$', default: 'TRY', description: 'ISO 4217; default TRY' })),
    card_brand: maybe(CardBrand),
    card_type: maybe(CardType),
  },
  { $id: 'ResolveRouting' },
)

const factor = (of: string) => Type.Number({ minimum: 0, maximum: 1, description: `Factor of ${of} in the score` })
const weight = (of: string) => int32(`Added to the score of a rule that names ${of}`, 0, 100)
const settings = {
  routing_mode: Enum('RoutingMode', ['priority', 'score']),
  weight_factor: factor('weight'),
  success_rate_factor: factor('success_rate'),
  response_time_factor: factor('the response time'),
  cost_factor: factor('cost_score'),
  min_execution_candidates: int32('Configurations a payment may try at least, as far as there are so many', 1, 10),
  fallback_enabled: Type.Boolean({ description: 'false: a payment goes to its target alone' }),
  bin_weight: weight('a BIN'),
  amount_weight: weight('an amount'),
  currency_weight: weight('a currency'),
  installment_weight: weight('a number of installments'),
  brand_weight: weight('a card program'),
  type_weight: weight('a card type'),
}
export const RoutingSettingsSchema = Type.Object(settings, { $id: 'RoutingSettings' })
export const WriteRoutingSettings = Type.Object(settings, { $id: 'WriteRoutingSettings' })
