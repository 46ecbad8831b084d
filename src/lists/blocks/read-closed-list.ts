/** A page of a list and its exact total, however long the list is. */
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { ClosedList, ListFilter, Place } from '../closed-list.ts'
import { isWanted } from '../list-conditions.ts'
import { countInside, countParts, type Part } from './count-parts.ts'

/**
 * All statements of `tx` must see one snapshot. If there are several filters, the list contains rows that any filter
 * selects; their spans must not overlap.
 */
export const readClosedList = async (
  tx: Tx,
  list: ClosedList,
  wanted: ListFilter | readonly ListFilter[],
  asked: Place,
): Promise<{ ids: string[]; total: number }> => {
  const filters = [wanted].flat() as ListFilter[]
  const parts: FilteredPart[] = []
  for (const filter of filters.toSorted((a, b) => (a.span.from < b.span.from ? 1 : -1)))
    for (const part of await countParts(tx, list, filter)) parts.push({ ...part, filter })
  const total = parts.reduce((sum, { n }) => sum + n, 0)
  const place = asked.isOldestFirst ? fromNewest(asked, total) : asked
  const ids: string[] = []
  const taken = takeOf(await openUpper(tx, list, parts, place), place)
  const [first] = taken
  if (first !== undefined) ids.push(...(await readPart(tx, list, first)))
  for (const filter of new Set(taken.map((part) => part.filter))) {
    const others = taken.filter((part) => part !== first && part.filter === filter)
    if (others.length > 0) ids.push(...(await readFromTop(tx, list, filter, others)))
  }
  return { ids: asked.isOldestFirst ? ids.reverse() : ids, total }
}

/** Returns the place of the same rows, counted from the other end. */
const fromNewest = ({ limit, offset }: Place, total: number): Place => {
  const taken = Math.max(0, Math.min(limit, total - offset))
  return { limit: taken, offset: total - offset - taken }
}

interface FilteredPart extends Part {
  readonly filter: ListFilter
}

/** A request for `take` rows of a part after its first `skip`. */
interface Taken extends FilteredPart {
  readonly skip: number
  readonly take: number
}

const takeOf = (parts: readonly FilteredPart[], { limit, offset }: Place): Taken[] => {
  const taken: Taken[] = []
  let skip = offset
  let left = limit
  for (const part of parts) {
    const take = Math.min(part.n - skip, left)
    if (take > 0) taken.push({ ...part, skip, take })
    if (take > 0) left -= take
    skip = Math.max(0, skip - part.n)
    if (left === 0) break
  }
  return taken
}

/** Replaces the blocks of level 1 that the page touches by those they are made of. */
const openUpper = async (
  tx: Tx,
  list: ClosedList,
  parts: readonly FilteredPart[],
  place: Place,
): Promise<readonly FilteredPart[]> => {
  const upper = takeOf(parts, place).filter(({ level }) => level === 1)
  let opened = parts
  for (const filter of new Set(upper.map((part) => part.filter))) {
    const inside = await countInside(
      tx,
      list,
      filter,
      upper.filter((part) => part.filter === filter),
    )
    opened = opened.flatMap((part) =>
      part.filter === filter && upper.some(({ from, level }) => level === part.level && from === part.from)
        ? inside
            .filter(({ from, before }) => from >= part.from && before <= part.before)
            .map((each) => ({ ...each, filter }))
        : [part],
    )
  }
  return opened
}

/** Reads from the nearer end, so that no page reads more than half of a part. */
const readPart = async (tx: Tx, list: ClosedList, part: Taken): Promise<string[]> => {
  const fromOldest = part.n - part.skip - part.take
  const isOlderHalf = fromOldest < part.skip
  const rows = await tx.query<{
    id: string
  }>(sql`select id from ${rawSql(list.table)} where id >= ${part.from}::uuid and id < ${part.before}::uuid
      and ${isWanted(list, part.filter)} ${inOrder(isOlderHalf ? 'asc' : 'desc')}
      limit ${part.take} offset ${isOlderHalf ? fromOldest : part.skip}`)
  const ids = rows.map(({ id }) => id)
  return isOlderHalf ? ids.reverse() : ids
}

const readFromTop = async (
  tx: Tx,
  list: ClosedList,
  filter: ListFilter,
  parts: readonly Taken[],
): Promise<string[]> => {
  const rows = await tx.query<{
    id: string
  }>(sql`select r.id from unnest(${parts.map(({ from }) => from)}::uuid[], ${parts.map(({ before }) => before)}::uuid[],
        ${parts.map(({ take }) => take)}::integer[]) as s (a, z, take)
      cross join lateral (select id from ${rawSql(list.table)} where id >= s.a and id < s.z
        and ${isWanted(list, filter)} ${inOrder('desc')} limit s.take) as r
      order by r.id desc`)
  return rows.map(({ id }) => id)
}

const inOrder = (direction: 'asc' | 'desc'): Sql =>
  sql`order by tenant_id ${rawSql(direction)}, id ${rawSql(direction)}`
