/**
 * Moves a tenant to another shard. Each step is on disk before the next one begins (tenant-moves.ts), and what it does may be done again,
 * so a command that is repeated goes on from where a killed one stopped.
 */
import { admitTenant, closeTenant } from './close-on-shard.ts'
import { type Content, copyTenant, dropTenantRows, type Move } from './copy-tenant.ts'
import { drainAndClose } from './drain-tenant.ts'
import { keepDumpsAway } from './dump-turns.ts'
import { MoveRefusedError } from './move-refused.ts'
import { confirm, findOwner, lockMove, type MoveRig, untilHeard } from './move-rig.ts'
import { makeReady, requireNoRestore } from './ready-shards.ts'
import { requireNotOwner } from './require-not-owner.ts'
import type { TenantMove } from './tenant-moves.ts'

export interface Moved {
  readonly contents: readonly Content[] | undefined
  /** How long nothing new was begun for the tenant, from the first of several commands on. */
  readonly pauseMs: number
}

/** Longer than anything but a move of another tenant keeps the tables. */
const OPEN_MS = 60_000

/** A failure before the map has changed gives the move up; a later one leaves it where it is, for a repeat. */
export const moveTenant = async (rig: MoveRig, to: number): Promise<Moved> => {
  const found = await lockMove(rig, to)
  if (found.step === 'giving_up') {
    await giveUp(rig, found)
    throw new MoveRefusedError(`the move of ${found.slug} was given up before; it is on shard ${found.shard} as before`)
  }
  // A repeat goes on during a dump, because the tenant is closed already.
  if (!(await keepDumpsAway([...rig.owners.values()])) && found.step === null)
    throw new MoveRefusedError('a backup of one of the shards is being made, and nothing can be opened before its end')
  const begun = await begin(rig, found, to)
  if (begun.step === 'opening') return finish(rig, begun, undefined)
  let known = begun
  const advance: MoveRig['advance'] = async (from, next) => {
    known = await rig.advance(from, next)
    return known
  }
  try {
    const contents = await closeAndCopy({ ...rig, advance }, begun)
    return await finish(rig, known, contents)
  } catch (error) {
    await giveUpIfNotMoved(rig, known, error)
    throw error
  }
}

/** Ends a move whose tenant still is where it was. */
export const giveUpMove = async (rig: MoveRig): Promise<void> => {
  const found = await lockMove(rig, null)
  const { slug, shard, step } = found
  if (step === null || step === 'opening' || step === 'dropping')
    throw new MoveRefusedError(`${slug} is on shard ${shard}, and no move of it can be given up`)
  await giveUp(rig, found)
}

/** Deletes the rows of a tenant on the shard it left, which is open to it from then on. */
export const dropLeft = async (rig: MoveRig): Promise<void> => {
  const found = await lockMove(rig, null)
  const { id, slug, step, other } = found
  if (other === null) throw new MoveRefusedError(`${slug} has left no rows behind`)
  if (step !== null && step !== 'dropping')
    throw new MoveRefusedError(`a move of ${slug} has not ended yet: repeat that command`)
  const left = findOwner(rig, other)
  await requireNotOwner(left, id)
  const move = await rig.advance(found, { ...found, step: 'dropping' })
  await rig.reached('dropping')
  await dropTenantRows(left, id)
  await rig.reached('dropped')
  await admitTenant(left, id, OPEN_MS)
  await rig.advance(move, { ...move, step: null, other: null })
  await rig.reached('nothing left')
}

