/**
 * A dump has every table until its end, and a tenant that has moved is opened when nothing has them: dumps and moves take turns on a shard.
 * The turn ends with the session.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

type Session = Pick<pg.Client, 'query'>

const DUMP_LOCK = 846_370_312 // migration-files.ts has the one before
const TURN_MS = 500

/** Returns false if a dump of one of the shards is under way. Several moves may be. */
export const keepDumpsAway = async (owners: readonly Session[]): Promise<boolean> => {
  for (const owner of owners) {
    const { rows } = await owner.query<{ kept: boolean }>('select pg_try_advisory_lock_shared($1) as kept', [DUMP_LOCK])
    if (!rows[0]!.kept) return false
  }
  return true
}

/** Returns once no move is under way, and no other dump. It polls, because a statement that waits would keep rows from being vacuumed. */
export const waitForDumpTurn = async (session: Session): Promise<void> => {
  for (;;) {
    const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [DUMP_LOCK])
    if (rows[0]!.mine) return
    await sleep(TURN_MS)
  }
}
