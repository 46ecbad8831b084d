/**
 * A dump has every table until its end, and a tenant that has moved is opened when nothing has them: dumps and moves take turns on a shard.
 * The turn ends with the session.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

type Session = Pick<pg.Client, 'query'>

const DUMP_LOCK = 846_370_312 // migration-files.ts has the one before
const TURN_MS = 500
const SAY_EVERY = 1_200 // turns: ten minutes

/** Returns false if a dump of one of the shards is under way. Several moves may be. */
export const keepDumpsAway = async (owners: readonly Session[]): Promise<boolean> => {
  for (const owner of owners) {
    const { rows } = await owner.query<{ kept: boolean }>('select pg_try_advisory_lock_shared($1) as kept', [DUMP_LOCK])
    if (!rows[0]!.kept) return false
  }
  return true
}

/**
 * Returns once no move is under way, and no other dump; until then `say` gets a line for the operator every ten minutes. It polls, because a
 * statement that waits would keep rows from being vacuumed.
 */
export const waitForDumpTurn = async (session: Session, say: (line: string) => void): Promise<void> => {
  for (let turn = 0; ; turn++) {
    const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [DUMP_LOCK])
    if (rows[0]!.mine) return
    if (turn % SAY_EVERY === 0) say(`waiting for the move of a tenant or another backup: ${await findHolders(session)}`)
    await sleep(TURN_MS)
  }
}

const findHolders = async (session: Session): Promise<string> => {
  const { rows } = await session.query<{ holder: string }>(
    `select format('session %s of %s, since %s', a.pid, a.usename, to_char(a.backend_start, 'YYYY-MM-DD HH24:MI:SS TZ')) as holder
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.database = (select oid from pg_database where datname = current_database())`,
    [DUMP_LOCK],
  )
  return rows.map(({ holder }) => holder).join('; ') || 'it has just ended'
}