const begin = async (rig: MoveRig, found: TenantMove, to: number): Promise<TenantMove> => {
  const { slug, shard, step, other } = found
  if (step === null) {
    if (shard === to) throw new MoveRefusedError(`${slug} is on shard ${to} already`)
    if (other !== null && other !== to)
      throw new MoveRefusedError(`${slug} has rows left on shard ${other}: drop them first`)
    await makeReady(copyOf(rig, { ...found, other: to }))
    await rig.reached('ready')
  } else if (step === 'dropping') throw new MoveRefusedError(`rows of ${slug} are being dropped: end that first`)
  else if ((step === 'opening' ? shard : other) !== to)
    throw new MoveRefusedError(`${slug} is on its way to shard ${step === 'opening' ? shard : other}`)
  else if (step !== 'opening') await requireNotOwner(findOwner(rig, to), found.id)
  // The step is written again by a repeat, so that an earlier command takes none any more.
  const move = await rig.advance(found, step === null ? { shard, step: 'draining', other: to } : found)
  await rig.reached('begun')
  return move
}

/** Returns when the map says that the tenant is on the other shard. */
const closeAndCopy = async (rig: MoveRig, begun: TenantMove): Promise<readonly Content[]> => {
  const copy = copyOf(rig, begun)
  let move = begun
  if (begun.step === 'draining') {
    await untilHeard(rig, begun, [begun.shard, begun.other!])
    await closeTarget(copy)
    await drainAndClose(copy, rig.patienceMs, async () => rig.reached('hidden'))
    await rig.reached('closed')
    move = await rig.advance(begun, { ...begun, step: 'copying' })
    await rig.reached('copying')
  } else {
    await closeTarget(copy)
    await closeTenant(copy.from, begun.id, OPEN_MS)
  }
  for (const owner of [copy.from, copy.to]) await confirm(owner)
  await requireNoRestore(copy)
  const contents = await copyTenant(copy)
  await confirm(copy.to)
  await rig.reached('copied')
  await rig.advance(move, { shard: move.other!, step: 'opening', other: move.shard })
  await rig.reached('moved')
  return contents
}

/** The shard that the tenant goes to has no work of it to wait for. */
const closeTarget = async ({ to, tenantId }: Move): Promise<void> => {
  await requireNotOwner(to, tenantId)
  await closeTenant(to, tenantId, OPEN_MS)
}

const finish = async (rig: MoveRig, move: TenantMove, contents: Moved['contents']): Promise<Moved> => {
  const owner = findOwner(rig, move.shard)
  await untilHeard(rig, move, [move.shard])
  await admitTenant(owner, move.id, OPEN_MS)
  await rig.reached('opened')
  await rig.advance(move, { ...move, step: null })
  const { rows } = await owner.query<{ ms: string }>(
    'select round(extract(epoch from clock_timestamp() - $1::timestamptz) * 1000)::text as ms',
    [move.since],
  )
  await rig.reached('finished')
  return { contents, pauseMs: Number(rows[0]!.ms) }
}

/** `move` is the row as this command knows it: if it has moved nevertheless, or another command has taken over, nothing is given up. */
const giveUpIfNotMoved = async (rig: MoveRig, move: TenantMove, error: unknown): Promise<void> => {
  if (move.step !== 'draining' && move.step !== 'copying') return
  await giveUp(rig, move).catch((failure: Error) => {
    throw new AggregateError([error, failure], `${(error as Error).message}; then: ${failure.message}`)
  })
}

/** The tenant works again before anything else, whatever became of the other shard; unless that shard is its own by now. */
const giveUp = async (rig: MoveRig, found: TenantMove): Promise<void> => {
  const there = rig.owners.get(found.other!)
  if (there !== undefined) await requireNotOwner(there, found.id)
  const move = await rig.advance(found, { ...found, step: 'giving_up' })
  await rig.reached('giving up')
  await admitTenant(findOwner(rig, move.shard), move.id, OPEN_MS)
  await rig.reached('open again')
  const other = findOwner(rig, move.other!)
  await dropTenantRows(other, move.id)
  await rig.reached('emptied')
  await admitTenant(other, move.id, OPEN_MS)
  await rig.advance(move, { ...move, step: null, other: null })
  await rig.reached('given up')
}

const copyOf = (rig: MoveRig, { id, shard, other }: TenantMove): Move => ({
  from: findOwner(rig, shard),
  to: findOwner(rig, other!),
  tenantId: id,
  local: rig.local,
})
