/** Reads a person for access control; the stores of identity write it. */
import type { Tx } from '../../infra/database/database.ts'
import { roleBundlesSql, type TokenSubject } from './token-subject.ts'

export interface UserAccount extends TokenSubject {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
}

/** Columns of {@link UserAccount} for `users u`. */
export const USER_ACCOUNT_COLUMNS = `u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.company_name as "companyName", u.roles, ${roleBundlesSql('u')} as bundles, 
  array[u.id::text] || u.password_known_by || u.changed_people as accountable, u.needs_confirmation is true as "needsConfirmation",
  u.merchant_id as "merchantId",
  u.enabled and not u.pending_approval as "isActive", null::timestamptz as "expiresAt",
  u.sessions_valid_from as "sessionsValidFrom", u.totp_confirmed_at is not null as "hasSecondFactor"`

export const findUserAccount = async (tx: Tx, tenantId: string, id: string): Promise<UserAccount | null> => {
  const [row] = await tx.query<UserAccount>(
    `select ${USER_ACCOUNT_COLUMNS} from users u where u.tenant_id = $1 and u.id = $2 and not u.is_deleted`,
    [tenantId, id],
    'person',
  )
  return row ?? null
}
