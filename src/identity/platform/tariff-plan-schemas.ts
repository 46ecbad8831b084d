/** Shapes of plans (docs/interface/identity.md#plans). */
import { type Static, Type } from 'typebox'
import { PRODUCTS } from '../../access/endpoint.ts'
import { Created, LastModified } from '../../core/members/record-members.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import { described, LongText, NullableText, Text, Uuid } from '../../core/schema.ts'
import { SESSION_IDLE_MINUTES_MAX, SESSION_MINUTES_MAX } from '../tokens/session-limits.ts'
import { Feature, FeatureCode } from './tariff-plan-features.ts'

const INT32_MAX = 2_147_483_647
const count = (minimum: number, description: string) =>
  Type.Integer({ format: 'int32', minimum, maximum: INT32_MAX, description })

const limits = {
  daily_transaction_limit: count(
    0,
    'Number of payments and transfers allowed per day (Europe/Istanbul); 0 is no limit.',
  ),
  monthly_transaction_limit: count(
    0,
    'Number of payments and transfers allowed per month (Europe/Istanbul); 0 is no limit.',
  ),
  rate_limit_per_second: count(1, 'Number of requests allowed per second for the whole organization.'),
}

const minutes = (maximum: number, description: string) =>
  Type.Integer({ format: 'int32', minimum: 1, maximum, description })
const sessions = {
  session_idle_minutes: minutes(
    SESSION_IDLE_MINUTES_MAX,
    'Number of minutes without a refresh after which the session of a user ends.',
  ),
  session_max_minutes: minutes(
    SESSION_MINUTES_MAX,
    'Number of minutes after which a user has to sign in again, however active.',
  ),
}

export const TariffPlan = Type.Object(
  {
    id: described(Uuid, 'Id of the plan.'),
    code: Type.String({ description: 'Code of the plan, unique on the platform.' }),
    name: Type.String({ description: 'Name of the plan, for people.' }),
    description: NullableText('Description of the plan, for people; null when there is none.'),
    ...limits,
    burst: count(1, 'Number of requests allowed at once, above the rate.'),
    is_active: Type.Boolean({
      description:
        'Whether the plan can be assigned; an inactive plan takes no more tenants, and those it has keep it.',
    }),
    is_default: Type.Boolean({ description: 'Whether tenants created without a plan get this one.' }),
    sort_order: Type.Integer({ format: 'int32', description: 'Position of the plan in lists, lowest first.' }),
    ...sessions,
    created: Created,
    last_modified: LastModified,
    features: Type.Array(Feature, { description: 'Features that the plan includes.' }),
  },
  { $id: 'Plan' },
)
export const TariffPlanPage = pageSchema(TariffPlan, 'PlanPage')

export const ListTariffPlansQuery = Type.Object({
  ...listQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Text to search for in code, name and description.' }),
  ),
})
export type TariffPlanFilters = Static<typeof ListTariffPlansQuery>

export const WriteTariffPlan = Type.Object(
  {
    code: Type.String({
      pattern: '^[a-z0-9_-]{2,50}$',
      description: 'Code of the plan: lower-case letters, digits, _ and -; unique on the platform.',
    }),
    name: Text(100, { minLength: 1, description: 'Name of the plan, for people.' }),
    description: Type.Optional(LongText(500, { description: 'Description of the plan, for people.' })),
    ...limits,
    burst: Type.Optional(count(1, 'Number of requests allowed at once, above the rate; by default twice the rate.')),
    is_active: Type.Optional(
      Type.Boolean({
        description: 'Whether the plan can be assigned, true by default; when absent on a change it stays as it is.',
      }),
    ),
    is_default: Type.Optional(
      Type.Boolean({
        description:
          'Whether tenants created without a plan get this one; true takes it from the plan that had it. When absent on a change it stays as it is.',
      }),
    ),
    sort_order: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: -INT32_MAX,
        maximum: INT32_MAX,
        default: 0,
        description: 'Position of the plan in lists, lowest first; 0 by default.',
      }),
    ),
    session_idle_minutes: Type.Optional(sessions.session_idle_minutes),
    session_max_minutes: Type.Optional(sessions.session_max_minutes),
    feature_codes: Type.Optional(
      Type.Array(FeatureCode, {
        maxItems: PRODUCTS.length,
        description:
          'Codes of the features that the plan includes, none by default; when absent on a change they stay as they are.',
      }),
    ),
  },
  { $id: 'WritePlan' },
)
export type WriteTariffPlanBody = Static<typeof WriteTariffPlan>
export const TariffPlanParams = Type.Object({ id: described(Uuid, 'Id of the plan, as the list shows it.') })
