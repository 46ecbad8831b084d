/** Shapes of plans (docs/interface/identity.md#plans). */
import { type Static, Type } from 'typebox'
import { PRODUCTS } from '../../access/endpoint.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'
import { SESSION_IDLE_MINUTES_MAX, SESSION_MINUTES_MAX } from '../tokens/session-limits.ts'
import { Feature, FeatureCode } from './plan-features.ts'

const INT32_MAX = 2_147_483_647
const count = (minimum: number, description: string) =>
  Type.Integer({ format: 'int32', minimum, maximum: INT32_MAX, description })

const limits = {
  daily_transaction_limit: count(0, 'Payments and transfers a day, of Europe/Istanbul; 0 = no limit'),
  monthly_transaction_limit: count(0, 'Payments and transfers a month; 0 = no limit'),
  rate_limit_per_second: count(1, 'Requests a second of the whole organization'),
}

const minutes = (maximum: number, description: string) =>
  Type.Integer({ format: 'int32', minimum: 1, maximum, description })
const sessions = {
  session_idle_minutes: minutes(
    SESSION_IDLE_MINUTES_MAX,
    'A person’s session ends when it was not refreshed for so long',
  ),
  session_max_minutes: minutes(SESSION_MINUTES_MAX, 'A person logs in again after so long, however busy'),
}

export const Plan = Type.Object(
  {
    id: Uuid,
    code: Type.String(),
    name: Type.String(),
    description: Nullable(Type.String()),
    ...limits,
    burst: count(1, 'Requests at once'),
    is_active: Type.Boolean({ description: 'An inactive plan takes no more tenants; those it has keep it' }),
    is_default: Type.Boolean({ description: 'The plan of tenants made without one' }),
    sort_order: Type.Integer({ format: 'int32' }),
    ...sessions,
    created: DateTime,
    last_modified: DateTime,
    features: Type.Array(Feature),
  },
  { $id: 'Plan' },
)
export const PlanPage = pageSchema(Plan, 'PlanPage')

export const ListPlansQuery = Type.Object({
  ...listQuery,
  search_term: Type.Optional(Type.String({ maxLength: 100, description: 'In code, name and description' })),
})
export type PlanFilters = Static<typeof ListPlansQuery>

export const WritePlan = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z0-9_-]{2,50}$', description: 'Lower-case letters, digits, _ and -; unique' }),
    name: Text(100, { minLength: 1 }),
    description: Type.Optional(LongText(500)),
    ...limits,
    burst: Type.Optional(count(1, 'Requests at once; default twice the rate')),
    is_active: Type.Optional(Type.Boolean({ description: 'Default true; absent on a change: stays as it is' })),
    is_default: Type.Optional(
      Type.Boolean({ description: 'true takes it from the plan that had it; absent on a change: stays as it is' }),
    ),
    sort_order: Type.Optional(
      Type.Integer({ format: 'int32', minimum: -INT32_MAX, maximum: INT32_MAX, default: 0, description: 'Default 0' }),
    ),
    session_idle_minutes: Type.Optional(sessions.session_idle_minutes),
    session_max_minutes: Type.Optional(sessions.session_max_minutes),
    feature_codes: Type.Optional(
      Type.Array(FeatureCode, {
        maxItems: PRODUCTS.length,
        description: 'What it opens; default nothing; absent on a change: stays as it is',
      }),
    ),
  },
  { $id: 'WritePlan' },
)
export type WritePlanBody = Static<typeof WritePlan>
export const PlanParams = Type.Object({ id: Uuid })
