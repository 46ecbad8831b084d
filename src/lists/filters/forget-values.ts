/** Erases copied values of a list's rows: copies and counts of their blocks become invalid. */
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { THIS_TRANSACTION } from '../blocks/close-block.ts'
import { type ClosedList, TENANT_WIDE } from '../closed-list.ts'

/**
 * Call it in the transaction that erases. The blocks get a new form: filter counts that are stored, or being computed
 * at this moment, belong to the previous form and are no longer used. Their copies are deleted, and made again from the
 * remaining values.
 */
export const forgetValues = async (
  tx: Tx,
  list: ClosedList,
  tenantId: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  // A process that is closing or folding has ended by now, or starts over.
  await tx.execute(
    sql`update closed_block_heads set version = version + 1 where tenant_id = ${tenantId} and list = ${list.list}`,
  )
  const blocks = await tx.query<{ first_id: string }>(sql`update closed_blocks b set written_by = ${THIS_TRANSACTION}
      where b.tenant_id = ${tenantId}::uuid and b.list = ${list.list} and b.scope = ${TENANT_WIDE}::uuid and b.level = 0
        and exists (select from unnest(${ids}::uuid[]) as e (id) where e.id >= b.first_id and e.id < b.until_id)
      returning b.first_id`)
  for (const table of ['closed_block_copies', 'closed_block_values', 'closed_block_texts'])
    await tx.execute(
      sql`delete from ${rawSql(table)} where tenant_id = ${tenantId} and list = ${list.list} and first_id = any(${blocks.map(({ first_id }) => first_id)}::uuid[])`,
    )
}
