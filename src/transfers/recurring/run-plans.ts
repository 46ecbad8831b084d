/** Makes the transfers of plans whose time has come, each run exactly once however many processes look (docs/decisions/0150). */
import type { Quota } from '../../access/limits/plan-quota.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { counter } from '../../infra/process/metrics.ts'
import { createdEvent } from '../creation/created-event.ts'
import { draftTransfers, type UndecidedTransfer } from '../creation/draft-transfers.ts'
import { insertTransfers, withTransferRows } from '../creation/insert-transfers.ts'
import { judgeDrafts, keepingRefusals } from '../creation/decide-drafts.ts'
import type { TransferParts } from '../model/transfer-services.ts'
import { type PlanRow, scheduleOf } from './plan-row.ts'
import { nextRun } from './run-schedule.ts'
import { duePlans, insertRun, postponeRun, stepPlan, tenantsWithDuePlans } from './run-store.ts'
import { itemOf } from '../endpoints/recurring/write-plan.ts'

/** Plans of one tenant looked at in one round, and how many of them at once. */
const LOOK_MAX = 200
const AT_ONCE = 8
/** A run the tenant's own limits leave no room for waits for the next day, or for a larger plan. */
const NO_ROOM_WAIT_MS = 60 * 60_000
/** A run that broke on something of ours. */
const BROKEN_WAIT_MS = 60_000
const NO_ROOM: readonly string[] = ['daily_limit_exceeded', 'monthly_limit_exceeded']
/** A plan's maker has agreed to the tenant's limits; those of an API key count for its own calls. */
const NO_OWN_LIMITS = { daily: null, monthly: null, ratePerSecond: null }

const failures = counter('vezne_recurring_runs_failed_total', 'Runs of recurring transfers that made no transfer', [
  'code',
])

/** One round over the tenants that have something due; answers how many runs it made. */
export const runDuePlans = async (desk: TransferParts): Promise<number> => {
  const { db, clock } = desk.house
  const now = new Date(clock.ms())
  let made = 0
  for (const tenantId of await db.acrossTenants((tx) => tenantsWithDuePlans(tx, now))) {
    const plans = await db.inTenant(tenantId, (tx) => duePlans(tx, tenantId, now, LOOK_MAX))
    for (let at = 0; at < plans.length; at += AT_ONCE) {
      const batch = plans.slice(at, at + AT_ONCE).map((plan) => runOne(desk, plan))
      made += (await Promise.all(batch)).filter(Boolean).length
    }
  }
  return made
}

/** One that fails must not stop the others. */
const runOne = async (desk: TransferParts, plan: PlanRow): Promise<boolean> => {
  try {
    return await makeRun(desk, plan)
  } catch (err) {
    desk.house.log.error('recurring_transfer.run_broken', { recurring_transfer_id: plan.id, err })
    await postpone(desk, plan, BROKEN_WAIT_MS)
    return false
  }
}

/** Answers whether this process took the run. */
const makeRun = async (desk: TransferParts, plan: PlanRow): Promise<boolean> => {
  const drafted = await draftRun(desk, plan)
  return 'transfer' in drafted ? keepTransfer(desk, plan, drafted) : keepFailure(desk, plan, drafted.refusal)
}

/** As a call of its maker would be: every rule, the fraud verdict, and the recipient's default account of this moment. */
const draftRun = async (desk: TransferParts, plan: PlanRow): Promise<UndecidedTransfer | { refusal: Problem }> => {
  const { tenant_id: tenantId, merchant_id: merchantId, client_id: clientId } = plan
  const { db, clock } = desk.house
  try {
    const [draft] = await draftTransfers(desk, {
      tenantId,
      merchantId,
      principal: { subject: plan.created_by, clientId },
      correlationId: newId(clock.ms()),
      channel: 'recurring',
      read: (work) => db.readTenant(tenantId, work),
      body: { items: [itemOf(plan)] },
    })
    const own = {
      recurring_transfer_id: plan.id,
      terms_by: plan.changed_by,
      scheduled_date: (plan.next_run_at as Date).toISOString(),
    }
    const { transfer, check } = draft as UndecidedTransfer
    return { transfer: { ...transfer, ...own }, check }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { refusal: error }
    throw error
  }
}

const keepTransfer = async (desk: TransferParts, plan: PlanRow, undecided: UndecidedTransfer): Promise<boolean> => {
  try {
    const { tenant_id: tenantId, client_id: clientId } = plan
    const quota = await desk.quota.quotaOf({ tenantId, principal: { clientId, ownLimits: NO_OWN_LIMITS } })
    const isMade = await keepingRefusals(desk, tenantId, () => writeRun(desk, plan, undecided, quota))
    if (isMade) desk.wakeDeliveries([plan.tenant_id])
    return isMade
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    if (!NO_ROOM.includes(error.code)) return keepFailure(desk, plan, error)
    await postpone(desk, plan, NO_ROOM_WAIT_MS)
    return false
  }
}

const writeRun = (
  desk: TransferParts,
  plan: PlanRow,
  undecided: UndecidedTransfer,
  quota: Quota | null,
): Promise<boolean> => {
  const { db, clock } = desk.house
  const { transfer } = undecided
  const result = { transferId: transfer.id }
  const now = new Date(clock.ms())
  const isLast = plan.repeat_count !== null && plan.execution_count + 1 >= plan.repeat_count
  return withTransferRows(db, (encode) =>
    db.inTenant(plan.tenant_id, async (tx) => {
      if (!(await stepPlan(tx, plan, { result, next: isLast ? null : runAfter(plan), now }))) return false
      const decided = await judgeDrafts(desk, tx, [undecided], quota)
      await insertTransfers(tx, encode, decided, [createdEvent(transfer)])
      await insertRun(tx, plan, result, now)
      return true
    }),
  )
}

/** The run is over without a transfer; the plan goes on, since what was wrong may be mended by the next one. */
const keepFailure = async (desk: TransferParts, plan: PlanRow, { code, message }: Problem): Promise<boolean> => {
  const { db, clock, log } = desk.house
  const result = { errorCode: code }
  const now = new Date(clock.ms())
  const isKept = await db.inTenant(plan.tenant_id, async (tx) => {
    if (!(await stepPlan(tx, plan, { result, next: runAfter(plan), now }))) return false
    await insertRun(tx, plan, result, now)
    return true
  })
  if (isKept) {
    failures.inc({ code })
    log.warn('recurring_transfer.run_failed', { recurring_transfer_id: plan.id, code, detail: message })
  }
  return isKept
}

/** Counted from the run's own day: each missed run of a longer outage is made up, once. */
const runAfter = (plan: PlanRow) =>
  nextRun(scheduleOf(plan), { notBeforeMs: plan.start_date.getTime(), afterDay: plan.next_run_day })

const postpone = (desk: TransferParts, plan: PlanRow, waitMs: number): Promise<number> =>
  desk.house.db.inTenant(plan.tenant_id, (tx) => postponeRun(tx, plan, new Date(desk.house.clock.ms() + waitMs)))
