/** SQL that ends what a person can sign in or set a password with, except sessions. */
import type { Tx } from '../../infra/database/database.ts'
import { withdrawMails } from '../../mail/outbox.ts'

/** Removes a person's passkeys. Returns how many there were. */
export const removePasskeys = (tx: Tx, tenantId: string, userId: string): Promise<number> =>
  tx.execute('delete from passkeys where tenant_id = $1 and user_id = $2', [tenantId, userId])

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
    `update person_links set ended_at = $3
     where tenant_id = $1 and user_id = $2 and ($4::text is null or purpose = $4) and ended_at is null
     returning id`,
    [tenantId, userId, now, purpose],
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
