/** Takes what is due from all tenants, a few at a time, and runs it: memory stays flat however many wait. */
import { isoTime } from '../../core/clock.ts'
import { claimDueTransfers, type DueTransfer, tenantsWithDueTransfers } from './due-store.ts'
import { runStep } from './run-step.ts'
import type { SendingDesk } from './sending-desk.ts'

/** Calls to banks at once; each tenant gets its share. */
const AT_ONCE = 128

/** One round over the tenants that have something due; answers how many steps it ran. */
export const runDueTransfers = async (desk: SendingDesk): Promise<number> => {
  const { db, clock } = desk.house
  const tenants = await db.acrossTenants((tx) => tenantsWithDueTransfers(tx, isoTime(clock.ms())))
  if (tenants.length === 0) return 0
  const limit = Math.max(1, Math.floor(AT_ONCE / tenants.length))
  const counts = await Promise.all(tenants.map((tenantId) => runTenant(desk, tenantId, limit)))
  return counts.reduce((sum, count) => sum + count, 0)
}

const runTenant = async (desk: SendingDesk, tenantId: string, limit: number): Promise<number> => {
  const { db, clock } = desk.house
  const due = await db.inTenant(tenantId, (tx) =>
    claimDueTransfers(tx, { tenantId, now: isoTime(clock.ms()), owner: desk.processNo, limit }),
  )
  // One that fails must not stop the others: its lease runs out and it comes again.
  await Promise.all(due.map((transfer) => runStep(desk, transfer).catch((error) => report(desk, transfer, error))))
  return due.length
}

const report = (desk: SendingDesk, transfer: DueTransfer, error: Error): void =>
  void desk.house.log.error('transfer.step_failed', { transfer_id: transfer.id, due: transfer.due, err: error })
