/** SQL of passkeys: inserted, found by the id that the device sends, used with a counter that only grows, removed. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
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

const COLUMNS = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, name,
  is_synced as "isSynced", created, used_at as "usedAt"`

/** Newest first. */
export const listPasskeys = (tx: Tx, tenantId: string, userId: string): Promise<PasskeyRow[]> =>
  tx.query<PasskeyRow>(
    sql`select ${COLUMNS} from passkeys where tenant_id = ${tenantId} and user_id = ${userId} order by created desc, id desc`,
  )

export const findPasskey = async (
  tx: Tx,
  tenantId: string,
  userId: string,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> => {
  const [row] = await tx.query<PasskeyRow>(
    sql`select ${COLUMNS} from passkeys where tenant_id = ${tenantId} and user_id = ${userId} and credential_id = ${credentialId}`,
  )
  return row
}

/** Locks the passkeys of one person, because their number is counted before one is added. */
export const lockPasskeys = (tx: Tx, tenantId: string, userId: string): Promise<unknown> =>
  lockName(tx, `passkeys ${tenantId} ${userId}`)

/** Returns false if the device already has a passkey here. */
export const insertPasskey = async (tx: Tx, tenantId: string, row: Omit<PasskeyRow, 'usedAt'>): Promise<boolean> =>
  (await tx.execute(
    insertInto(
      'passkeys',
      {
        tenant_id: tenantId,
        id: row.id,
        user_id: row.userId,
        credential_id: row.credentialId,
        public_key: row.publicKey,
        counter: row.counter,
        name: row.name,
        is_synced: row.isSynced,
        created: row.created,
      },
      sql`on conflict (tenant_id, credential_id) do nothing`,
    ),
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
    sql`update passkeys set counter = ${counter}, used_at = ${now}
      where tenant_id = ${tenantId} and id = ${id} and (counter < ${counter} or counter = 0 and ${counter === 0})`,
  )) === 1

export const removePasskey = async (tx: Tx, tenantId: string, userId: string, id: string): Promise<boolean> =>
  (await tx.execute(sql`delete from passkeys where tenant_id = ${tenantId} and user_id = ${userId} and id = ${id}`)) ===
  1

/** Returns false if it was answered before. Deletes expired ones. */
export const spendChallenge = async (
  tx: Tx,
  tenantId: string,
  { hash, ends, now }: { hash: Buffer; ends: Date; now: Date },
): Promise<boolean> => {
  await tx.execute(sql`delete from spent_challenges where tenant_id = ${tenantId} and ends < ${now}`)
  return (
    (await tx.execute(
      insertInto('spent_challenges', { tenant_id: tenantId, challenge_hash: hash, ends }, sql`on conflict do nothing`),
    )) === 1
  )
}
