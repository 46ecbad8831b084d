/** GET /api/v1/me/plan: what the caller's plan allows, and what of it is used. */
import { Type } from 'typebox'
import type { Realm, Realms } from '../access/callers/realms.ts'
import { type Call, type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import { PLANLESS_BUCKET } from '../access/limits/rate-limiter.ts'
import { Nullable, Uuid } from '../core/schema.ts'

/** Counted as the quota check counts. */
export type UsedQuota = (call: Pick<Call, 'tenantId' | 'principal'>) => Promise<{ daily: number; monthly: number }>

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })

const MePlan = Type.Object(
  {
    plan_id: Nullable(Uuid),
    plan_code: Nullable(Type.String()),
    plan_name: Nullable(Type.String()),
    daily_transaction_limit: count('0 = no limit'),
    monthly_transaction_limit: count('0 = no limit'),
    rate_limit_per_second: count('Requests a second'),
    burst: count('Requests at once'),
    daily_used: count('Since midnight in Istanbul'),
    monthly_used: count('Since the first of the month in Istanbul'),
    features: Type.Array(Type.String(), { description: 'Codes of what the plan opens' }),
  },
  { $id: 'MePlan' },
)

export const ownPlan = (realms: Realms, usedQuota: UsedQuota): Endpoint =>
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
