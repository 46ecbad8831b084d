/** SQL of the preferences that a person has set in the console. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'

export const findPreferences = async (tx: Tx, tenantId: string, userId: string): Promise<object> => {
  const [row] = await tx.query<{ value: object }>(
    sql`select value from console_preferences where tenant_id = ${tenantId} and user_id = ${userId}`,
  )
  return row?.value ?? {}
}

export const deletePreferences = (tx: Tx, tenantId: string, userIds: readonly string[]): Promise<number> =>
  tx.execute(sql`delete from console_preferences where tenant_id = ${tenantId} and user_id = any(${userIds}::uuid[])`)

/** Locks the preferences until the transaction ends. */
export const lockPreferences = async (tx: Tx, tenantId: string, userId: string, now: Date): Promise<object> => {
  await tx.execute(
    insertInto(
      'console_preferences',
      { tenant_id: tenantId, user_id: userId, value: '{}', last_modified: now },
      sql`on conflict (tenant_id, user_id) do nothing`,
    ),
  )
  const [row] = await tx.query<{ value: object }>(
    sql`select value from console_preferences where tenant_id = ${tenantId} and user_id = ${userId} for update`,
  )
  return row!.value
}

export const writePreferences = (
  tx: Tx,
  row: { tenantId: string; userId: string; value: object; now: Date },
): Promise<number> =>
  tx.execute(
    insertInto(
      'console_preferences',
      { tenant_id: row.tenantId, user_id: row.userId, value: JSON.stringify(row.value), last_modified: row.now },
      sql`on conflict (tenant_id, user_id) do update set value = excluded.value, last_modified = excluded.last_modified`,
    ),
  )
