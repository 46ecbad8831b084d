/** SQL of users as they are administered; logins read them in login/user-login-store.ts. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, fetchRows, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { WaitingChange } from '../confirmation/confirmation-store.ts'
import { endWithPassword } from '../login/end-credentials.ts'

export interface UserRow {
  tenant_id: string
  id: string
  username: string
  email: string
  first_name: string | null
  last_name: string | null
  roles: string[]
  merchant_id: string | null
  company_name: string | null
  enabled: boolean
  email_verified: boolean
  pending_approval: boolean
  is_deleted: boolean
  /** The people who made or changed it since its confirmation; null if it is confirmed. */
  changed_people: string[] | null
  needs_confirmation: boolean | null
  waiting_changes: WaitingChange[] | null
  /** Values that take effect once a second person has confirmed the user. */
  awaited: { readonly merchant_id: string | null } | null
  /** Null if the user has never signed in since it was made. */
  unused_since: Date | null
  /** End of the validity of an invitation's link, possibly past; null if there is none, or it was used or withdrawn. */
  invited_until: Date | null
  created: Date
}
interface Tables {
  users: UserRow
}
const db = queryBuilder<Tables>()

/** Columns without the password: no response or change of a user needs it. */
const SHOWN = [
  'tenant_id',
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'roles',
  'merchant_id',
  'company_name',
  'enabled',
  'email_verified',
  'pending_approval',
  'is_deleted',
  'changed_people',
  'needs_confirmation',
  'waiting_changes',
  'awaited',
  'unused_since',
  'created',
] as const

const INVITED_UNTIL = sql<Date | null>`(select max(l.expires_at) from person_links l
  where l.tenant_id = users.tenant_id and l.user_id = users.id and l.purpose = 'invitation' and l.ended_at is null)`

/** Scope of the users: those of a realm, or those bound to one merchant of it. */
export interface UserScope {
  readonly tenantId: string
  readonly merchantId: string | null
}
const usersOf = ({ tenantId, merchantId }: UserScope) => {
  const users = db
    .selectFrom('users')
    .select(SHOWN)
    .select(INVITED_UNTIL.as('invited_until'))
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', sql.lit(false))
  return merchantId === null ? users : users.where('merchant_id', '=', merchantId)
}

interface UserFilters {
  merchantId: string | undefined
  isPending: boolean
  searchTerm: string | undefined
  /** Keeps users that someone other than these people confirms; undefined keeps all; null keeps none. */
  waitingFor: Accountable | null | undefined
}

/** Newest first. */
export const pageOfUsers = (tx: Tx, scope: UserScope, filters: UserFilters, page: { limit: number; offset: number }) =>
  countAndPage(
    tx,
    usersOf(scope)
      .where((eb) => eb.and(conditions(eb, filters)))
      .orderBy('id', 'desc'),
    page,
  )

const conditions = (
  eb: ExpressionBuilder<Tables, 'users'>,
  { merchantId, isPending, searchTerm, waitingFor }: UserFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = []
  if (merchantId !== undefined)
    all.push(
      sql<boolean>`merchant_id in (select m.id from merchants m where m.tenant_id = users.tenant_id and not m.is_deleted
        and (m.id::text = lower(${merchantId}) or m.external_id = ${merchantId}))`,
    )
  if (waitingFor === null) all.push(sql<boolean>`false`)
  else if (waitingFor !== undefined)
    all.push(
      sql<boolean>`(needs_confirmation or awaited is not null)
        and not (id::text || coalesce(changed_people, '{}')) && ${waitingFor}::text[]`,
    )
  if (isPending) all.push(eb('pending_approval', '=', true))
  if (searchTerm) {
    const part = toLikePattern(searchTerm)
    const columns = ['username', 'email', 'first_name', 'last_name'] as const
    all.push(eb.or(columns.map((column) => eb(column, 'ilike', part))))
  }
  return all
}

export const findUser = async (tx: Tx, scope: UserScope, id: string): Promise<UserRow | undefined> => {
  const [row] = await fetchRows(tx, usersOf(scope).where('id', '=', id))
  return row
}

/** Returns which of the two another user has already. */
export const takenBy = async (
  tx: Tx,
  tenantId: string,
  { id, username, email }: Pick<UserRow, 'id' | 'username' | 'email'>,
): Promise<'username' | 'email' | undefined> => {
  const [row] = await tx.query<{ is_name: boolean }>(
    `select lower(username) = lower($3) as is_name from users
     where tenant_id = $1 and id <> $2 and not is_deleted and (lower(username) = lower($3) or lower(email) = lower($4))
     order by 1 desc limit 1`,
    [tenantId, id, username, email],
  )
  return row && (row.is_name ? 'username' : 'email')
}

interface NewUser extends UserRow {
  /** Null while the user waits for reset-password. */
  password_hash: string | null
  /** The people who set it; null if it is null. */
  password_known_by: Accountable | null
  /** Whether a second person has to agree on the address: of tenants. */
  address_waits: boolean
}
export const insertUser = async (tx: Tx, row: NewUser): Promise<void> => {
  await tx.execute(
    `insert into users (tenant_id, id, username, email, first_name, last_name, roles, merchant_id, company_name, enabled,
       email_verified, pending_approval, password_hash, password_known_by, created, last_modified, address_waits)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16)`,
    [
      row.tenant_id,
      row.id,
      row.username,
      row.email,
      row.first_name,
      row.last_name,
      row.roles,
      row.merchant_id,
      row.company_name,
      row.enabled,
      row.email_verified,
      row.pending_approval,
      row.password_hash,
      row.password_known_by,
      row.created,
      row.address_waits,
    ],
  )
}

export const writeUser = async (tx: Tx, row: UserRow, now: Date): Promise<void> => {
  await tx.execute(
    `update users set email = $3, first_name = $4, last_name = $5, roles = $6, merchant_id = $7, company_name = $8,
       enabled = $9, email_verified = $10, pending_approval = $11, last_modified = $12, awaited = $13
     where tenant_id = $1 and id = $2`,
    [
      row.tenant_id,
      row.id,
      row.email,
      row.first_name,
      row.last_name,
      row.roles,
      row.merchant_id,
      row.company_name,
      row.enabled,
      row.email_verified,
      row.pending_approval,
      now,
      row.awaited && JSON.stringify(row.awaited),
    ],
  )
}

/** The row stays for the user's past actions; the password is deleted. */
export const removeUser = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute(
    'update users set is_deleted = true, password_hash = null, last_modified = $3 where tenant_id = $1 and id = $2',
    [tenantId, id, now],
  )
  await endWithPassword(tx, tenantId, id, now)
}

/** Users who can log in and have the role, by a role of the tenant's own too. */
export const countHoldersOf = async (tx: Tx, tenantId: string, role: string): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from users u
     where u.tenant_id = $1 and not u.is_deleted and u.enabled and not u.pending_approval and u.password_hash is not null
       and u.roles && array(select $2 union all select t.name from tenant_roles t where t.tenant_id = $1 and $2 = any(t.includes))`,
    [tenantId, role],
  )
  return row!.total
}
