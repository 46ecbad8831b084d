/** Takes what is due from all tenants and keeps so many calls to banks open, no more: memory stays flat however many wait. */
import { isoTime } from '../../core/clock.ts'
import { type SourceAccount, sourceAccountsOf } from '../source-accounts/source-account-lookup.ts'
import { claimDueTransfers, type DueTransfer, tenantsWithDueTransfers } from './due-transfer-store.ts'
import { runStep } from './run-attempt.ts'
import type { SendingDesk } from './dispatch-services.ts'

/** Calls to banks at once. */
const AT_ONCE = 192
/** A bank that hangs leaves a quarter of them to the other tenants. */
const OF_ONE_TENANT = 144
/** So many places are filled again together: one claim for each of them would be a transaction a transfer. */
const REFILL = 32

export interface Sender {
  /** Fills the free places with what is due; more than 0: there was room for more already. What it begins goes on after it. */
  fill(): Promise<number>
  /** Resolves when no step is under way. */
  settled(): Promise<void>
}

/** `onRoom`: places are free again and more may be due. */
export const openSender = (desk: SendingDesk, onRoom: () => void): Sender => {
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
      if (!mayBeMore || (AT_ONCE - open < REFILL && open > 0)) return
      if (own.size > 0 && OF_ONE_TENANT - own.size < REFILL) return
      mayBeMore = false
      onRoom()
    })
  }

  const fillFor = async (tenantId: string, share: number): Promise<number> => {
    const free = Math.min(share, OF_ONE_TENANT - (underWay.get(tenantId)?.size ?? 0), AT_ONCE - open)
    if (free < 1) {
      mayBeMore = true
      return 0
    }
    const { due, accounts } = await claim(desk, tenantId, free)
    if (due.length === free) mayBeMore = true
    // One that fails must not stop the others: its lease is given back or runs out, and it comes again.
    for (const transfer of due)
      begin(
        tenantId,
        desk.leases
          .during(transfer.id, () => runStep(desk, transfer, accounts.get(transfer.source_account_id)))
          .catch((error) => report(desk, transfer, error)),
      )
    return due.length
  }

  return {
    async fill() {
      const { db, clock } = desk.house
      await desk.leases.giveBackLost()
      const tenants = await db.acrossTenants((tx) => tenantsWithDueTransfers(tx, isoTime(clock.ms())))
      const share = Math.max(1, Math.floor((AT_ONCE - open) / Math.max(1, tenants.length)))
      let begun = 0
      // One after another, so that no two claims count the same places as free; another one first each time.
      const first = turn++ % Math.max(1, tenants.length)
      for (const tenantId of [...tenants.slice(first), ...tenants.slice(0, first)])
        begun += await fillFor(tenantId, share).catch((error) => unclaimed(desk, tenantId, error))
      return mayBeMore && AT_ONCE - open >= REFILL ? begun : 0
    },
    async settled() {
      while (open > 0) await Promise.all([...underWay.values()].flatMap((own) => [...own]))
    },
  }
}

const claim = async (
  desk: SendingDesk,
  tenantId: string,
  limit: number,
): Promise<{ due: DueTransfer[]; accounts: Map<string, SourceAccount> }> => {
  const { db, clock } = desk.house
  return db.inTenant(tenantId, async (tx) => {
    const due = await claimDueTransfers(tx, { tenantId, now: isoTime(clock.ms()), owner: desk.processNo, limit })
    const ids = [...new Set(due.map((transfer) => transfer.source_account_id))]
    const accounts = ids.length === 0 ? [] : await sourceAccountsOf(tx, tenantId, ids)
    return { due, accounts: new Map(accounts.map((account) => [account.id, account])) }
  })
}

/** The other tenants do not wait for it. */
const unclaimed = (desk: SendingDesk, tenantId: string, err: Error): number => {
  desk.leases.suspect(err)
  desk.house.log.error('transfer.claim_failed', { tenant_id: tenantId, err })
  return 0
}

const report = (desk: SendingDesk, transfer: DueTransfer, error: Error): void =>
  void desk.house.log.error('transfer.step_failed', { transfer_id: transfer.id, due: transfer.due, err: error })
