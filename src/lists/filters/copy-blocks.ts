/**
 * Copies the columns by which lists are filtered from the rows of closed blocks, in the background, each block in one
 * snapshot. A block that is rewritten because its rows changed is copied again after at least a day; until then its
 * rows are read. For 32 blocks, a BIN or a basket reads 310 to 600 pages of sorted values instead of 11,000, and an
 * order id 2,500 pages of texts instead of 142,000; blocks and copies of ten million payments take 165 MB.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ZERO_ID } from '../../core/id.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { allOf, joinSql, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { type ClosedList, type Copying, isCopying, TENANT_WIDE } from '../closed-list.ts'
import { isMember, toExpression } from '../list-conditions.ts'
import { hashForm, NO_VALUE, toColumn } from './count-copies.ts'
import type { CountedBlock } from './count-rows.ts'
import { LEAST_BLOCKS, WAIT_FOR_NO_STANDBY } from './filter-counts.ts'
import { keepFigures } from './hourly-figures.ts'

/** After this many, closing blocks gets its turn. */
const COPIED_AT_ONCE = 8
const AGAIN_AFTER_HOURS = 24
/** Entries per piece; a look-up of a value opens one piece of each block. */
const PIECE = rawSql(1_024)

export interface Copied extends CountedBlock {
  readonly tenant_id: string
}

/**
 * Returns how many were copied. After each block it rests as long as the copy took, so that other work gets its share.
 */
export const copyBlocks = async (db: Database, list: ClosedList, texts: number, rest = 1): Promise<number> => {
  if (!isCopying(list)) return 0
  const blocks = await db.transaction({ as: 'platform' }, (tx) => tx.query<Copied>(uncopied(list, COPIED_AT_ONCE)))
  let copied = 0
  for (const block of blocks) {
    const began = performance.now()
    if (await db.transaction({ of: block.tenant_id, mode: 'snapshot' }, (tx) => copyBlock(tx, list, block, texts)))
      copied++
    await sleep((performance.now() - began) * rest)
  }
  return copied
}

/** Counts blocks in which filters are slow; reads across tenants. */
export const countUncopied = async (tx: Tx, list: ClosedList): Promise<number> =>
  isCopying(list) ? (await tx.query(uncopied(list, null))).length : 0

/** Returns blocks, newest first. */
const uncopied = (list: Copying, most: number | null): Sql =>
  sql`select h.tenant_id, b.first_id, b.until_id, b.written_by from closed_block_heads h cross join lateral (
      select first_id, until_id, written_by, count(*) over () as blocks from closed_blocks
       where tenant_id = h.tenant_id and list = h.list and scope = ${TENANT_WIDE}::uuid and level = 0) as b
    where h.list = ${list.list} and h.closed_before > ${ZERO_ID}::uuid and b.blocks >= ${LEAST_BLOCKS}
      and not exists (select from closed_block_copies c where c.tenant_id = h.tenant_id and c.list = h.list and c.first_id = b.first_id
        and (c.written_by = b.written_by and c.form = ${hashForm(list.copied)} or c.made_at > now() - make_interval(hours => ${AGAIN_AFTER_HOURS})))
    order by b.first_id desc limit ${most}`

