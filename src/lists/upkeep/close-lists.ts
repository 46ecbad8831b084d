/**
 * The background work of closed blocks: closes full ones, folds accumulated differences, and copies columns for
 * filters.
 */
import { ZERO_ID } from '../../core/id.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { Log } from '../../infra/process/log.ts'
import { type Sweep, startSweep } from '../../infra/process/sweep.ts'
import { closeBlock } from '../blocks/close-block.ts'
import { foldDeltas } from '../blocks/fold-deltas.ts'
import { BLOCK_SIZES, type BlockSizes, type ClosedList } from '../closed-list.ts'
import { copyBlocks } from '../filters/copy-blocks.ts'
import type { ListsOfTenants } from './lists-of-tenants.ts'

interface Closing extends ListsOfTenants {
  readonly sizes?: BlockSizes
  /** How long to rest after a block is copied, as a multiple of the time that took. */
  readonly rest?: number
}

const IDLE_MS = 5_000
const RECOUNT_EVERY_MS = 300_000
const TENANTS_AT_ONCE = 200
const FOLDS_AT_ONCE = 50

export const startClosing = (closing: Closing, log: Log): Pick<Sweep, 'stop'> =>
  startSweep({ name: 'closed-blocks', work: createClosing(closing), idleMs: IDLE_MS, log })

/** Returns the function that runs one round and returns how many blocks it has closed and folded. */
export const createClosing = ({
  db,
  lists,
  tenantIds,
  sizes = BLOCK_SIZES,
  rest = 1,
}: Closing): (() => Promise<number>) => {
  const open = lists.map((list) => ({ list, tails: new Map<string, Tail>(), lookMs: -Infinity }))
  return async () => {
    const tenants = await db.transaction({ as: 'platform' }, tenantIds)
    let done = 0
    for (const closing of open) {
      const { list, tails } = closing
      const before = done
      for (const tenantId of await findFull(db, list, tails, tenants, sizes)) {
        const tail = tails.get(tenantId)
        if (tail !== undefined && (await closeBlock(db, list, tenantId, sizes))) {
          tail.rows -= sizes.rows
          done++
        } else tails.delete(tenantId) // will be looked at again
      }
      done += await foldLists(db, list, sizes)
      if (done === before && performance.now() < closing.lookMs) continue
      const copied = await copyBlocks(db, list, sizes.texts ?? BLOCK_SIZES.texts, rest)
      if (copied === 0) closing.lookMs = performance.now() + RECOUNT_EVERY_MS
      done += copied
    }
    return done
  }
}

/**
 * Position up to which a tenant's open rows have been counted, so that a round counts only new ones. Rows with older
 * ids, from a clock that was moved back, are included when it is counted again.
 */
interface Tail {
  readonly sinceMs: number
  after: string
  rows: number
}

/** Finds tenants with enough rows for a block, and enough after it. */
const findFull = async (
  db: Database,
  list: ClosedList,
  tails: Map<string, Tail>,
  tenants: readonly string[],
  { rows, open }: BlockSizes,
): Promise<string[]> => {
  const nowMs = performance.now()
  const unknown = tenants.filter((id) => (tails.get(id)?.sinceMs ?? -Infinity) < nowMs - RECOUNT_EVERY_MS)
  if (unknown.length > 0) {
    const closed = await db.transaction({ as: 'platform' }, (tx) => findClosed(tx, list, unknown))
    for (const id of unknown) tails.set(id, { sinceMs: nowMs, after: closed.get(id) ?? ZERO_ID, rows: 0 })
  }
  for (let at = 0; at < tenants.length; at += TENANTS_AT_ONCE) {
    const some = tenants.slice(at, at + TENANTS_AT_ONCE).filter((id) => (tails.get(id)?.rows ?? 0) < rows + open)
    const looks = some.map((id) => ({ id, after: tails.get(id)?.after ?? ZERO_ID }))
    for (const seen of await db.transaction({ as: 'platform' }, (tx) =>
      tx.query<Seen>(lookAt(list, looks, rows + open)),
    )) {
      const tail = tails.get(seen.tenant_id)
      if (tail === undefined) continue
      tail.rows += seen.n
      tail.after = seen.last
    }
  }
  return tenants.filter((id) => (tails.get(id)?.rows ?? 0) >= rows + open)
}

const findClosed = async (tx: Tx, { list }: ClosedList, tenants: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx.query<{ tenant_id: string; closed_before: string }>(
    sql`select tenant_id, closed_before from closed_block_heads where tenant_id = any(${tenants}::uuid[]) and list = ${list}`,
  )
  return new Map(rows.map((row) => [row.tenant_id, row.closed_before]))
}

interface Seen {
  tenant_id: string
  n: number
  last: string
}

/** Counts rows after `after`. */
const lookAt = (list: ClosedList, looks: readonly { id: string; after: string }[], most: number): Sql =>
  sql`select s.tenant as tenant_id, seen.n, seen.last
      from unnest(${looks.map(({ id }) => id)}::uuid[], ${looks.map(({ after }) => after)}::uuid[]) as s (tenant, seen_to)
      cross join lateral (
        select count(*) as n, (array_agg(id))[count(*)] as last from (
          select id from ${rawSql(list.table)} where tenant_id = s.tenant and id > s.seen_to
             and (${rawSql(list.member ?? 'true')})
           order by tenant_id, id limit ${most}) as r) as seen
     where seen.n > 0`

const foldLists = async (db: Database, list: ClosedList, { deltas }: BlockSizes): Promise<number> => {
  const many = await db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ tenant_id: string; n: number }>(
      sql`select h.tenant_id, d.n from closed_block_heads h cross join lateral (
         select count(*) as n from (select from closed_block_deltas
           where tenant_id = h.tenant_id and list = ${list.list} and id < h.closed_before limit ${deltas}) as d) as d
        where h.list = ${list.list} and d.n >= ${deltas}`,
    ),
  )
  let folded = 0
  for (const { tenant_id: tenantId } of many)
    for (let n = 0; n < FOLDS_AT_ONCE && (await foldDeltas(db, list, tenantId)); n++) folded++
  return folded
}
