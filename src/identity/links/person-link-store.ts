/** SQL of links to people: made, found and used once; login/end-credentials.ts ends them. */
import type { Tx } from '../../infra/database/database.ts'
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
    `insert into person_links (tenant_id, id, user_id, purpose, secret_hash, created, expires_at, address_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      link.tenantId,
      link.id,
      link.userId,
      link.purpose,
      link.secretHash,
      link.created,
      link.expiresAt,
      link.addressHash,
    ],
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
    `select l.id, l.purpose, l.expires_at as "expiresAt", u.id as "userId", u.username, u.email,
       array_remove(u.password_hash || coalesce(u.previous_password_hashes, '{}'), null) as "usedHashes",
       coalesce(u.unused_since, u.created) as "unusedSince", u.totp_confirmed_at is not null as "hasSecondFactor"
     from person_links l join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.tenant_id = $1 and l.secret_hash = $2 and l.ended_at is null and l.expires_at > $3
       and u.enabled and not u.pending_approval and not u.is_deleted`,
    [tenantId, secretHash, now],
  )
  return row
}

/** Locks the person before the person's links, like every change of a person, so that two changes wait for each other instead of deadlocking. */
export const lockPerson = async (tx: Tx, tenantId: string, userId: string): Promise<void> => {
  await tx.query('select 1 from users where tenant_id = $1 and id = $2 for update', [tenantId, userId])
}

/** Call it with the person locked. Returns false if the link is no longer valid. */
export const useLink = async (tx: Tx, { tenantId, secretHash, now }: Sought, userId: string): Promise<boolean> => {
  const count = await tx.execute(
    `update person_links set ended_at = $3, is_used = true
     where tenant_id = $1 and secret_hash = $2 and user_id = $4 and ended_at is null and expires_at > $3`,
    [tenantId, secretHash, now, userId],
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
    `update users set password_hash = $3, password_is_temporary = false, password_replaced = true, email_verified = true,
       password_known_by = case when address_waits then password_known_by end, last_modified = $4
     where tenant_id = $1 and id = $2 and enabled and not pending_approval and not is_deleted`,
    [tenantId, userId, hash, now],
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
    `select count(*)::int as total from person_links
     where tenant_id = $1 and (user_id = $2 or address_hash = $5) and purpose = $3 and created > $4`,
    [tenantId, userId, purpose, since, addressHash],
  )
  return row!.total
}

/** Across tenants. */
export const tenantsWithOldLinks = async (tx: Tx, before: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    'select distinct tenant_id from person_links where expires_at < $1',
    [before],
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export const deleteOldLinks = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute('delete from person_links where tenant_id = $1 and expires_at < $2', [tenantId, before])
