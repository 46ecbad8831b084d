/** Compares blocks with the rows they count, each in one snapshot, and restarts a list whose blocks are wrong. */
import { type IdSpan, ZERO_ID } from '../../core/id.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { allOf, ifGiven, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { forgetVerifiedBounds, readVerifiedBound, writeVerifiedBound } from '../../infra/database/verified-bounds.ts'
import { type ClosedList, TENANT_WIDE } from '../closed-list.ts'
import { cellsOfRows, isMember } from '../list-conditions.ts'

/** The newest and the oldest block of each level, and some random ones. */
const SAMPLE = 4

interface WrongBlock extends IdSpan {
  readonly level: number
  /** Number of kinds of rows that it counts wrongly. */
  readonly cells: number
}

export const findWrongBlocks = (
  db: Database,
  list: ClosedList,
  tenantId: string,
  most = SAMPLE,
): Promise<WrongBlock[]> =>
  db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    const wrong: WrongBlock[] = []
    for (const block of await chooseBlocks(tx, list, tenantId, most)) {
      const cells = await countDifferences(tx, list, tenantId, block)
      if (cells > 0) wrong.push({ ...block, cells })
    }
    return wrong
  })

type Block = IdSpan & { level: number }

const chooseBlocks = (tx: Tx, { list }: ClosedList, tenantId: string, most: number): Promise<Block[]> =>
  tx.query<Block>(
    sql`select level, first_id as "from", until_id as before from (
       select level, first_id, until_id, row_number() over (partition by level order by first_id) as up,
         row_number() over (partition by level order by first_id desc) as down, random() as chance
         from closed_blocks where tenant_id = ${tenantId} and list = ${list} and scope = ${TENANT_WIDE}) as b
      where level = 0 order by least(up, down) <= 1 desc, chance limit ${most}`,
  )

const CHECK = 'closed blocks of '

/** Returns blocks of level 0 after the last verified one, oldest first; with `isWhole`, from the first one. */
const newBlocks = async (tx: Tx, { list }: ClosedList, tenantId: string, isWhole: boolean, most: number) =>
  tx.query<Block>(
    sql`select level, first_id as "from", until_id as before from closed_blocks
      where tenant_id = ${tenantId} and list = ${list} and scope = ${TENANT_WIDE} and level = 0 and first_id >= ${(isWhole ? null : await readVerifiedBound(tx, tenantId, CHECK + list)) ?? ZERO_ID} order by first_id limit ${most}`,
  )

interface NewBlocks {
  readonly wrong: readonly WrongBlock[]
  /** End of the last block that was correct; null if none was checked, or one is wrong. */
  readonly until: string | null
}

/**
 * Does the same for blocks that no pass has checked yet; with `isWhole`, for all. Each block is checked in a separate
 * snapshot.
 */
export const findWrongNewBlocks = async (
  db: Database,
  list: ClosedList,
  tenantId: string,
  { isWhole, most, isOver }: { isWhole: boolean; most: number; isOver: () => boolean },
): Promise<NewBlocks> => {
  const blocks = await db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
    newBlocks(tx, list, tenantId, isWhole, most),
  )
  const wrong: WrongBlock[] = []
  let until: string | null = null
  for (const block of blocks) {
    if (isOver()) break
    const cells = await db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
      countDifferences(tx, list, tenantId, block),
    )
    if (cells > 0) wrong.push({ ...block, cells })
    else if (wrong.length === 0) until = block.before
  }
  return { wrong, until: wrong.length > 0 ? null : until }
}

/** Stores the bound after which the next pass begins. */
export const markBlocksVerified = (tx: Tx, { list }: ClosedList, tenantId: string, until: string): Promise<number> =>
  writeVerifiedBound(tx, tenantId, CHECK + list, until)

/**
 * Counts differences of a level 0 block in all its scopes, and of the block above it against the blocks it is made of.
 */
const countDifferences = async (tx: Tx, list: ClosedList, tenantId: string, block: Block): Promise<number> => {
  const [row] = await tx.query<{ cells: number }>(sql`with counted as materialized (
        select c.* from (values (${block.from}::uuid, ${block.before}::uuid)) as s (a, z)
          cross join lateral (${cellsOfRows(list, allOf(isMember(list, tenantId)))}) as c),
      upper as materialized (
        select first_id, until_id from closed_blocks where tenant_id = ${tenantId}::uuid and list = ${list.list}
           and scope = ${TENANT_WIDE}::uuid and level = 1 and first_id <= ${block.from}::uuid and until_id >= ${block.before}::uuid),
      kept as materialized (
        select k.level, k.first_id, k.scope, k.dimensions[u.place] as dimension, u.facets, u.n
          from closed_blocks k, unnest(k.places, k.facets, k.counts) as u (place, facets, n)
         where k.tenant_id = ${tenantId}::uuid and k.list = ${list.list} and (k.level = 0 and k.first_id = ${block.from}::uuid
            or k.level = 1 and k.first_id in (select first_id from upper)
            or k.level = 0 and k.first_id >= (select first_id from upper) and k.first_id < (select until_id from upper))),
      difference as (
        select 'rows' as what, scope, dimension, facets, n from kept where level = 0 and first_id = ${block.from}::uuid
        union all select 'rows', p.scope, d.dimension, d.facets, d.difference from closed_block_deltas d
          cross join lateral (values (${TENANT_WIDE}::uuid), (d.scope)) as p (scope)
         where d.tenant_id = ${tenantId}::uuid and d.list = ${list.list} and d.id >= ${block.from}::uuid and d.id < ${block.before}::uuid
           and p.scope is not null
        union all select 'rows', ${TENANT_WIDE}::uuid, dimension, facets, -n from counted
        union all select 'rows', scope, dimension, facets, -n from counted where scope is not null
        union all select 'level', scope, dimension, facets, case level when 1 then n else -n end from kept
         where exists (select from upper))
      select count(*) as cells from (
        select from difference group by what, scope, dimension, facets having sum(n) <> 0) as d`)
  return row?.cells ?? 0
}

/** Deletes every block of the list, and they are closed again. Lists are slower until then, but exact. */
export const reopenList = (db: Database, { list }: ClosedList, tenantId: string): Promise<void> =>
  db.transaction({ of: tenantId }, (tx) => forgetBlocks(tx, [list], tenantId))

/** Does the same for several lists of every tenant, across tenants, after rows were added without triggers. */
export const reopenLists = (tx: Tx, lists: readonly ClosedList[]): Promise<void> =>
  forgetBlocks(
    tx,
    lists.map(({ list }) => list),
    null,
  )

const forgetBlocks = async (tx: Tx, lists: readonly string[], tenantId: string | null): Promise<void> => {
  // The head remains: a process that is about to close a block sees by its version that the list was restarted.
  await tx.execute(
    sql`update closed_block_heads set closing_before = ${ZERO_ID}, closed_before = ${ZERO_ID}, version = version + 1
      where ${ifGiven(tenantId, sql`tenant_id = ${tenantId}`)} and list = any(${lists})`,
  )
  await forgetVerifiedBounds(
    tx,
    tenantId,
    lists.map((list) => CHECK + list),
  )
  for (const table of WRITTEN)
    await tx.execute(
      sql`delete from ${rawSql(table)} where ${ifGiven(tenantId, sql`tenant_id = ${tenantId}`)} and list = any(${lists})`,
    )
}

const WRITTEN = [
  'closed_blocks',
  'closed_block_deltas',
  'closed_block_filters',
  'closed_block_filter_counts',
  'closed_block_copies',
  'closed_block_values',
  'closed_block_texts',
]
