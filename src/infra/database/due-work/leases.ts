/**
 * Leases this process has on rows of one table: which rows it works on, and the release of rows it stopped working on
 * or has lost track of.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../process/log.ts'
import type { Database } from '../database.ts'
import { PLATFORM_TIME } from '../database-clock.ts'
import { isConnectionError } from '../database-errors.ts'
import { joinByKey } from '../key-join.ts'
import { LEASE_S, type Leased, readClocks } from '../lease-age.ts'
import { LEASE_END, type LeasedRow, type LeasedTable } from './leased-table.ts'

export interface Leases {
  /** Runs `work` on a row under its lease. If the id is known before the lease is taken, `work` includes taking it. */
  during<T>(id: string, work: () => Promise<T>): Promise<T>
  /**
   * Begins the lease again before a bank is called, because questions to banks have taken some of it. Returns undefined if the
   * row is another process's by now, or its step is recorded: then nothing may be sent.
   */
  renew<Row extends LeasedRow>(row: Row): Promise<Leased<Row> | undefined>
  /**
   * Releases a row that this process stopped working on without recording a result, so that it is due again at once;
   * retries until the database takes it. No call to a bank may be in flight. `fencing` is the number from when the
   * lease was taken, so a later owner keeps its lease.
   */
  release(row: LeasedRow): Promise<void>
  /**
   * Reports that a write which takes leases failed. If only the response to its commit was lost, this process does not
   * know which leases it took.
   */
  markUncertain(error: unknown): void
  /**
   * Releases the rows this process holds without working on them, once after each such write. Call it only while no
   * claim with unknown ids is in progress.
   */
  releaseLost(): Promise<void>
}

const RETRY_MS = 500

export const createLeases = (
  { db, log }: { db: Database; log: Log },
  processNo: number,
  table: Pick<LeasedTable, 'name' | 'dueAt' | 'attemptAt'>,
): Leases => {
  const atWork = new Map<string, number>()
  let isSuspect = false

  const suspect = (error: unknown): void => {
    if (isConnectionError(error)) isSuspect = true
  }

  const releaseRows = (rows: readonly LeasedRow[]): Promise<number> =>
    db.transaction({ of: rows.map(({ tenant_id }) => tenant_id) }, (tx) =>
      tx.execute(buildRelease(table), [
        rows.map(({ tenant_id }) => tenant_id),
        rows.map(({ id }) => id),
        rows.map(({ fencing }) => fencing),
        processNo,
      ]),
    )

  /** Work that began meanwhile takes another row or another fencing number, so a row found idle stays idle. */
  const releaseIdle = async (): Promise<void> => {
    const held = await db.transaction({ as: 'platform' }, (tx) => tx.query<LeasedRow>(heldOf(table), [processNo]))
    const lost = held.filter(({ id }) => !atWork.has(id))
    if (lost.length > 0) log.warn('leases.released', { table: table.name, count: await releaseRows(lost) })
  }

  return {
    async during(id, work) {
      atWork.set(id, (atWork.get(id) ?? 0) + 1)
      try {
        return await work()
      } catch (error) {
        suspect(error)
        throw error
      } finally {
        const others = (atWork.get(id) ?? 1) - 1
        if (others > 0) atWork.set(id, others)
        else atWork.delete(id)
      }
    },
    renew: (row) => renew(db, table, processNo, row),
    async release(row) {
      // A lease that is not released within its lifetime has expired.
      for (const until = performance.now() + LEASE_S * 1_000; performance.now() < until; ) {
        try {
          await releaseRows([row])
          return
        } catch (error) {
          if (!isConnectionError(error)) return
          await sleep(RETRY_MS, undefined, { ref: false })
        }
      }
    },
    markUncertain: suspect,
    async releaseLost() {
      if (!isSuspect) return
      isSuspect = false
      try {
        await releaseIdle()
      } catch (error) {
        isSuspect = true
        throw error
      }
    },
  }
}

/** Finds the rows along the index of what is due. */
const heldOf = ({ name, dueAt }: Pick<LeasedTable, 'name' | 'dueAt'>): string =>
  `select tenant_id, id, fencing from ${name}
   where ${dueAt} is not null and lease_owner = $1 and lease_until is not null`

const renew = async <Row extends LeasedRow>(
  db: Database,
  table: Pick<LeasedTable, 'name' | 'attemptAt'>,
  processNo: number,
  row: Row,
): Promise<Leased<Row> | undefined> => {
  const leasedAt = readClocks()
  const renewed = await db.transaction({ of: row.tenant_id }, (tx) =>
    tx.execute(buildRenewal(table), [row.tenant_id, row.id, row.fencing, processNo]),
  )
  return renewed === 0 ? undefined : { ...row, leasedAt }
}

/** A step that is recorded ends the lease, so an owner is still there only if nothing has happened to the row. */
const buildRenewal = ({ name, attemptAt }: Pick<LeasedTable, 'name' | 'attemptAt'>): string =>
  `update ${name} set lease_until = ${LEASE_END}${attemptAt === undefined ? '' : `, ${attemptAt} = ${PLATFORM_TIME}`}
   where tenant_id = $1 and id = $2 and fencing = $3 and lease_owner = $4`

const buildRelease = ({ name }: Pick<LeasedTable, 'name'>): string =>
  `update ${name} held set lease_until = null, lease_owner = null
   from unnest($1::uuid[], $2::uuid[], $3::integer[]) as lost (tenant_id, id, fencing)
   where ${joinByKey('held', { tenant_id: 'lost.tenant_id', id: 'lost.id' })} and held.fencing = lost.fencing and held.lease_owner = $4`
