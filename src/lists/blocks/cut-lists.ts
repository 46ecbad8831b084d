/**
 * Adapts blocks when rows leave the beginning of a table permanently, a month at a time, or some columns of a month are
 * emptied; in the same transaction.
 */
import { ZERO_ID } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { ListsOfParts } from '../../infra/database/partitions/lists-of-parts.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import { type ClosedList, TENANT_WIDE } from '../closed-list.ts'
import { toExpression } from '../list-conditions.ts'
import { THIS_TRANSACTION, writeBlock } from './close-block.ts'

/**
 * Call it in the transaction, across tenants, that then deletes every row of `table` whose partition key is before
 * `beforeId`, so that totals of its lists are exact when it commits. Blocks before `beforeId` are deleted, and one that
 * spans it is counted again from there. Rows that nevertheless remain before it are counted one by one, like all rows
 * before the first block.
 */
export const cutLists = async (tx: Tx, table: string, beforeId: string): Promise<void> => {
  const lists = await findLists(tx, table)
  if (lists.length === 0) return
  await lockName(tx, `cut lists ${table}`)
  for (const { key, ...list } of lists) {
    // The new version makes a process that is closing or folding start over.
    const heads = await tx.query<{ tenant_id: string }>(
      sql`update closed_block_heads set version = version + 1 where list = ${list.list} and closed_before > ${ZERO_ID} returning tenant_id`,
    )
    const tenants = heads.map((head) => head.tenant_id)
    if (tenants.length === 0) continue
    await recount(tx, list, tenants, beforeId)
    for (const [kept, id] of KEPT)
      await tx.execute(
        sql`delete from ${rawSql(kept)} where tenant_id = any(${tenants}) and list = ${list.list} and ${rawSql(id)} < ${beforeId}`,
      )
    if (key !== 'id') await noteLeaving(tx, list, key, beforeId)
  }
}

/**
 * Call it in the transaction, across tenants, that has emptied columns of a partition's rows: filters may have been
 * counted over these columns, and their counts belong to one form of a block.
 */
const renewBlocks = async (tx: Tx, table: string, part: string): Promise<void> => {
  await tx.query(sql`update closed_blocks b set written_by = ${THIS_TRANSACTION} from partitions p, closed_block_heads h
      where h.list in (select list from closed_lists where source = ${table}) and p.name = ${part} and b.tenant_id = h.tenant_id
        and b.list = h.list and b.first_id < first_key_at(p.ends) and (p.begins is null or b.until_id > first_key_at(p.begins))`)
}

/** Passed to the maintenance of partitioned tables. */
export const LISTS_OF_PARTS: ListsOfParts = { cut: cutLists, renew: renewBlocks }

const KEPT = [
  ['closed_blocks', 'first_id'],
  ['closed_block_filter_counts', 'first_id'],
  ['closed_block_copies', 'first_id'],
  ['closed_block_values', 'first_id'],
  ['closed_block_texts', 'first_id'],
  ['closed_block_deltas', 'id'],
] as const

/** Returns lists as their triggers count them. */
const findLists = (tx: Tx, table: string): Promise<(ClosedList & { key: string })[]> =>
  tx.query(
    sql`select l.list, l.source as table, l.facets, l.scope, l.dimension, l.member, coalesce(d.key, 'id') as key
       from closed_lists l left join divided_tables d on d.name = l.source where l.source = ${table} order by 1`,
  )

/** Counts blocks that span the cut again. */
const recount = async (tx: Tx, list: ClosedList, tenants: readonly string[], beforeId: string): Promise<void> => {
  const blocks = await tx.query<{ tenant_id: string; until_id: string }>(
    sql`select tenant_id, until_id from closed_blocks
      where tenant_id = any(${tenants}) and list = ${list.list} and scope = ${TENANT_WIDE} and level = 0 and first_id < ${beforeId} and until_id > ${beforeId}`,
  )
  for (const { tenant_id: tenantId, until_id: until } of blocks)
    await tx.query(writeBlock(list, tenantId, beforeId, until))
}

/**
 * If rows are listed by another id than the partition key, some deleted rows are in blocks that remain. Each of them
 * stores a difference, and filter counts of its block become invalid. Dropping a partition needs the same lock anyway.
 */
const noteLeaving = async (tx: Tx, list: ClosedList, key: string, beforeId: string): Promise<void> => {
  await tx.execute(`lock table ${list.table} in access exclusive mode`)
  await tx.query(sql`with leaving as materialized (
        select tenant_id, id, ${toExpression(list.scope)} as scope, ${toExpression(list.dimension)} as dimension,
          (${rawSql(list.facets)}) as facets
          from ${rawSql(list.table)} where ${rawSql(key)} < ${beforeId}::uuid and id >= ${beforeId}::uuid and (${rawSql(list.member ?? 'true')})),
      touched as (
        select distinct l.tenant_id, b.first_id from leaving l cross join lateral (
          select first_id from closed_blocks where tenant_id = l.tenant_id and list = ${list.list} and scope = ${TENANT_WIDE}::uuid
             and level = 0 and first_id <= l.id order by first_id desc limit 1) as b),
      unfilled as (
        update closed_blocks b set written_by = ${THIS_TRANSACTION} from touched t
         where b.tenant_id = t.tenant_id and b.list = ${list.list} and b.level = 0 and b.first_id = t.first_id)
      insert into closed_block_deltas (tenant_id, list, id, scope, dimension, facets, difference)
      select l.tenant_id, ${list.list}, l.id, l.scope, l.dimension, l.facets, -1
        from leaving l join closed_block_heads h on h.tenant_id = l.tenant_id and h.list = ${list.list} and l.id < h.closing_before`)
}
