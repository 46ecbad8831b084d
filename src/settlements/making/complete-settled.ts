/** Looks at settlements that are settled and wait for the reconciliation of their days. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { completeConfirmed } from '../confirm-settlements.ts'
import type { SettlementRow } from '../model/settlement-row.ts'
import { findUnconfirmed, lockUnconfirmed } from '../store/settlement-store.ts'

/** Of one tenant; returns how many are completed now. The event's correlation is the settlement's own: no request stands behind it. */
export const completeSettled = async (tx: Tx, tenantId: string, nowMs: number): Promise<number> => {
  const waiting = await lockUnconfirmed(tx, tenantId)
  const byDays = Map.groupBy(waiting, ({ period_start, period_end }: SettlementRow) => `${period_start}/${period_end}`)
  let completed = 0
  for (const settled of byDays.values())
    completed += (await completeConfirmed(tx, settled, { correlationId: settled[0]!.id, nowMs })).length
  return completed
}

/** Of all tenants: payments end in other ways than by a reconciliation, too. */
export const completeAllSettled = async (db: Database, nowMs: number): Promise<readonly string[]> => {
  const touched: string[] = []
  for (const tenantId of await db.acrossTenants(findUnconfirmed))
    if ((await db.inTenant(tenantId, (tx) => completeSettled(tx, tenantId, nowMs))) > 0) touched.push(tenantId)
  return touched
}
