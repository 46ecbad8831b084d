/** Folds differences that came after a block was closed into the block, so that there are never many of them. */
import type { IdSpan } from '../../core/id.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { type Sql, sql } from '../../infra/database/statements/sql.ts'
import { type ClosedList, TENANT_WIDE } from '../closed-list.ts'
import { insertBlocks, moveVersion } from './close-block.ts'

/** Folds into the block that has most differences. Returns false if there are none in closed blocks. */
export const foldDeltas = (db: Database, list: ClosedList, tenantId: string): Promise<boolean> =>
  db.transaction({ of: tenantId, mode: 'snapshot' }, async (tx) => {
    const head = await moveVersion(tx, list, tenantId)
    if (head === undefined) return false
    const block = await findFullest(tx, list, tenantId, head.closed_before)
    if (block === undefined) return false
    for (const level of [0, 1] as const) {
      const target = level === 0 ? block : await findUpper(tx, list, tenantId, block)
      if (target !== undefined) await tx.query(writeFolded(list, tenantId, level, target, block))
    }
    await tx.execute(
      sql`delete from closed_block_deltas where tenant_id = ${tenantId} and list = ${list.list} and id >= ${block.from} and id < ${block.before}`,
    )
    return true
  })

const findFullest = async (
  tx: Tx,
  list: ClosedList,
  tenantId: string,
  closedBefore: string,
): Promise<IdSpan | undefined> => {
  const [block] = await tx.query<IdSpan>(
    sql`with block as materialized (
       select array_agg(first_id order by first_id) as starts from closed_blocks
        where tenant_id = ${tenantId} and list = ${list.list} and scope = ${TENANT_WIDE} and level = 0),
     fullest as (
       select (select starts from block)[width_bucket(d.id, (select starts from block))] as first_id
         from closed_block_deltas d where d.tenant_id = ${tenantId} and d.list = ${list.list} and d.id >= (select starts[1] from block) and d.id < ${closedBefore}
        group by 1 order by count(*) desc limit 1)
     select b.first_id as "from", b.until_id as before from fullest f
       join closed_blocks b on b.tenant_id = ${tenantId} and b.list = ${list.list} and b.scope = ${TENANT_WIDE} and b.level = 0 and b.first_id = f.first_id`,
  )
  return block
}

const findUpper = async (tx: Tx, list: ClosedList, tenantId: string, block: IdSpan): Promise<IdSpan | undefined> =>
  (
    await tx.query<IdSpan>(
      sql`select first_id as "from", until_id as before from closed_blocks
        where tenant_id = ${tenantId} and list = ${list.list} and scope = ${TENANT_WIDE} and level = 1 and first_id <= ${block.from} and until_id >= ${block.before}
        order by first_id desc limit 1`,
    )
  )[0]

/** `target` is the block itself, or the one above it. */
const writeFolded = (list: ClosedList, tenantId: string, level: 0 | 1, target: IdSpan, block: IdSpan): Sql =>
  sql`with change as materialized (
      select p.part, d.dimension, d.facets, d.difference as n from closed_block_deltas d
        cross join lateral (values (${TENANT_WIDE}::uuid), (d.scope)) as p (part)
       where d.tenant_id = ${tenantId}::uuid and d.list = ${list.list} and d.id >= ${block.from}::uuid and d.id < ${block.before}::uuid
         and p.part is not null),
    cell as materialized (
      select part, dimension, facets, sum(n)::integer as n from (
        select * from change
        union all
        select k.scope, k.dimensions[u.place], u.facets, u.n
          from closed_blocks k, unnest(k.places, k.facets, k.counts) as u (place, facets, n)
         where k.tenant_id = ${tenantId}::uuid and k.list = ${list.list} and k.level = ${level} and k.first_id = ${target.from}::uuid
           and k.scope in (select part from change)) as c
      group by 1, 2, 3 having sum(n) <> 0)
    ${insertBlocks(list, tenantId, level, target.from, target.before, sql`select part from change`)}`
