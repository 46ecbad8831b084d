/** Creates the transfers of due plans, each run exactly once with any number of processes (docs/decisions/0150). */
import type { Quota } from '../../access/limits/tariff-plan-quota.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { counter } from '../../infra/process/metrics.ts'
import { buildCreatedEvent } from '../creation/created-event.ts'
import { decideDrafts, recordingRefusals } from '../creation/decide-drafts.ts'
import { type DraftedTransfer, draftTransfers } from '../creation/draft-transfers.ts'
import { insertTransfers, withTransferRowEncoder } from '../creation/insert-transfers.ts'
import { deriveTransferReference } from '../model/transfer-reference.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import {
  advanceRecurringTransfer,
  findDueRecurringTransfers,
  findTenantsWithDueRecurringTransfers,
  insertRun,
  postponeRun,
} from './recurring-run-store.ts'
import { type DueRecurringTransfer, toSchedule } from './recurring-transfer-row.ts'
import { toTransferItem } from './recurring-transfer-terms.ts'
import { nextRun } from './run-schedule.ts'

/** Plans of one tenant per round, and how many of them run at once. */
const BATCH_MAX = 200
const CONCURRENCY = 8
/** A run beyond the tenant's own limits waits for the next day, or for a larger plan. */
const LIMIT_WAIT_MS = 60 * 60_000
/** Wait after a run that failed because of an error of the service. */
const FAILURE_WAIT_MS = 60_000
const LIMIT_CODES: readonly string[] = ['daily_limit_exceeded', 'monthly_limit_exceeded']
/** A plan's creator has agreed to the tenant's limits; those of an API key apply only to its own calls. */
const NO_OWN_LIMITS = { daily: null, monthly: null, ratePerSecond: null }

const failures = counter('vezne_recurring_runs_failed_total')

/** Runs one round over the tenants that have something due; returns how many runs it made. */
export const runDueRecurringTransfers = async (
  services: Pick<
    TransferServices,
    'runtime' | 'reference' | 'fraud' | 'quota' | 'merchantExternalIdOf' | 'wakeDeliveries'
  >,
): Promise<number> => {
  const { db, clock } = services.runtime
  const now = new Date(clock.ms())
  let made = 0
  for (const tenantId of await db.transaction({ as: 'platform' }, (tx) =>
    findTenantsWithDueRecurringTransfers(tx, now),
  )) {
    const plans = await db.transaction({ of: tenantId }, (tx) =>
      findDueRecurringTransfers(tx, tenantId, now, BATCH_MAX),
    )
    for (let at = 0; at < plans.length; at += CONCURRENCY) {
      const batch = plans.slice(at, at + CONCURRENCY).map((plan) => runPlan(services, plan))
      made += (await Promise.all(batch)).filter(Boolean).length
    }
  }
  return made
}

/** A run that fails must not stop the others. */
const runPlan = async (
  services: Pick<
    TransferServices,
    'runtime' | 'reference' | 'fraud' | 'quota' | 'merchantExternalIdOf' | 'wakeDeliveries'
  >,
  plan: DueRecurringTransfer,
): Promise<boolean> => {
  try {
    return await executeRun(services, plan)
  } catch (err) {
    services.runtime.log.error('recurring_transfer.run_broken', { recurring_transfer_id: plan.id, err })
    await postpone(services, plan, FAILURE_WAIT_MS)
    return false
  }
}

/** Returns whether this process took the run. */
const executeRun = async (
  services: Pick<
    TransferServices,
    'runtime' | 'reference' | 'fraud' | 'quota' | 'merchantExternalIdOf' | 'wakeDeliveries'
  >,
  plan: DueRecurringTransfer,
): Promise<boolean> => {
  const drafted = await draftRun(services, plan)
  return 'transfer' in drafted
    ? recordTransfer(services, plan, drafted)
    : recordFailure(services, plan, drafted.refusal)
}

/**
 * Drafts the transfer as if its creator had called: with every rule, the fraud check, and the recipient's current
 * default account.
 */
