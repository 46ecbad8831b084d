/** Compares the copies of some random blocks with their rows, each in one snapshot. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { BLOCK_SIZES, type ClosedList, type Copying, isCopying, TENANT_WIDE } from '../closed-list.ts'
import { type Copied, copiedTexts, copiedValues } from './copy-blocks.ts'
import { hashForm } from './count-copies.ts'
import { keptFigures, sumFigures } from './hourly-figures.ts'

/** Returns the first ids of blocks whose copies are wrong. */
export const findWrongCopies = (
  db: Database,
  list: ClosedList,
  tenantId: string,
  most: number,
  texts: number = BLOCK_SIZES.texts,
): Promise<string[]> =>
  db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    if (!isCopying(list)) return []
    const wrong: string[] = []
    for (const block of await chooseCopies(tx, list, tenantId, most))
      if (await isWrong(tx, list, block, texts)) wrong.push(block.first_id)
    return wrong
  })

const chooseCopies = (tx: Tx, { list, copied }: Copying, tenantId: string, most: number): Promise<Copied[]> =>
  tx.query<Copied>(
    sql`select b.tenant_id, b.first_id, b.until_id, b.written_by
       from closed_block_copies c join closed_blocks b using (tenant_id, list, first_id, written_by)
      where c.tenant_id = ${tenantId} and c.list = ${list} and c.form = ${hashForm(copied)} and b.scope = ${TENANT_WIDE} and b.level = 0 order by random() limit ${most}`,
  )

/** Texts of rows added since are in no copy. */
const isWrong = async (tx: Tx, list: Copying, block: Copied, texts: number): Promise<boolean> => {
  const { tenant_id: tenantId, first_id: from, until_id: before } = block
  const [found] = await tx.query<{
    is: boolean
  }>(sql`select exists (${copiedValues(list, block)} except select * from closed_block_values
           where tenant_id = ${tenantId}::uuid and list = ${list.list} and first_id = ${from}::uuid)
        or exists (${sumFigures(list, { tenantId, scopes: null }, [block])} except ${keptFigures(list, { tenantId, scopes: null }, from)})
        or not exists (select from closed_block_deltas
           where tenant_id = ${tenantId}::uuid and list = ${list.list} and id >= ${from}::uuid and id < ${before}::uuid)
        and exists (${copiedTexts(list, block, texts)} except select * from closed_block_texts
           where tenant_id = ${tenantId}::uuid and list = ${list.list} and first_id = ${from}::uuid) as is`)
  return found?.is === true
}
