/** SQL of users as they are administered; logins read them in login/user-login-store.ts. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { WaitingChange } from '../confirmation/confirmation-store.ts'
import { endWithPassword } from '../login/end-credentials.ts'

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

export interface UserRow extends Row<'users', (typeof SHOWN)[number]> {
  roles: string[]
  waiting_changes: WaitingChange[] | null
  /** Values that take effect once a second person has confirmed the user. */
  awaited: { readonly merchant_id: string | null } | null
  /** Null if the user has never signed in since it was made. */
  unused_since: Date | null
  /** End of the validity of an invitation's link, possibly past; null if there is none, or it was used or withdrawn. */
  invited_until: Date | null
}

const COLUMNS = sql`${rawSql(SHOWN.join(', '))}, (select max(l.expires_at) from person_links l
  where l.tenant_id = users.tenant_id and l.user_id = users.id and l.purpose = 'invitation' and l.ended_at is null) as invited_until`

/** Scope of the users: those of a realm, or those bound to one merchant of it. */
export interface UserScope {
  readonly tenantId: string
  readonly merchantId: string | null
}
const usersOf = ({ tenantId, merchantId }: UserScope): Sql =>
  sql`users where ${matches({ tenant_id: tenantId, merchant_id: merchantId })} and not is_deleted`

interface UserFilters {
  merchantId: string | undefined
  isPending: boolean
  searchTerm: string | undefined
  /** Keeps users that someone other than these people confirms; undefined keeps all; null keeps none. */
  waitingFor: Accountable | null | undefined
}

/** Newest first. */
export const pageOfUsers = (
  tx: Tx,
  scope: UserScope,
  { merchantId, isPending, searchTerm, waitingFor }: UserFilters,
  page: PageRequest,
) => {
  const wanted = allOf([
    merchantId !== undefined &&
      sql`merchant_id in (select m.id from merchants m where m.tenant_id = users.tenant_id and not m.is_deleted
        and (m.id::text = lower(${merchantId}) or m.external_id = ${merchantId}))`,
    waitingFor === null && sql`false`,
    waitingFor !== undefined &&
      sql`(needs_confirmation or awaited is not null)
        and not (id::text || coalesce(changed_people, '{}')) && ${waitingFor}::text[]`,
    isPending && sql`pending_approval`,
    contains(['username', 'email', 'first_name', 'last_name'], searchTerm),
  ])
  return countAndPage<UserRow>(
    tx,
    { columns: COLUMNS, from: sql`${usersOf(scope)} and ${wanted}`, order: sql`id desc` },
    page,
  )
}

export const findUser = async (tx: Tx, scope: UserScope, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.query<UserRow>(sql`select ${COLUMNS} from ${usersOf(scope)} and id = ${id}`)
  return row
}

/** Returns which of the two another user has already. */
export const findTakenName = async (
  tx: Tx,
  tenantId: string,
  { id, username, email }: Pick<UserRow, 'id' | 'username' | 'email'>,
): Promise<'username' | 'email' | undefined> => {
  const [row] = await tx.query<{ is_name: boolean }>(
    sql`select lower(username) = lower(${username}) as is_name from users
     where tenant_id = ${tenantId} and id <> ${id} and not is_deleted and (lower(username) = lower(${username}) or lower(email) = lower(${email}))
     order by 1 desc limit 1`,
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
    insertInto('users', {
      tenant_id: row.tenant_id,
      id: row.id,
      username: row.username,
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      roles: row.roles,
      merchant_id: row.merchant_id,
      company_name: row.company_name,
      enabled: row.enabled,
      email_verified: row.email_verified,
      pending_approval: row.pending_approval,
      password_hash: row.password_hash,
      password_known_by: row.password_known_by,
      created: row.created,
      last_modified: row.created,
      address_waits: row.address_waits,
    }),
  )
}

export const writeUser = async (tx: Tx, row: UserRow, now: Date): Promise<void> => {
  await tx.execute(
    updateTable(
      'users',
      { tenant_id: row.tenant_id, id: row.id },
      {
        email: row.email,
        first_name: row.first_name,
        last_name: row.last_name,
        roles: row.roles,
        merchant_id: row.merchant_id,
        company_name: row.company_name,
        enabled: row.enabled,
        email_verified: row.email_verified,
        pending_approval: row.pending_approval,
        last_modified: now,
        awaited: row.awaited && JSON.stringify(row.awaited),
      },
    ),
  )
}

/** The row stays for the user's past actions; the password is deleted. */
export const removeUser = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute(
    updateTable('users', { tenant_id: tenantId, id }, { is_deleted: true, password_hash: null, last_modified: now }),
  )
  await endWithPassword(tx, tenantId, id, now)
}

/** Users who can log in and have the role, by a role of the tenant's own too. */
export const countHoldersOf = async (tx: Tx, tenantId: string, role: string): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from users u
     where u.tenant_id = ${tenantId} and not u.is_deleted and u.enabled and not u.pending_approval and u.password_hash is not null
       and u.roles && array(select ${role} union all select t.name from tenant_roles t where t.tenant_id = ${tenantId} and ${role} = any(t.includes))`,
  )
  return row!.total
}

/** Returns whether a person who may sign in has proven to read this mailbox. */
export const hasConfirmedAddress = async (tx: Tx, tenantId: string, email: string): Promise<boolean> => {
  const people = await tx.query(
    sql`select 1 from users where tenant_id = ${tenantId} and lower(email) = lower(${email})
       and email_verified and enabled and not pending_approval and not is_deleted limit 1`,
  )
  return people.length > 0
}
