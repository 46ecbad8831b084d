/** SQL of people's sign-ins: the row that a password is compared with, and changes that may only happen while it has not changed. */
import { endOfSessions } from '../../access/callers/token-subject.ts'
import { USER_ACCOUNT_COLUMNS, type UserAccount } from '../../access/callers/user-lookup.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { NewRefreshToken } from '../tokens/refresh-token-store.ts'
import { endWithPassword } from './end-credentials.ts'

export interface UserWithPassword extends UserAccount {
  /** Null while the user waits for a first password. */
  readonly passwordHash: string | null
  readonly isTemporary: boolean
  /** Newest first, without the present one. */
  readonly previousHashes: readonly string[] | null
  /** Platform clock: since when the account is unused. */
  readonly unusedSince: Date
  readonly totpSealed: Buffer | null
  readonly totpLastStep: number | null
  readonly recoveryHashes: readonly Buffer[] | null
}

const LOGIN_COLUMNS = sql`${rawSql(USER_ACCOUNT_COLUMNS)}, u.password_hash as "passwordHash", u.password_is_temporary as "isTemporary",
  u.previous_password_hashes as "previousHashes", coalesce(u.unused_since, u.created) as "unusedSince",
  case when u.totp_confirmed_at is not null then u.totp_sealed end as "totpSealed",
  u.totp_last_step as "totpLastStep", u.recovery_code_hashes as "recoveryHashes"`

export const findById = async (tx: Tx, tenantId: string, userId: string): Promise<UserWithPassword | undefined> => {
  const [row] = await tx.query<UserWithPassword>(
    sql`select ${LOGIN_COLUMNS} from users u where u.tenant_id = ${tenantId} and u.id = ${userId} and not u.is_deleted`,
  )
  return row
}

/** Names are compared without case, because they are unique without case; the name of one user takes precedence over the address of another. */
export const findByName = async (tx: Tx, tenantId: string, username: string): Promise<UserWithPassword | undefined> => {
  const [row] = await tx.query<UserWithPassword>(
    `select ${LOGIN_COLUMNS} from users u
     where u.tenant_id = $1 and (lower(u.username) = lower($2) or lower(u.email) = lower($2)) and not u.is_deleted
     order by lower(u.username) = lower($2) desc limit 1`,
    [tenantId, username],
    'person-by-name',
  )
  return row
}

/** Returns false if the user was changed, disabled or signed out of everything since `person` was read. */
export const insertSession = async (tx: Tx, person: UserWithPassword, token: NewRefreshToken): Promise<boolean> => {
  const rows = await tx.query(
    `with entered as (
       update users u set unused_since = $8
       where u.tenant_id = $1 and u.id = $2 and not u.is_deleted and u.enabled and not u.pending_approval
         and u.password_hash = $9 and not u.password_is_temporary and u.sessions_valid_from is not distinct from $10
       returning u.id)
     insert into refresh_tokens (tenant_id, id, family_id, token_hash, subject, client_id, is_user, created)
     select $1, $3, $4, $5, $6, $7, true, $8 from entered
     returning id`,
    [
      token.tenantId,
      person.id,
      token.id,
      token.familyId,
      token.hash,
      token.subject,
      token.clientId,
      token.created,
      person.passwordHash,
      person.sessionsValidFrom ?? null,
    ],
    'insert-sign-in',
  )
  return rows.length === 1
}

/** The present password and those before it, newest first; also of an account that waits for its first one. */
export const passwordsUsed = async (tx: Tx, tenantId: string, userId: string): Promise<string[]> => {
  const [row] = await tx.query<{ used: string[] }>(
    sql`select array_remove(password_hash || coalesce(previous_password_hashes, '{}'), null) as used
     from users where tenant_id = ${tenantId} and id = ${userId}`,
  )
  return row?.used ?? []
}

/**
 * Replaces the password that `person` was read with; returns false if it has changed since. A person who may have known the old password may
 * have made this change, unless a second factor was required that the person does not have.
 */
export const replacePassword = async (
  tx: Tx,
  tenantId: string,
  person: UserWithPassword,
  passwordHash: string,
  now: Date,
): Promise<boolean> => {
  const rows = await tx.query(
    sql`update users set password_hash = ${passwordHash}, password_is_temporary = false, last_modified = ${now}, password_replaced = true,
       password_known_by = case when totp_confirmed_at is null or second_factor_known_by is not null then password_known_by end
     where tenant_id = ${tenantId} and id = ${person.id} and password_hash = ${person.passwordHash} and not is_deleted and enabled and not pending_approval
     returning id`,
  )
  if (rows.length === 1) await endWithPassword(tx, tenantId, person.id, now)
  return rows.length === 1
}

/**
 * Ends every session of a person. `realMs` is real time, the only time in access tokens. A second end within one second
 * moves on by one, so that a token issued between the two is older than the later one.
 */
export const endSessions = async (
  tx: Tx,
  tenantId: string,
  userId: string,
  realMs: number,
  now: Date,
): Promise<void> => {
  await tx.execute(
    sql`update users set sessions_valid_from = greatest(${endOfSessions(realMs)}, sessions_valid_from + interval '1 second')
     where tenant_id = ${tenantId} and id = ${userId}`,
  )
  await tx.execute(
    sql`update refresh_tokens set dead_at = ${now} where tenant_id = ${tenantId} and subject = ${userId} and is_user and dead_at is null`,
  )
}

/** Other changes of the realm's users wait for this transaction. */
export const lockUsers = async (tx: Tx, tenantId: string): Promise<void> => {
  await lockName(tx, `users ${tenantId}`)
}
