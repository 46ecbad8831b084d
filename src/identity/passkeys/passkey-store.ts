/** SQL of passkeys: inserted, found by the id that the device sends, used with a counter that only grows, removed. */
import type { Tx } from '../../infra/database/database.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'

export interface PasskeyRow {
  readonly id: string
  readonly userId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly name: string
  readonly isSynced: boolean
  readonly created: Date
  readonly usedAt: Date | null
}

const COLUMNS = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, name,
  is_synced as "isSynced", created, used_at as "usedAt"`

/** Newest first. */
export const listPasskeys = (tx: Tx, tenantId: string, userId: string): Promise<PasskeyRow[]> =>
  tx.query<PasskeyRow>(
    `select ${COLUMNS} from passkeys where tenant_id = $1 and user_id = $2 order by created desc, id desc`,
    [tenantId, userId],
  )

export const findPasskey = async (
  tx: Tx,
  tenantId: string,
  userId: string,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> => {
  const [row] = await tx.query<PasskeyRow>(
    `select ${COLUMNS} from passkeys where tenant_id = $1 and user_id = $2 and credential_id = $3`,
    [tenantId, userId, credentialId],
  )
  return row
}

/** Locks the passkeys of one person, because their number is counted before one is added. */
export const lockPasskeys = (tx: Tx, tenantId: string, userId: string): Promise<unknown> =>
  lockName(tx, `passkeys ${tenantId} ${userId}`)

/** Returns false if the device already has a passkey here. */
export const insertPasskey = async (tx: Tx, tenantId: string, row: Omit<PasskeyRow, 'usedAt'>): Promise<boolean> =>
  (await tx.execute(
    `insert into passkeys (tenant_id, id, user_id, credential_id, public_key, counter, name, is_synced, created)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (tenant_id, credential_id) do nothing`,
    [tenantId, row.id, row.userId, row.credentialId, row.publicKey, row.counter, row.name, row.isSynced, row.created],
  )) === 1

/** Returns false if the passkey is gone or its counter is not higher than the stored one (a cloned key). Authenticators without a counter stay at 0. */
export const usePasskey = async (
  tx: Tx,
  tenantId: string,
  { id }: Pick<PasskeyRow, 'id'>,
  counter: number,
  now: Date,
): Promise<boolean> =>
  (await tx.execute(
    `update passkeys set counter = $3, used_at = $4
      where tenant_id = $1 and id = $2 and (counter < $3 or counter = 0 and $3 = 0)`,
    [tenantId, id, counter, now],
  )) === 1

export const removePasskey = async (tx: Tx, tenantId: string, userId: string, id: string): Promise<boolean> =>
  (await tx.execute('delete from passkeys where tenant_id = $1 and user_id = $2 and id = $3', [
    tenantId,
    userId,
    id,
  ])) === 1

/** Returns false if it was answered before. Deletes expired ones. */
export const spendChallenge = async (
  tx: Tx,
  tenantId: string,
  { hash, ends, now }: { hash: Buffer; ends: Date; now: Date },
): Promise<boolean> => {
  await tx.execute('delete from spent_challenges where tenant_id = $1 and ends < $2', [tenantId, now])
  return (
    (await tx.execute(
      `insert into spent_challenges (tenant_id, challenge_hash, ends) values ($1, $2, $3) on conflict do nothing`,
      [tenantId, hash, ends],
    )) === 1
  )
}
