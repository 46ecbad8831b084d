/** Checks of a transfer call that a rule refused: nothing was made of them, and they count like any other. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { lockVelocityScopes } from '../velocity/count-velocity.ts'
import { insertEntries } from '../velocity/velocity-store.ts'
import { insertChecks } from './check-rows.ts'
import type { DecidedCheck } from './fraud-check.ts'

export const recordRefusedChecks = async (
  db: Database,
  tenantId: string,
  decisions: readonly DecidedCheck[],
): Promise<void> => {
  const refused = decisions.map(({ check, fraudDecision, entry }) => {
    const outcome = fraudDecision.decision === 'block' ? ('failed' as const) : ('cancelled' as const)
    return { check: { ...check, outcome }, entry: entry && { ...entry, failed: outcome === 'failed' } }
  })
  const entries = refused.flatMap(({ entry }) => entry ?? [])
  const keep = async (tx: Tx): Promise<void> => {
    if (entries.length > 0) await lockVelocityScopes(tx, [{ tenantId, process: 'para_transferi' }])
    await insertChecks(
      tx,
      refused.map(({ check }) => check),
    )
    if (entries.length > 0) await insertEntries(tx, entries)
  }
  await db.transaction({ of: tenantId }, keep)
}
