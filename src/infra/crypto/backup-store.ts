/** Backups that are known, and the master keys that each of them needs. */
import type { Tx } from '../database/database.ts'
import { sql } from '../database/statements/sql.ts'
import { insertInto, type Row } from '../database/statements/write-rows.ts'

export type KnownBackup = Row<'backups'>

type NewBackup = Pick<
  KnownBackup,
  'id' | 'made' | 'made_by' | 'place' | 'master_key_ids' | 'schema_version' | 'bytes' | 'expires'
>

export const addBackup = (tx: Tx, backup: NewBackup): Promise<number> => tx.execute(insertInto('backups', backup))

/** Returns backups that are neither expired nor forgotten, latest first. */
export const findBackups = (tx: Tx): Promise<KnownBackup[]> =>
  tx.query<KnownBackup>(
    'select * from backups where forgotten is null and (expires is null or expires > clock_timestamp()) order by made desc',
  )

/** Returns the backup, undefined if it is not known or no longer counts. */
export const forgetBackup = async (tx: Tx, id: string, by: string): Promise<KnownBackup | undefined> => {
  const rows = await tx.query<KnownBackup>(
    sql`update backups set forgotten = clock_timestamp(), forgotten_by = ${by} where id = ${id} and forgotten is null returning *`,
  )
  return rows[0]
}
