/** POST, PUT and DELETE of plans: exactly one is the default, one in use stays. */
import { type Answer, type Call, created, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findPlanVersion, planInUse, requireFreeOnShards } from './plans-on-shards.ts'
import { TariffPlan, TariffPlanParams, WriteTariffPlan, type WriteTariffPlanBody } from './tariff-plan-schemas.ts'
import {
  clearDefault,
  deleteTariffPlan as deleteRow,
  insertTariffPlan,
  isCodeTaken,
  lockTariffPlans,
  requireTariffPlan,
  type TariffPlanRow,
  tariffPlanBody,
  tariffPlanById,
  writeTariffPlan,
} from './tariff-plan-store.ts'

export const createTariffPlan = endpoint({
  method: 'POST',
  path: '/api/v1/platform/plans',
  tag: 'PlatformPlans',
  summary: 'Create a plan',
  description: 'What a plan opens and limits; a tenant gets it by `PUT /api/v1/platform/tenants/{id}/plan`.',
  allow: 'platform',
  body: WriteTariffPlan,
  answers: { 201: TariffPlan },
  errors: ['conflict'],
  handle: (call) =>
    writePlans(call, async (tx, now) => {
      const fresh = {
        id: newId(now.getTime()),
        is_active: true,
        is_default: false,
        features: [],
        created: now,
        session_idle_minutes: null,
        session_max_minutes: null,
      }
      const after = toTariffPlanRow(call.body, fresh, now)
      if (after.is_default) await clearDefault(tx, now)
      if (!(await insertTariffPlan(tx, after))) throw codeTaken()
      return { ...created(tariffPlanBody(after)), change: changeOf(null, after) }
    }),
})

export const updateTariffPlan = endpoint({
  method: 'PUT',
  path: '/api/v1/platform/plans/:id',
  tag: 'PlatformPlans',
  summary: 'Change a plan',
  description: 'Limits, licences and quotas of its tenants follow from the next request on.',
  allow: 'platform',
  isTagged: true,
  notFound: 'plan_not_found',
  params: TariffPlanParams,
  body: WriteTariffPlan,
  answers: { 200: TariffPlan },
  errors: ['plan_not_found', 'conflict'],
  handle: (call) =>
    writePlans(call, async (tx, now) => {
      const before = requireTariffPlan(await tariffPlanById(tx, call.params.id))
      const after = toTariffPlanRow(call.body, before, now)
      if (before.is_default && !after.is_default) throw needsDefault(phrase`Make another plan the default first`)
      if (await isCodeTaken(tx, after.code, after.id)) throw codeTaken()
      if (after.is_default && !before.is_default) await clearDefault(tx, now)
      await writeTariffPlan(tx, after)
      return { ...ok(tariffPlanBody(after)), change: changeOf(before, after) }
    }),
})

export const deleteTariffPlan = endpoint({
  method: 'DELETE',
  path: '/api/v1/platform/plans/:id',
  tag: 'PlatformPlans',
  summary: 'Delete a plan',
  description:
    'One that neither a tenant nor an API key has. Where tenants are spread over several servers, it is switched off first.',
  allow: 'platform',
  isTagged: true,
  notFound: 'plan_not_found',
  params: TariffPlanParams,
  answers: { 204: null },
  errors: ['plan_not_found', 'conflict'],
  async handle(call) {
    const { db } = call.runtime
    const free = db.shards.length > 1 ? await requireFreeOnShards(db, call.params.id) : undefined
    return writePlans(call, async (tx) => {
      const before = requireTariffPlan(await tariffPlanById(tx, call.params.id))
      if (before.is_default) throw needsDefault(phrase`Make another plan the default first`)
      if (db.shards.length > 1 && (await findPlanVersion(tx, before.id))?.version !== free)
        throw new Problem('conflict', {
          detail: phrase`The plan was changed while it was deleted; nothing was deleted.`,
        })
      if ((await deleteRow(tx, before.id)) === 'in use') throw planInUse()
      return { ...noContent(), change: changeOf(before, null) }
    })
  },
})

const writePlans = async (
  { runtime, inTx }: Pick<Call, 'runtime' | 'inTx'>,
  work: (tx: Tx, now: Date) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTx(async (tx) => {
    await lockTariffPlans(tx)
    return work(tx, runtime.clock.now())
  })
  runtime.notifications.publish('plans')
  return answer
}

type Kept = Pick<
  TariffPlanRow,
  'id' | 'is_active' | 'is_default' | 'features' | 'created' | 'session_idle_minutes' | 'session_max_minutes'
>

/** A replaced plan keeps its switches and features where the body omits them. */
const toTariffPlanRow = (body: WriteTariffPlanBody, kept: Kept, now: Date): TariffPlanRow => {
  const plan: TariffPlanRow = {
    id: kept.id,
    code: body.code,
    name: body.name,
    description: body.description ?? null,
    daily_transaction_limit: body.daily_transaction_limit,
    monthly_transaction_limit: body.monthly_transaction_limit,
    rate_limit_per_second: body.rate_limit_per_second,
    burst: body.burst ?? Math.min(2 * body.rate_limit_per_second, INT32_MAX),
    is_active: body.is_active ?? kept.is_active,
    is_default: body.is_default ?? kept.is_default,
    sort_order: body.sort_order ?? 0,
    session_idle_minutes: body.session_idle_minutes ?? kept.session_idle_minutes,
    session_max_minutes: body.session_max_minutes ?? kept.session_max_minutes,
    features: body.feature_codes === undefined ? kept.features : [...new Set(body.feature_codes)],
    created: kept.created,
    last_modified: now,
  }
  if (plan.is_default && !plan.is_active) throw needsDefault(phrase`The default plan has to be active`)
  return plan
}
const INT32_MAX = 2_147_483_647

const needsDefault = (hint: Phrase): Problem =>
  new Problem('conflict', { detail: phrase`${hint}: tenants made without a plan get the default one.` })

const codeTaken = (): Problem =>
  new Problem('conflict', {
    detail: phrase`A plan with this code is there already; choose another one, or change that plan.`,
    errors: [{ field: 'code', code: 'conflict', message: phrase`is used by another plan` }],
  })

const changeOf = (before: TariffPlanRow | null, after: TariffPlanRow | null) => ({
  kind: 'plan',
  id: (after ?? before)?.id ?? '',
  before: before && tariffPlanBody(before),
  after: after && tariffPlanBody(after),
})
