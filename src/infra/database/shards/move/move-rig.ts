/** The sessions a move works in: one of the owner of the schema on each shard, which no other command has meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerClient } from '../../server-connection.ts'
import { MoveRefusedError } from './move-refused.ts'
import type { TenantMove } from './tenant-moves.ts'
import type { LocalRows } from './tenant-tables.ts'

/** Names the step that has just been done. Whatever ends a command there, a repeat goes on. */
export type MovePlace =
  | 'ready'
  | 'begun'
  | 'hidden'
  | 'closed'
  | 'copying'
  | 'copied'
  | 'moved'
  | 'opened'
  | 'finished'
  | 'giving up'
  | 'open again'
  | 'emptied'
  | 'given up'
  | 'dropping'
  | 'dropped'
  | 'nothing left'

export interface MoveRig {
  /** Owners of the schema, by the number of the shard. Their sessions are this command's only. */
  readonly owners: ReadonlyMap<number, ServerClient>
  readonly local: LocalRows
  /** Reads the tenant's row. */
  readonly find: () => Promise<TenantMove>
  /** Writes the next step by compare-and-set. */
  readonly advance: (from: TenantMove, to: Pick<TenantMove, 'shard' | 'step' | 'other'>) => Promise<TenantMove>
  readonly reached: (place: MovePlace) => void | Promise<void>
  /** How long a process may take to hear of a new row: it looks once a second, and a notification may be lost. */
  readonly heardMs: number
  /** How long work that is under way may take to end. */
  readonly patienceMs: number
}

const FOLLOW_MS = 15_000
const LOOK_MS = 50
/** Shards whose owners a command needs: the one that a tenant has left is not needed to open it on the other one. */
export const shardsOfMove = ({ shard, step, other }: TenantMove, to: number | null): number[] => [
  ...new Set(step === 'opening' ? [shard] : [shard, other ?? to ?? shard]),
]

export const findOwner = ({ owners }: MoveRig, shard: number): ServerClient => {
  const owner = owners.get(shard)
  if (owner === undefined) throw new MoveRefusedError(`shard ${shard} cannot be reached`)
  return owner
}

/** A commit that no standby has confirmed may be lost with its primary, after the other shard has gone on. */
export const confirm = (owner: ServerClient): Promise<void> => owner.confirmCommit(({ text }) => owner.query(text))

const MOVE_LOCK_CLASS = 7_281_002 // process-registry.ts has the one before

/**
 * Returns the tenant's row once no other command works on it: the lock is one on each shard, of the session that does the work there, so
 * whatever an earlier command had begun has ended.
 */
export const lockMove = async (rig: MoveRig, to: number | null): Promise<TenantMove> => {
  const found = await rig.find()
  for (const shard of shardsOfMove(found, to)) {
    const owner = rig.owners.get(shard)
    if (owner === undefined) continue // nothing is done there then
    const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      MOVE_LOCK_CLASS,
      found.id,
    ])
    if (!rows[0]!.taken) throw new MoveRefusedError(`another command works on ${found.slug}, on shard ${shard}`)
  }
  return rig.find()
}

/** When it returns, every process that reaches the first shard or these knows the row. */
export const untilHeard = async (
  rig: MoveRig,
  { id, version }: TenantMove,
  shards: readonly number[],
): Promise<void> => {
  const until = performance.now() + FOLLOW_MS
  for (const shard of shards)
    while (!(await isKnown(findOwner(rig, shard), id, version))) {
      if (performance.now() > until)
        throw new MoveRefusedError(`shard ${shard} does not follow the tables of the platform`)
      await sleep(LOOK_MS)
    }
  await sleep(rig.heardMs)
}

const isKnown = async (owner: ServerClient, tenantId: string, version: number): Promise<boolean> => {
  const { rowCount } = await owner.query('select from tenant_shards where id = $1 and version >= $2', [
    tenantId,
    version,
  ])
  return rowCount !== 0
}
