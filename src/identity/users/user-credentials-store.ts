/** SQL of a user's credentials as others set or remove them, and the people who may know them. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { updateTable } from '../../infra/database/statements/write-rows.ts'
import { endWithPassword } from '../login/end-credentials.ts'
import type { UserRow } from './user-store.ts'

interface NewPasswordOf {
  readonly tenantId: string
  readonly id: string
  readonly hash: string
  readonly isTemporary: boolean
  /** The people behind the call that sets it. */
  readonly knownBy: Accountable
  readonly now: Date
}
export const setPassword = async (tx: Tx, password: NewPasswordOf): Promise<void> => {
  const { tenantId, id, hash, isTemporary, knownBy, now } = password
  await tx.execute(
    updateTable(
      'users',
      { tenant_id: tenantId, id },
      {
        password_hash: hash,
        password_is_temporary: isTemporary,
        last_modified: now,
        password_known_by: knownBy,
        password_replaced: false,
      },
    ),
  )
  await endWithPassword(tx, tenantId, id, now)
}

/** These people may know the password, too, and the second factor; nothing where there is none. */
export const attributePassword = async (
  tx: Tx,
  { tenant_id, id }: Pick<UserRow, 'tenant_id' | 'id'>,
  people: Accountable,
): Promise<void> => {
  await tx.execute(
    sql`update users set password_known_by = array(select distinct unnest(password_known_by || ${people}::text[]) order by 1),
       second_factor_known_by = case when totp_sealed is not null
         then array(select distinct unnest(second_factor_known_by || ${people}::text[]) order by 1) end
     where tenant_id = ${tenant_id} and id = ${id} and password_hash is not null`,
  )
}

/** Records a reset by an administrator, which is shown to the person who confirms it. */
export const noteFactorReset = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute(sql`update users set second_factor_reset_at = ${now} where tenant_id = ${tenantId} and id = ${id}`)
}

/** Returns the people who set the current password; null if the user did, or there is none yet. */
export const passwordKnownBy = async (tx: Tx, tenantId: string, id: string): Promise<Accountable | null> => {
  const [row] = await tx.query<{ password_known_by: Accountable | null }>(
    sql`select password_known_by from users where tenant_id = ${tenantId} and id = ${id}`,
  )
  return row?.password_known_by ?? null
}
