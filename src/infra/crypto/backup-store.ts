/** Backups that are known, and the master keys that each of them needs. */
import type { Tx } from '../database/database.ts'
import { sql } from '../database/statements/sql.ts'
import { insertInto, type Row } from '../database/statements/write-rows.ts'

export type KnownBackup = Row<'backups'>

type NewBackup = Pick<
  KnownBackup,
  'id' | 'made' | 'made_by' | 'place' | 'master_key_ids' | 'schema_version' | 'bytes' | 'expires'
>

export const addBackup = (tx: Tx, backup: NewBackup): Promise<number> =>
  tx.execute(
    insertInto('backups', {
      id: backup.id,
      made: backup.made,
      made_by: backup.made_by,
      place: backup.place,
      master_key_ids: backup.master_key_ids,
      schema_version: backup.schema_version,
      bytes: backup.bytes,
      expires: backup.expires,
    }),
  )

/** Returns backups that are neither expired nor forgotten, latest first. */
export const findBackups = (tx: Tx): Promise<KnownBackup[]> =>
  tx.query<KnownBackup>(
    'select * from backups where forgotten is null and (expires is null or expires > clock_timestamp()) order by made desc',
  )

/** Returns when the newest backup that counts was made, and how long ago by real time. */
export const findLastBackup = async (tx: Tx): Promise<{ made: Date; age_s: number } | undefined> =>
  (
    await tx.query<{ made: Date; age_s: number }>(
      `select made, extract(epoch from clock_timestamp() - made)::float8 as age_s from backups where forgotten is null order by made desc limit 1`,
    )
  )[0]

/** Returns the backup, undefined if it is not known or no longer counts. */
export const forgetBackup = async (tx: Tx, id: string, by: string): Promise<KnownBackup | undefined> => {
  const rows = await tx.query<KnownBackup>(
    sql`update backups set forgotten = clock_timestamp(), forgotten_by = ${by} where id = ${id} and forgotten is null returning *`,
  )
  return rows[0]
}
