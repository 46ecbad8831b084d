/**
 * Whether a plan can be deleted where tenants are spread over shards. The foreign key of the first shard does not see the
 * tenants of the others, so the plan is switched off first: once that has reached a shard, no tenant of it is given the plan
 * any more, and its tenants can be asked.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { type Database, FIRST_SHARD, type Tx } from '../../infra/database/database.ts'
import { readAllTenants } from '../../infra/database/shards/read-all-tenants.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { isInUse } from './tariff-plan-store.ts'

const ARRIVAL_MS = 2_000
const LOOK_MS = 100

/**
 * Returns the version of the plan that no tenant of any shard has or can get: the transaction that deletes the plan checks
 * that it is still this one. Undefined where there is no such plan, or it is the default one, which stays.
 */
export const requireFreeOnShards = async (db: Database, planId: string): Promise<string | undefined> => {
  const plan = await db.on(FIRST_SHARD).transaction({ of: [] }, (tx) => findPlanVersion(tx, planId))
  if (plan === undefined || plan.is_default) return undefined
  const shards = db.shards.map((shard) => db.on(shard))
  for (const until = performance.now() + ARRIVAL_MS; ; await sleep(LOOK_MS)) {
    const found = await readAllTenants(shards, (tx) => readPlan(tx, planId))
    if (found === undefined)
      throw new Problem('conflict', {
        detail: phrase`A tenant moves to another shard at the moment; delete the plan when it has arrived.`,
      })
    if (found.some(({ isUsed }) => isUsed)) throw planInUse()
    if (plan.is_active)
      throw new Problem('conflict', {
        detail: phrase`Tenants are spread over several servers: switch the plan off first, so that none is given it while it is deleted.`,
      })
    const late = found.findIndex(({ isOff }) => !isOff)
    if (late < 0) return plan.version
    if (performance.now() > until)
      throw new Problem('conflict', {
        detail: phrase`Shard ${late} has not heard yet that this plan is switched off; repeat this when it has.`,
      })
  }
}

export const planInUse = (): Problem =>
  new Problem('conflict', {
    detail: phrase`Tenants or API keys have this plan; give them another one, or switch the plan off.`,
  })

interface PlanVersion {
  readonly version: string
  readonly is_active: boolean
  readonly is_default: boolean
}

/** A row has another version after every change, even one back to what it was. */
export const findPlanVersion = async (tx: Tx, planId: string): Promise<PlanVersion | undefined> =>
  (
    await tx.query<PlanVersion>(
      sql`select xmin::text as version, is_active, is_default from plans where id = ${planId}`,
    )
  )[0]

/** Waits for whatever is giving the plan to a tenant of this shard just now. */
const readPlan = async (tx: Tx, planId: string): Promise<{ isUsed: boolean; isOff: boolean }> => {
  const [plan] = await tx.query<{ is_active: boolean }>(
    sql`select is_active from plans where id = ${planId} for update`,
  )
  return { isOff: plan?.is_active === false, isUsed: await isInUse(tx, planId) }
}
