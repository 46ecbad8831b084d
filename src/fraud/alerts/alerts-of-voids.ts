/** The alerts of payments that their shop voids before a reviewer decides: they are locked and expire with the void. */
import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { constantOfRow, joinByKey } from '../../infra/database/key-join.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { alertMachine } from './alert-states.ts'

/**
 * Locks the open alerts of checks; returns the ids of those that no reviewer is deciding about. A decision locks its alert before
 * its payment, and these locks come the other way round: they never wait.
 */
export const lockUndecidedAlerts = async (
  tx: Tx,
  checked: readonly { readonly tenant_id: string; readonly id: string }[],
): Promise<ReadonlySet<string>> => {
  if (checked.length === 0) return new Set()
  const rows = await tx.query<{ check_id: string }>(
    sql`select check_id from fraud_alerts
      where tenant_id = any(${checked.map(({ tenant_id }) => tenant_id)}::uuid[]) and check_id = any(${checked.map(({ id }) => id)}::uuid[]) and status = 'open' for update skip locked`,
  )
  return new Set(rows.map(({ check_id }) => check_id))
}

/** Expires the open alerts of the checks in `column` of the CTE `source`, in the statement that voids their payments or transfers. */
export const expireAlertsCte = (source: string, column: string): string => `
expired_alerts as (
  update fraud_alerts a set status = '${findTarget(alertMachine, 'expire')}'
  from ${source} c where ${joinByKey('a', { tenant_id: 'c.tenant_id', check_id: `c.${column}` })}
    and a.status = ${constantOfRow('open', 'c.tenant_id')})`
