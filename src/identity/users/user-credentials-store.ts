/** SQL of a user's credentials as others set or remove them, and the people who may know them. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
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
    `update users set password_hash = $3, password_is_temporary = $4, last_modified = $5, password_known_by = $6,
       password_replaced = false
     where tenant_id = $1 and id = $2`,
    [tenantId, id, hash, isTemporary, now, knownBy],
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
    `update users set password_known_by = array(select distinct unnest(password_known_by || $3::text[]) order by 1),
       second_factor_known_by = case when totp_sealed is not null
         then array(select distinct unnest(second_factor_known_by || $3::text[]) order by 1) end
     where tenant_id = $1 and id = $2 and password_hash is not null`,
    [tenant_id, id, people],
  )
}

/** Records a reset by an administrator, which is shown to the person who confirms it. */
export const noteFactorReset = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute('update users set second_factor_reset_at = $3 where tenant_id = $1 and id = $2', [tenantId, id, now])
}

/** Returns the people who set the current password; null if the user did, or there is none yet. */
export const passwordKnownBy = async (tx: Tx, tenantId: string, id: string): Promise<Accountable | null> => {
  const [row] = await tx.query<{ password_known_by: Accountable | null }>(
    'select password_known_by from users where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return row?.password_known_by ?? null
}
