/** Users whose e-mail address or user name it is: exported; their name is erased once they are deleted. What they did stays under their id. */
import type { ErasedPersonData, FoundPersonData, PersonDataBatch, PersonDataSource } from '../../access/person-data.ts'
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row as TableRow } from '../../infra/database/statements/write-rows.ts'

type Row = TableRow<
  'users',
  'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'company_name' | 'roles' | 'is_deleted' | 'created'
>

/** Erases the data that a higher module keeps about users, in the transaction that erases their names. */
type EraseOfUsers = (tx: Tx, tenantId: string, userIds: readonly string[]) => Promise<unknown>

export const userPersonData = (eraseElsewhere: EraseOfUsers): PersonDataSource => ({
  kind: 'users',
  async find(lot): Promise<FoundPersonData> {
    const rows = await findRows(lot)
    return { records: rows.map(({ created, ...row }) => ({ ...row, created: isoTime(created) })), next: null }
  },
  async erase(lot): Promise<ErasedPersonData> {
    const rows = await findRows(lot)
    const gone = rows.filter(({ is_deleted }) => is_deleted).map(({ id }) => id)
    await lot.tx.execute(
      sql`update users set username = 'erased-' || id, email = 'erased-' || id || '@erased.invalid', first_name = null,
         last_name = null, company_name = null, last_modified = ${lot.runtime.clock.now()}
       where tenant_id = ${lot.tenantId} and id = any(${gone}::uuid[]) and is_deleted`,
    )
    await eraseElsewhere(lot.tx, lot.tenantId, gone)
    const active = rows.length - gone.length
    return { erased: gone.length, kept: active > 0 ? { user_not_deleted: active } : {}, next: null }
  },
})

const findRows = async ({ tx, tenantId, sought }: PersonDataBatch): Promise<Row[]> =>
  sought.mark === 'email'
    ? tx.query<Row>(
        sql`select id, username, email, first_name, last_name, company_name, roles, is_deleted, created from users
         where tenant_id = ${tenantId} and (lower(email) = ${sought.text} or lower(username) = ${sought.text})`,
      )
    : []
