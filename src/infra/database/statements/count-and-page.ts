/** One page of an ordered list, and how many rows the list has in total: both of the same rows. */
import { type PageRequest, toLimit, toOffset } from '../../../core/pagination.ts'
import type { Tx } from '../database.ts'
import { type Sql, sql } from './sql.ts'

interface List {
  readonly columns: Sql
  /** All that follows `from`: tables, joins and conditions. */
  readonly from: Sql
  readonly order: Sql
}

export const countAndPage = async <Row>(
  tx: Tx,
  { columns, from, order }: List,
  page: PageRequest,
): Promise<{ rows: Row[]; total: number }> => {
  const [counted] = await tx.query<{ count: number }>(sql`select count(*) as count from ${from}`)
  const rows = await tx.query<Row>(
    sql`select ${columns} from ${from} order by ${order} limit ${toLimit(page)} offset ${toOffset(page)}`,
  )
  return { rows, total: counted!.count }
}
