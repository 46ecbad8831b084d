/** A page of a list and its exact total, however long the list is. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'
import { fetchSql } from '../query-builder.ts'
import type { ClosedList, ListFilter } from './closed-list.ts'
import { countInside, countParts, type Part } from './count-parts.ts'
import { isWanted } from './list-conditions.ts'

interface Place {
  readonly limit: number
  readonly offset: number
}

/** Newest first. All statements of `tx` have to see one snapshot. */
export const readClosedList = async (
  tx: Tx,
  list: ClosedList,
  filter: ListFilter,
  place: Place,
): Promise<{ ids: string[]; total: number }> => {
  const parts = await countParts(tx, list, filter)
  const total = parts.reduce((sum, { n }) => sum + n, 0)
  const taken = takeOf(await openUpper(tx, list, filter, parts, place), place)
  const [first, ...others] = taken
  if (first === undefined) return { ids: [], total }
  const [ids, more] = await Promise.all([
    readPart(tx, list, filter, first),
    others.length === 0 ? [] : readFromTop(tx, list, filter, others),
  ])
  return { ids: [...ids, ...more], total }
}

/** `take` rows of a part behind its first `skip`. */
interface Taken extends Part {
  readonly skip: number
  readonly take: number
}

const takeOf = (parts: readonly Part[], { limit, offset }: Place): Taken[] => {
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

/** Blocks of level 1 that the page touches are replaced by those they are made of. */
const openUpper = async (
  tx: Tx,
  list: ClosedList,
  filter: ListFilter,
  parts: readonly Part[],
  place: Place,
): Promise<readonly Part[]> => {
  const upper = takeOf(parts, place).filter(({ level }) => level === 1)
  if (upper.length === 0) return parts
  const inside = await countInside(tx, list, filter, upper)
  return parts.flatMap((part) =>
    upper.some(({ from, level }) => level === part.level && from === part.from)
      ? inside.filter(({ from, before }) => from >= part.from && before <= part.before)
      : [part],
  )
}

/** From the nearer end: no page reads more than half of a part. */
const readPart = async (tx: Tx, list: ClosedList, filter: ListFilter, part: Taken): Promise<string[]> => {
  const fromOldest = part.n - part.skip - part.take
  const isOlderHalf = fromOldest < part.skip
  const rows = await fetchSql<{ id: string }>(
    tx,
    sql`select id from ${sql.table(list.table)} where id >= ${part.from}::uuid and id < ${part.before}::uuid
      and ${isWanted(list, filter)} ${inOrder(isOlderHalf ? 'asc' : 'desc')}
      limit ${part.take} offset ${isOlderHalf ? fromOldest : part.skip}`,
  )
  const ids = rows.map(({ id }) => id)
  return isOlderHalf ? ids.reverse() : ids
}

const readFromTop = async (
  tx: Tx,
  list: ClosedList,
  filter: ListFilter,
  parts: readonly Taken[],
): Promise<string[]> => {
  const rows = await fetchSql<{ id: string }>(
    tx,
    sql`select r.id from unnest(${parts.map(({ from }) => from)}::uuid[], ${parts.map(({ before }) => before)}::uuid[],
        ${parts.map(({ take }) => take)}::integer[]) as s (a, z, take)
      cross join lateral (select id from ${sql.table(list.table)} where id >= s.a and id < s.z
        and ${isWanted(list, filter)} ${inOrder('desc')} limit s.take) as r
      order by r.id desc`,
  )
  return rows.map(({ id }) => id)
}

const inOrder = (direction: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql`order by tenant_id ${sql.raw(direction)}, id ${sql.raw(direction)}`
