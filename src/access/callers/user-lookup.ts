/** What access control reads of a person; written by the stores of identity. */
import type { Tx } from '../../infra/database/database.ts'
import { bundlesOf, type Holder } from './token-subject.ts'

export interface Person extends Holder {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly companyName: string | null
}

/** Columns of {@link Person} for `users u`. */
export const PERSON_COLUMNS = `u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.company_name as "companyName", u.roles, ${bundlesOf('u')} as bundles, 
  array[u.id::text] || u.password_known_by || u.changed_people as accountable, u.needs_confirmation is true as "needsConfirmation",
  u.merchant_id as "merchantId",
  u.enabled and not u.pending_approval as "isActive", null::timestamptz as "expiresAt",
  u.sessions_valid_from as "sessionsValidFrom", u.totp_confirmed_at is not null as "hasSecondFactor"`

export const findPerson = async (tx: Tx, tenantId: string, id: string): Promise<Person | null> => {
  const [row] = await tx.query<Person>(
    `select ${PERSON_COLUMNS} from users u where u.tenant_id = $1 and u.id = $2 and not u.is_deleted`,
    [tenantId, id],
    'person',
  )
  return row ?? null
}
