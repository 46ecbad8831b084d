/** GET /api/v1/me/plan: the limits of the caller's plan, and the use so far. */
import { Type } from 'typebox'
import type { Realm, Realms } from '../access/callers/realms.ts'
import { type Call, type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import { PLANLESS_BUCKET } from '../access/limits/rate-limiter.ts'
import { described, Nullable, NullableText, Uuid } from '../core/schema.ts'

/** Counts like the quota check. */
export type UsedQuota = (call: Pick<Call, 'tenantId' | 'principal'>) => Promise<{ daily: number; monthly: number }>

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })

const MePlan = Type.Object(
  {
    plan_id: described(Nullable(Uuid), 'Id of the plan that applies; null when there is none.'),
    plan_code: NullableText('Code of the plan that applies; null when there is none.'),
    plan_name: NullableText('Name of the plan that applies; null when there is none.'),
    daily_transaction_limit: count('Number of payments and transfers allowed per day; 0 is no limit.'),
    monthly_transaction_limit: count('Number of payments and transfers allowed per month; 0 is no limit.'),
    rate_limit_per_second: count('Number of requests allowed per second.'),
    burst: count('Number of requests allowed at once, above the rate.'),
    daily_used: count('Number of payments and transfers made since midnight in Istanbul.'),
    monthly_used: count('Number of payments and transfers made since the first of the month in Istanbul.'),
    features: Type.Array(Type.String(), { description: 'Codes of the features that the plan includes.' }),
  },
  { $id: 'MePlan' },
)

export const ownTariffPlan = (realms: Realms, usedQuota: UsedQuota): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/me/plan',
    tag: 'Me',
    summary: 'Plan of the token',
    description:
      'Limits of the API key where it has its own, with what that key has used of them; else those of the plan, with what the ' +
      'organization has used. The realm master has no plan.',
    allow: 'any',
    answers: { 200: MePlan },
    async handle(call) {
      const { realm, tenantId, ownLimits } = call.principal
      const { plan } = (await realms.realmBySlug(realm)) as Realm // it has just verified the token
      const used = tenantId === null ? { daily: 0, monthly: 0 } : await usedQuota(call)
      return ok({
        plan_id: plan?.id ?? null,
        plan_code: plan?.code ?? null,
        plan_name: plan?.name ?? null,
        daily_transaction_limit: ownLimits.daily ?? plan?.dailyTransactionLimit ?? 0,
        monthly_transaction_limit: ownLimits.monthly ?? plan?.monthlyTransactionLimit ?? 0,
        rate_limit_per_second: ownLimits.ratePerSecond ?? plan?.ratePerSecond ?? PLANLESS_BUCKET.ratePerSecond,
        burst: plan?.burst ?? PLANLESS_BUCKET.burst,
        daily_used: used.daily,
        monthly_used: used.monthly,
        features: [...(plan?.features ?? [])],
      })
    },
  })
