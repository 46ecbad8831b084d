/** Figures of shards for `/metrics`: whether each answers and follows the first, how large it is, and since when a tenant has been on its way. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, FIRST_SHARD, type Tx } from '../../infra/database/database.ts'
import { isAbsence } from '../../infra/database/database-errors.ts'
import { SLOTS, type SlotRow, shardOfSlot } from '../../infra/database/shards/following.ts'
import { figure } from '../../infra/process/metrics.ts'

const away = figure('vezne_shard_away')
const following = figure('vezne_shard_following')
const behind = figure('vezne_shard_behind_bytes')
const moving = figure('vezne_tenant_move_seconds')
const size = figure('vezne_shard_size_bytes')

const PATIENCE_MS = 2_000 // less than readers of the metrics wait

export const SHARD_FIGURES = [away, following, behind, moving]

/** Figures that are not known are missing: how the others follow while the first shard is unavailable. */
export const readFollowing = async (db: Database): Promise<void> => {
  const areThere = await Promise.all(db.shards.map((shard) => answers(db.on(shard))))
  for (const [at, shard] of db.shards.entries()) away.set({ shard }, areThere[at] ? 0 : 1)
  for (const each of [following, behind, moving]) each.reset()
  if (!areThere[FIRST_SHARD]) return
  const first = db.on(FIRST_SHARD)
  const { slots, movingSeconds } = await first.transaction({ of: [], mode: 'read' }, async (tx) => ({
    slots: await tx.query<SlotRow>(SLOTS),
    movingSeconds: await findMovingSeconds(tx),
  }))
  moving.set(movingSeconds)
  for (const shard of db.shards) {
    if (shard === FIRST_SHARD) continue
    const slot = slots.find((each) => shardOfSlot(each) === shard)
    following.set({ shard }, slot?.active ? 1 : 0)
    if (slot !== undefined) behind.set({ shard }, Math.max(0, slot.behind ?? 0))
  }
}

const findMovingSeconds = async (tx: Tx): Promise<number> => {
  const [row] = await tx.query<{ seconds: number }>(
    'select coalesce(extract(epoch from now() - min(step_since)), 0)::float8 as seconds from tenant_shards where move_step is not null',
  )
  return row!.seconds
}

/** A shard that hangs does not answer either. */
const answers = async (shard: Database): Promise<boolean> => {
  const asked = shard.transaction({ of: [], mode: 'read' }, (tx) => tx.query('select 1')).then(() => true)
  asked.catch(() => undefined) // it may fail later
  try {
    return await Promise.race([asked, sleep(PATIENCE_MS, false, { ref: false })])
  } catch (error) {
    if (isAbsence(error)) return false
    throw error
  }
}

export const readSizes = async (db: Database): Promise<void> => {
  const sizes = await Promise.allSettled(
    db.shards.map((shard) => db.on(shard).transaction({ of: [], mode: 'read' }, findSize)),
  )
  size.reset()
  for (const [at, found] of sizes.entries())
    if (found.status === 'fulfilled') size.set({ shard: db.shards[at]! }, found.value)
}

const findSize = async (tx: Tx): Promise<number> => {
  const [row] = await tx.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  return row!.bytes
}
