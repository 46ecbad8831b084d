/** Checks settlements that are settled and wait for the reconciliation of their days. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { completeConfirmed } from '../confirm-settlements.ts'
import type { SettlementRow } from '../model/settlement-row.ts'
import { findUnconfirmed, lockUnconfirmed, UNCONFIRMED_MAX } from '../store/settlement-store.ts'

interface Looked {
  readonly completed: number
  /** Where to continue; null if all were checked. */
  readonly last: string | null
}

/**
 * Checks some settlements of one tenant, after `after`. The event's correlation id is the settlement's own, because no
 * request caused it.
 */
export const completeSettled = async (
  tx: Tx,
  tenantId: string,
  nowMs: number,
  after: string | null = null,
): Promise<Looked> => {
  const waiting = await lockUnconfirmed(tx, tenantId, after)
  const byDays = Map.groupBy(waiting, ({ period_start, period_end }: SettlementRow) => `${period_start}/${period_end}`)
  let completed = 0
  for (const settled of byDays.values())
    completed += (await completeConfirmed(tx, settled, { correlationId: settled[0]!.id, nowMs })).length
  return { completed, last: waiting.length < UNCONFIRMED_MAX ? null : waiting.at(-1)!.id }
}

/**
 * Checks all tenants, because payments also end in other ways than by a reconciliation. A settlement that waits for
 * long, or fails, does not delay the others.
 */
export const completeAllSettled = async (
  db: Database,
  nowMs: number,
  failed: (tenantId: string, error: unknown) => void,
): Promise<readonly string[]> => {
  const touched: string[] = []
  for (const tenantId of await db.transaction({ as: 'platform' }, findUnconfirmed)) {
    try {
      if ((await completeOfTenant(db, tenantId, nowMs)) > 0) touched.push(tenantId)
    } catch (error) {
      failed(tenantId, error)
    }
  }
  return touched
}

const completeOfTenant = async (db: Database, tenantId: string, nowMs: number): Promise<number> => {
  let completed = 0
  for (let after: string | null | undefined; after !== null; ) {
    const from = after ?? null
    const looked = await db.transaction({ of: tenantId }, (tx) => completeSettled(tx, tenantId, nowMs, from))
    completed += looked.completed
    after = looked.last
  }
  return completed
}