/** Returns false if the block has another form by now, or another process is working on it. */
const copyBlock = async (tx: Tx, list: Copying, block: Copied, texts: number): Promise<boolean> => {
  const { tenant_id: tenantId, first_id: from, written_by } = block
  const of = [tenantId, list.list, from]
  const [lock] = await tx.query<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`copied blocks ${of.join(' ')}`}, 0)) as free`,
  )
  const [still] = await tx.query(
    `select from closed_blocks where tenant_id = $1 and list = $2 and first_id = $3 and scope = $4 and level = 0 and written_by = $5`,
    [...of, TENANT_WIDE, written_by],
  )
  if (!lock?.free || still === undefined) return false
  await tx.execute(WAIT_FOR_NO_STANDBY)
  for (const table of ['closed_block_values', 'closed_block_texts'])
    await tx.execute(`delete from ${table} where tenant_id = $1 and list = $2 and first_id = $3`, of)
  await tx.query(sql`insert into closed_block_values (tenant_id, list, first_id, name, piece, first_key, last_key,
        scopes, dimensions, keys, scope_places, places, facets, counts, sum_places, sum_facets, sums)
      ${copiedValues(list, block)}`)
  await tx.query(
    sql`insert into closed_block_texts (tenant_id, list, first_id, from_id, before_id, texts) ${copiedTexts(list, block, texts)}`,
  )
  await tx.query(keepFigures(list, { tenantId, scopes: null }, [block]))
  await tx.execute(
    `insert into closed_block_copies (tenant_id, list, first_id, written_by, form) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, list, first_id) do update set written_by = excluded.written_by, form = excluded.form, made_at = now()`,
    [...of, written_by, hashForm(list.copied)],
  )
  return true
}

/** Returns the values from when the block was written: its current rows without what has changed since. */
export const copiedValues = (list: Copying, { tenant_id: tenantId, first_id: from, until_id: before }: Copied) => {
  const names = Object.keys(list.copied.values)
  const columns = joinSql(
    names.map(
      (name) => sql`coalesce((${rawSql(toColumn(list.copied.values[name]!))})::bigint, ${String(NO_VALUE)}::bigint)`,
    ),
  )
  return sql`with seen (scope, dimension, facets, n, keys) as materialized (
      select ${toExpression(list.scope)}, ${toExpression(list.dimension)}, (${rawSql(list.facets)}), 1, array[${columns}]
        from ${rawSql(list.table)} where id >= ${from}::uuid and id < ${before}::uuid and ${allOf(isMember(list, tenantId))}
      union all
      select d.scope, d.dimension, d.facets, -d.difference, r.keys from closed_block_deltas d
        cross join lateral (select array[${columns}] as keys from ${rawSql(list.table)} where tenant_id = ${tenantId}::uuid and id = d.id) as r
       where d.tenant_id = ${tenantId}::uuid and d.list = ${list.list} and d.id >= ${from}::uuid and d.id < ${before}::uuid),
    scopes as materialized (select coalesce(array_agg(distinct scope) filter (where scope is not null), '{}') as ids from seen),
    dimensions as materialized (select coalesce(array_agg(distinct dimension), '{}') as ids from seen),
    placed as materialized (
      select coalesce(array_position((select ids from scopes), scope), 0)::smallint as scope_place,
        array_position((select ids from dimensions), dimension)::smallint as place, facets, n, keys from seen),
    cell as materialized (
      select c.name, c.key, p.scope_place, p.place, p.facets, sum(p.n)::integer as n,
        row_number() over (partition by c.name order by c.key, p.scope_place, p.place, p.facets) - 1 as at
        from placed p cross join lateral unnest(${names}::text[], p.keys) as c (name, key)
       group by 1, 2, 3, 4, 5 having sum(p.n) <> 0),
    pieces as (
      select name, at / ${PIECE} as piece, min(key) as first_key, max(key) as last_key,
        array_agg(key order by at) as keys, array_agg(scope_place order by at) as scope_places, array_agg(place order by at) as places,
        array_agg(facets order by at) as facets, array_agg(n order by at) as counts
        from cell group by 1, 2),
    sums as (
      select name, piece, array_agg(place order by place, facets) as sum_places, array_agg(facets order by place, facets) as sum_facets,
        array_agg(n order by place, facets) as sums
        from (select name, at / ${PIECE} as piece, place, facets, sum(n)::integer as n from cell group by 1, 2, 3, 4) as s group by 1, 2)
    select ${tenantId}::uuid, ${list.list}, ${from}::uuid, name, piece::smallint, first_key, last_key, (select ids from scopes),
      (select ids from dimensions), keys, scope_places, places, facets, counts, sum_places, sum_facets, sums
      from pieces join sums using (name, piece)`
}

/**
 * Returns texts of consecutive rows, including those that the list did not show when the block was written; together
 * they cover all its ids.
 */
export const copiedTexts = (
  list: Copying,
  { tenant_id: tenantId, first_id: from, until_id: before }: Copied,
  texts: number,
): Sql =>
  sql`with part as (
      select (array_agg(id order by id))[1] as starts, coalesce(string_agg(text, E'\\n'), '') as texts, lot from (
        select id, (${rawSql(list.copied.text)}) as text, (row_number() over (order by id) - 1) / ${texts}::integer as lot
          from ${rawSql(list.table)} where id >= ${from}::uuid and id < ${before}::uuid and tenant_id = ${tenantId}::uuid) as r
       group by lot)
    select ${tenantId}::uuid, ${list.list}, ${from}::uuid, case lot when 0 then ${from}::uuid else starts end,
      coalesce(lead(starts) over (order by starts), ${before}::uuid), texts from part`
