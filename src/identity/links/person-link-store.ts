/** SQL of links to people: made, found and used once; login/end-credentials.ts ends them. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import { endWithPassword } from '../login/end-credentials.ts'
import type { LinkPurpose } from './person-link.ts'

interface NewLink {
  readonly tenantId: string
  readonly id: string
  readonly userId: string
  readonly purpose: LinkPurpose
  readonly secretHash: Buffer
  readonly addressHash: Buffer
  readonly created: Date
  readonly expiresAt: Date
}

export const insertLink = async (tx: Tx, link: NewLink): Promise<void> => {
  await tx.execute(
    insertInto('person_links', {
      tenant_id: link.tenantId,
      id: link.id,
      user_id: link.userId,
      purpose: link.purpose,
      secret_hash: link.secretHash,
      created: link.created,
      expires_at: link.expiresAt,
      address_hash: link.addressHash,
    }),
  )
}

/** A link that counts, and its person. */
export interface OpenLink {
  readonly id: string
  readonly purpose: LinkPurpose
  readonly expiresAt: Date
  readonly userId: string
  readonly username: string
  readonly email: string
  /** The present password and those before it, newest first. */
  readonly usedHashes: readonly string[]
  readonly unusedSince: Date
  readonly hasSecondFactor: boolean
}

interface Sought {
  readonly tenantId: string
  readonly secretHash: Buffer
  readonly now: Date
}

export const findOpenLink = async (tx: Tx, { tenantId, secretHash, now }: Sought): Promise<OpenLink | undefined> => {
  const [row] = await tx.query<OpenLink>(
    sql`select l.id, l.purpose, l.expires_at as "expiresAt", u.id as "userId", u.username, u.email,
       array_remove(u.password_hash || coalesce(u.previous_password_hashes, '{}'), null) as "usedHashes",
       coalesce(u.unused_since, u.created) as "unusedSince", u.totp_confirmed_at is not null as "hasSecondFactor"
     from person_links l join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.tenant_id = ${tenantId} and l.secret_hash = ${secretHash} and l.ended_at is null and l.expires_at > ${now}
       and u.enabled and not u.pending_approval and not u.is_deleted`,
  )
  return row
}

/** Locks the person before the person's links, like every change of a person, so that two changes wait for each other instead of deadlocking. */
export const lockPerson = async (tx: Tx, tenantId: string, userId: string): Promise<void> => {
  await tx.query(sql`select 1 from users where tenant_id = ${tenantId} and id = ${userId} for update`)
}

/** Call it with the person locked. Returns false if the link is no longer valid. */
export const useLink = async (tx: Tx, { tenantId, secretHash, now }: Sought, userId: string): Promise<boolean> => {
  const count = await tx.execute(
    sql`update person_links set ended_at = ${now}, is_used = true
     where tenant_id = ${tenantId} and secret_hash = ${secretHash} and user_id = ${userId} and ended_at is null and expires_at > ${now}`,
  )
  return count === 1
}

/**
 * If two people agreed on the address, only the person knows the password, since the mailbox is the person's. Returns false if
 * no such person may sign in.
 */
export const setPasswordByLink = async (
  tx: Tx,
  tenantId: string,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> => {
  const count = await tx.execute(
    sql`update users set password_hash = ${hash}, password_is_temporary = false, password_replaced = true, email_verified = true,
       password_known_by = case when address_waits then password_known_by end, last_modified = ${now}
     where tenant_id = ${tenantId} and id = ${userId} and enabled and not pending_approval and not is_deleted`,
  )
  if (count === 1) await endWithPassword(tx, tenantId, userId, now)
  return count === 1
}

interface SentLinks {
  readonly tenantId: string
  readonly userId: string
  readonly addressHash: Buffer
  readonly purpose: LinkPurpose
  readonly since: Date
}

/** Counts links to the person, or to the mailbox: an administrator can delete people and make them again, and change their addresses. */
export const countLinksSince = async (
  tx: Tx,
  { tenantId, userId, addressHash, purpose, since }: SentLinks,
): Promise<number> => {
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*)::int as total from person_links
     where tenant_id = ${tenantId} and (user_id = ${userId} or address_hash = ${addressHash}) and purpose = ${purpose} and created > ${since}`,
  )
  return row!.total
}

/** Across tenants. */
export const tenantsWithOldLinks = async (tx: Tx, before: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from person_links where expires_at < ${before}`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export const deleteOldLinks = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(sql`delete from person_links where tenant_id = ${tenantId} and expires_at < ${before}`)
