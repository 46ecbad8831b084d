/**
 * Bounds up to which checks of all history have found everything correct, one row per check and tenant. The next pass
 * begins there, so a nightly check does not read years again; `vezne doctor --whole` does. The bound is not signed:
 * anyone able to write it could also write the rows it covers.
 */
import type { Tx } from './database.ts'
import { ifGiven, sql } from './statements/sql.ts'
import { insertInto } from './statements/write-rows.ts'

/** Returns null if there is none yet, or if the check is to read everything. */
export const readVerifiedBound = async (tx: Tx, tenantId: string, check: string): Promise<string | null> => {
  const [row] = await tx.query<{ until: string }>(
    sql`select until from verified_bounds where tenant_id = ${tenantId} and check_name = ${check}`,
  )
  return row?.until ?? null
}

/** Makes the next pass of these checks read everything; with `tenantId` null for every tenant, across tenants. */
export const forgetVerifiedBounds = (tx: Tx, tenantId: string | null, checks: readonly string[]): Promise<number> =>
  tx.execute(
    sql`delete from verified_bounds where ${ifGiven(tenantId, sql`tenant_id = ${tenantId}`)} and check_name = any(${checks})`,
  )

export const writeVerifiedBound = (tx: Tx, tenantId: string, check: string, until: string): Promise<number> =>
  tx.execute(
    insertInto(
      'verified_bounds',
      { tenant_id: tenantId, check_name: check, until },
      sql`on conflict (tenant_id, check_name) do update set until = excluded.until, verified_at = now()`,
    ),
  )
