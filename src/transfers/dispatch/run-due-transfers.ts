/** Claims due transfers of all tenants and limits concurrent calls to banks: memory stays flat whatever the backlog. */
import { isoTime } from '../../core/clock.ts'
import { findSourceAccounts, type SourceAccount } from '../source-accounts/source-account-lookup.ts'
import type { DispatchServices } from './dispatch-services.ts'
import { claimDueTransfers, type DueTransfer, findTenantsWithDueTransfers } from './due-transfer-store.ts'
import { runAttempt } from './run-attempt.ts'

/** Calls to banks at once. */
const CALLS_MAX = 192
/** A bank that hangs leaves a quarter of them to the other tenants. */
const CALLS_PER_TENANT_MAX = 144
/** So many slots are refilled together: one claim for each would be a transaction per transfer. */
const REFILL_MIN = 32

interface TransferDispatcher {
  /** Fills the free slots with due transfers; more than 0: there was room for more. What it starts continues after it. */
  fill(): Promise<number>
  /** Resolves when no step is under way. */
  idle(): Promise<void>
}

/** `onRoom`: slots are free again and more may be due. */
export const openTransferDispatcher = (services: DispatchServices, onRoom: () => void): TransferDispatcher => {
  const underWay = new Map<string, Set<Promise<unknown>>>()
  let open = 0
  let mayBeMore = false
  let turn = 0

  const begin = (tenantId: string, step: Promise<unknown>): void => {
    const own = underWay.get(tenantId) ?? new Set()
    underWay.set(tenantId, own)
    own.add(step)
    open++
    void step.then(() => {
      own.delete(step)
      if (own.size === 0) underWay.delete(tenantId)
      open--
      if (!mayBeMore || (CALLS_MAX - open < REFILL_MIN && open > 0)) return
      if (own.size > 0 && CALLS_PER_TENANT_MAX - own.size < REFILL_MIN) return
      mayBeMore = false
      onRoom()
    })
  }

  const fillFor = async (tenantId: string, share: number): Promise<number> => {
    const free = Math.min(share, CALLS_PER_TENANT_MAX - (underWay.get(tenantId)?.size ?? 0), CALLS_MAX - open)
    if (free < 1) {
      mayBeMore = true
      return 0
    }
    const { due, accounts } = await claimDue(services, tenantId, free)
    if (due.length === free) mayBeMore = true
    // One that fails must not stop the others: its lease is released or expires, and it is due again.
    for (const transfer of due)
      begin(
        tenantId,
        services.leases
          .during(transfer.id, () => runAttempt(services, transfer, accounts.get(transfer.source_account_id)))
          .catch((error) => reportStepFailure(services, transfer, error)),
      )
    return due.length
  }

  return {
    async fill() {
      const { db, clock } = services.runtime
      await services.leases.releaseLost()
      const tenants = await db.acrossTenants((tx) => findTenantsWithDueTransfers(tx, isoTime(clock.ms())))
      const share = Math.max(1, Math.floor((CALLS_MAX - open) / Math.max(1, tenants.length)))
      let begun = 0
      // One after another, so that no two claims count the same slots as free; a different tenant first each time.
      const first = turn++ % Math.max(1, tenants.length)
      for (const tenantId of [...tenants.slice(first), ...tenants.slice(0, first)])
        begun += await fillFor(tenantId, share).catch((error) => reportClaimFailure(services, tenantId, error))
      return mayBeMore && CALLS_MAX - open >= REFILL_MIN ? begun : 0
    },
    async idle() {
      while (open > 0) await Promise.all([...underWay.values()].flatMap((own) => [...own]))
    },
  }
}

const claimDue = async (
  services: DispatchServices,
  tenantId: string,
  limit: number,
): Promise<{ due: DueTransfer[]; accounts: Map<string, SourceAccount> }> => {
  const { db, clock } = services.runtime
  return db.inTenant(tenantId, async (tx) => {
    const due = await claimDueTransfers(tx, { tenantId, now: isoTime(clock.ms()), owner: services.processNo, limit })
    const ids = [...new Set(due.map((transfer) => transfer.source_account_id))]
    const accounts = ids.length === 0 ? [] : await findSourceAccounts(tx, tenantId, ids)
    return { due, accounts: new Map(accounts.map((account) => [account.id, account])) }
  })
}

/** The other tenants do not wait for it. */
const reportClaimFailure = (services: DispatchServices, tenantId: string, err: Error): number => {
  services.leases.markUncertain(err)
  services.runtime.log.error('transfer.claim_failed', { tenant_id: tenantId, err })
  return 0
}

const reportStepFailure = (services: DispatchServices, transfer: DueTransfer, error: Error): void =>
  void services.runtime.log.error('transfer.step_failed', { transfer_id: transfer.id, due: transfer.due, err: error })
