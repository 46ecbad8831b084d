/** Leases this process has on rows of one table: which rows it works on, and the release of those it has lost track of. */

import type { Log } from '../process/log.ts'
import type { Database } from './database.ts'
import { isConnectionError } from './database-errors.ts'

export interface Leases {
  /** Works on a row under its lease; where its id is known before the lease is taken, the taking is part of the work. */
  during<T>(id: string, work: () => Promise<T>): Promise<T>
  /** A write that takes leases failed: when only the response to its commit was lost, this process does not know what it took. */
  markUncertain(error: unknown): void
  /**
   * Once after each such write: what this process holds without working on it is released. Call it where no claim
   * whose ids are not known yet is under way.
   */
  releaseLost(): Promise<void>
}

/** Leased tables, and the column that says when a row is due; null = never due. */
const DUE_AT = {
  payments: 'next_inquiry_at',
  payment_operations: 'next_inquiry_at',
  transfers: 'next_step_at',
} as const
export type LeasedTable = keyof typeof DUE_AT

interface Held {
  tenant_id: string
  id: string
  fencing: number
}

export const openLeases = ({ db, log }: { db: Database; log: Log }, processNo: number, table: LeasedTable): Leases => {
  const atWork = new Map<string, number>()
  let isSuspect = false

  const suspect = (error: unknown): void => {
    if (isConnectionError(error)) isSuspect = true
  }

  /** Work that began since takes another row or another fencing number, so a row found idle stays idle. */
  const giveBack = async (): Promise<void> => {
    const held = await db.acrossTenants((tx) => tx.query<Held>(findHeld(table), [processNo]))
    const lost = held.filter(({ id }) => !atWork.has(id))
    if (lost.length === 0) return
    const count = await db.inTenants(
      lost.map(({ tenant_id }) => tenant_id),
      (tx) =>
        tx.execute(giveBackLost(table), [
          lost.map(({ tenant_id }) => tenant_id),
          lost.map(({ id }) => id),
          lost.map(({ fencing }) => fencing),
          processNo,
        ]),
    )
    log.warn('leases.given_back', { table, count })
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
    markUncertain: suspect,
    async releaseLost() {
      if (!isSuspect) return
      isSuspect = false
      try {
        await giveBack()
      } catch (error) {
        isSuspect = true
        throw error
      }
    },
  }
}

/** Along the index of what is due. */
const findHeld = (table: LeasedTable): string =>
  `select tenant_id, id, fencing from ${table}
   where ${DUE_AT[table]} is not null and lease_owner = $1 and lease_until is not null`

const giveBackLost = (table: LeasedTable): string =>
  `update ${table} held set lease_until = null, lease_owner = null
   from unnest($1::uuid[], $2::uuid[], $3::integer[]) as lost (tenant_id, id, fencing)
   where held.tenant_id = lost.tenant_id and held.id = lost.id and held.fencing = lost.fencing and held.lease_owner = $4`
