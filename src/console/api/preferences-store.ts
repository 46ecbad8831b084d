/** SQL of the preferences that a person has set in the console. */
import type { Tx } from '../../infra/database/database.ts'

export const findPreferences = async (tx: Tx, tenantId: string, userId: string): Promise<object> => {
  const [row] = await tx.query<{ value: object }>(
    'select value from console_preferences where tenant_id = $1 and user_id = $2',
    [tenantId, userId],
  )
  return row?.value ?? {}
}

export const deletePreferences = (tx: Tx, tenantId: string, userIds: readonly string[]): Promise<number> =>
  tx.execute('delete from console_preferences where tenant_id = $1 and user_id = any($2::uuid[])', [tenantId, userIds])

/** Locks the preferences until the transaction ends. */
export const lockPreferences = async (tx: Tx, tenantId: string, userId: string, now: Date): Promise<object> => {
  await tx.execute(
    `insert into console_preferences (tenant_id, user_id, value, last_modified) values ($1, $2, '{}', $3)
     on conflict (tenant_id, user_id) do nothing`,
    [tenantId, userId, now],
  )
  const [row] = await tx.query<{ value: object }>(
    'select value from console_preferences where tenant_id = $1 and user_id = $2 for update',
    [tenantId, userId],
  )
  return row!.value
}

export const writePreferences = (
  tx: Tx,
  row: { tenantId: string; userId: string; value: object; now: Date },
): Promise<number> =>
  tx.execute(
    `insert into console_preferences (tenant_id, user_id, value, last_modified) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id) do update set value = excluded.value, last_modified = excluded.last_modified`,
    [row.tenantId, row.userId, JSON.stringify(row.value), row.now],
  )
