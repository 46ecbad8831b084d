/** SQL that ends what a person can sign in or set a password with, except sessions. */
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, sql } from '../../infra/database/statements/sql.ts'
import { withdrawMails } from '../../mail/outbox.ts'

/** Removes a person's passkeys. Returns how many there were. */
export const removePasskeys = (tx: Tx, tenantId: string, userId: string): Promise<number> =>
  tx.execute(sql`delete from passkeys where tenant_id = ${tenantId} and user_id = ${userId}`)

/**
 * Ends a person's links, all or the invitations, expired ones too, and withdraws their mails that have not been sent. Every
 * change of the address or of the access ends them, because they went to that address and give that access. Returns how
 * many were neither used nor ended.
 */
export const endLinks = async (
  tx: Tx,
  tenantId: string,
  userId: string,
  now: Date,
  purpose: 'invitation' | null = null,
): Promise<number> => {
  const rows = await tx.query<{ id: string }>(
    sql`update person_links set ended_at = ${now}
     where tenant_id = ${tenantId} and user_id = ${userId} and ${ifGiven(purpose, sql`purpose = ${purpose}`)} and ended_at is null
     returning id`,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await withdrawMails(tx, tenantId, ids)
  return ids.length
}

/** Ends links and passkeys from before a new password, because setting it takes the account over; also those of a deleted person. */
export const endWithPassword = async (tx: Tx, tenantId: string, userId: string, now: Date): Promise<void> => {
  await removePasskeys(tx, tenantId, userId)
  await endLinks(tx, tenantId, userId, now)
}
