/**
 * Processes what is due in one leased table, for all tenants. It limits the work in progress, so that memory stays flat
 * whatever the backlog.
 */
import { type Clock, isoTime } from '../../../core/clock.ts'
import type { Log } from '../../process/log.ts'
import type { Database, Tx } from '../database.ts'
import type { Leased } from '../lease-age.ts'
import { claimDue, findTenantsWithDue } from './claim-due.ts'
import type { LeasedRow, LeasedTable } from './leased-table.ts'
import type { Leases } from './leases.ts'
import { createSlots } from './slots.ts'

interface DueWorkOptions<Row extends LeasedRow, Shared> {
  runtime: { db: Database; clock: Clock; log: Log }
  processNo: number
  table: LeasedTable
  leases: Leases
  /** Loads what the claimed rows share, once, in the transaction of the claim. */
  load: (tx: Tx, tenantId: string, rows: readonly Leased<Row>[]) => Promise<Shared>
  /** Does the due work of one row, whose lease this process holds. No transaction is open. */
  step: (row: Leased<Row>, shared: Shared) => Promise<unknown>
  /** Names of the two failures in the log, and the facts that identify a row there. */
  events: { claimFailed: string; stepFailed: string; factsOf: (row: Leased<Row>) => Record<string, unknown> }
  /** Called when slots are free again and more may be due. */
  onRoom: () => void
}

export interface DueWork {
  /**
   * Fills the free slots with due rows. Returns more than 0 if there was room for more. The work it starts continues
   * afterwards. Calls must not overlap.
   */
  fill(): Promise<number>
  /** Resolves when no step is in progress. */
  idle(): Promise<void>
}

export const createDueWork = <Row extends LeasedRow, Shared = undefined>(
  options: DueWorkOptions<Row, Shared>,
): DueWork => {
  const { runtime, processNo, table, leases, events } = options
  const { db, clock, log } = runtime
  const slots = createSlots(options.onRoom)
  let turn = 0

  const claim = (tenantId: string, limit: number): Promise<{ rows: Leased<Row>[]; shared: Shared }> =>
    db.transaction({ of: [tenantId], joins: 'planned once' }, async (tx) => {
      const now = isoTime(clock.ms())
      const rows = await claimDue<Row>(tx, table, { tenantId, now, owner: processNo, limit })
      return { rows, shared: await options.load(tx, tenantId, rows) }
    })

  const fillFor = async (tenantId: string, share: number): Promise<number> => {
    const free = Math.min(share, slots.freeFor(tenantId))
    if (free < 1) {
      slots.wantMore()
      return 0
    }
    const { rows, shared } = await claim(tenantId, free)
    if (rows.length === free) slots.wantMore()
    // A row that fails must not stop the others: its lease is released or expires, and it is due again.
    for (const row of rows)
      slots.take(
        tenantId,
        leases
          .during(row.id, () => options.step(row, shared))
          .catch((err) => log.error(events.stepFailed, { ...events.factsOf(row), err })),
      )
    return rows.length
  }

  /** Claims of other tenants do not wait for the one that failed. */
  const reportClaimFailure = (tenantId: string, err: Error): number => {
    leases.markUncertain(err)
    log.error(events.claimFailed, { tenant_id: tenantId, err })
    return 0
  }

  return {
    async fill() {
      await leases.releaseLost()
      const tenants = await db.transaction({ as: 'platform' }, (tx) =>
        findTenantsWithDue(tx, table, isoTime(clock.ms())),
      )
      const share = slots.shareOf(tenants.length)
      let begun = 0
      // Tenants are claimed one after another, so that no two claims count the same slots as free; each round starts
      // with another tenant.
      const first = turn++ % Math.max(1, tenants.length)
      for (const tenantId of [...tenants.slice(first), ...tenants.slice(0, first)])
        begun += await fillFor(tenantId, share).catch((error) => reportClaimFailure(tenantId, error))
      return slots.mayTakeMore() ? begun : 0
    },
    idle: () => slots.idle(),
  }
}