const draftRun = async (
  services: Pick<TransferServices, 'runtime' | 'reference' | 'fraud' | 'merchantExternalIdOf'>,
  plan: DueRecurringTransfer,
): Promise<DraftedTransfer | { refusal: Problem }> => {
  const { tenant_id: tenantId, merchant_id: merchantId, client_id: clientId } = plan
  const { db, clock, sealer, releaseSteps } = services.runtime
  try {
    const [draft] = await draftTransfers(services, {
      tenantId,
      merchantId,
      principal: { subject: plan.created_by, clientId },
      correlationId: newId(clock.ms()),
      channel: 'recurring',
      read: (work) => db.transaction({ of: tenantId, mode: 'read' }, work),
      body: { items: [toTransferItem(plan)] },
    })
    const scheduled_date = plan.next_run_at.toISOString()
    // A plan that was made again after a restore may run at another time of the same day.
    const key = plan.run_reference ? `${plan.run_reference} ${plan.next_run_day}` : `${plan.id} ${scheduled_date}`
    const run = { tenantId, merchantId, kind: 'run', key } as const
    const own = {
      recurring_transfer_id: plan.id,
      terms_by: plan.changed_by,
      scheduled_date,
      key_reference: releaseSteps.hasBegun('key_references') ? deriveTransferReference(sealer, run) : null,
    }
    const { transfer, check } = draft as DraftedTransfer
    return { transfer: { ...transfer, ...own }, check }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { refusal: error }
    throw error
  }
}

const recordTransfer = async (
  services: Pick<TransferServices, 'runtime' | 'fraud' | 'quota' | 'wakeDeliveries'>,
  plan: DueRecurringTransfer,
  undecided: DraftedTransfer,
): Promise<boolean> => {
  try {
    const { tenant_id: tenantId, client_id: clientId } = plan
    const quota = await services.quota.quotaOf({ tenantId, principal: { clientId, ownLimits: NO_OWN_LIMITS } })
    const isMade = await recordingRefusals(services, tenantId, () => writeRun(services, plan, undecided, quota))
    if (isMade) services.wakeDeliveries([plan.tenant_id])
    return isMade
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    if (!LIMIT_CODES.includes(error.code)) return recordFailure(services, plan, error)
    await postpone(services, plan, LIMIT_WAIT_MS)
    return false
  }
}

const writeRun = (
  services: Pick<TransferServices, 'runtime' | 'fraud' | 'quota'>,
  plan: DueRecurringTransfer,
  undecided: DraftedTransfer,
  quota: Quota | null,
): Promise<boolean> => {
  const { db, clock } = services.runtime
  const { transfer } = undecided
  const result = { transferId: transfer.id }
  const now = new Date(clock.ms())
  const isLast = plan.repeat_count !== null && plan.execution_count + 1 >= plan.repeat_count
  return withTransferRowEncoder(db, (encode) =>
    db.transaction({ of: plan.tenant_id }, async (tx) => {
      if (!(await advanceRecurringTransfer(tx, plan, { result, next: isLast ? null : followingRun(plan), now })))
        return false
      const decided = await decideDrafts(services, tx, [undecided], quota)
      await insertTransfers(tx, encode, decided, [buildCreatedEvent(transfer)])
      await insertRun(tx, plan, result, now)
      return true
    }),
  )
}

/** The run ends without a transfer; the plan continues, since the cause may be fixed by the next run. */
const recordFailure = async (
  services: Pick<TransferServices, 'runtime'>,
  plan: DueRecurringTransfer,
  { code, message }: Problem,
): Promise<boolean> => {
  const { db, clock, log } = services.runtime
  const result = { errorCode: code }
  const now = new Date(clock.ms())
  const isKept = await db.transaction({ of: plan.tenant_id }, async (tx) => {
    if (!(await advanceRecurringTransfer(tx, plan, { result, next: followingRun(plan), now }))) return false
    await insertRun(tx, plan, result, now)
    return true
  })
  if (isKept) {
    failures.inc({ code })
    log.warn('recurring_transfer.run_failed', { recurring_transfer_id: plan.id, code, detail: message })
  }
  return isKept
}

/** Counted from the run's own day, so that after a longer outage each missed run is made up, once. */
const followingRun = (plan: DueRecurringTransfer) =>
  nextRun(toSchedule(plan), { notBeforeMs: plan.start_date.getTime(), afterDay: plan.next_run_day })

const postpone = (
  services: Pick<TransferServices, 'runtime'>,
  plan: DueRecurringTransfer,
  waitMs: number,
): Promise<number> =>
  services.runtime.db.transaction({ of: plan.tenant_id }, (tx) =>
    postponeRun(tx, plan, new Date(services.runtime.clock.ms() + waitMs)),
  )
