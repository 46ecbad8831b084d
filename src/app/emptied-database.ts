/** Detects a dump made by a role under row security: tables without tenants are complete, and those of tenants are empty. */
import type { Database } from '../infra/database/database.ts'

export const EMPTIED =
  'This database has plans and look-up data and not one tenant: what was restored is a dump made under row security, which is empty. Restore one that the role of "vezne backup role" made (docs/operating.md)'

/** Plans and the first realm are written in one statement. */
export const isEmptied = async (db: Pick<Database, 'transaction'>): Promise<boolean> => {
  const [row] = await db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ is: boolean }>('select exists (select from plans) and not exists (select tenant_id from realms) as is'),
  )
  return row!.is
}
