/** The database's own identity: how its epoch advances, and how a person declares what a restore left to be the one that counts. */
import type { Tx } from '../database.ts'
import { PLATFORM_TIME } from '../database-clock.ts'
import { rawSql, sql } from '../statements/sql.ts'
import { SERVER } from './promotion-store.ts'
import type { RememberedEpoch } from './remembered-epochs.ts'

interface Advanced extends RememberedEpoch {
  readonly lineage: string
}

/** An epoch that is remembered outside has to survive a crash of the server, whatever other commits wait for. */
const ON_DISK = `select set_config('synchronous_commit', 'local', true) where current_setting('synchronous_commit') = 'off'`

/** Advances the epoch, or claims a database that has no identity yet. Returns undefined if it is another one. */
export const advanceEpoch = async (tx: Tx): Promise<Advanced | undefined> => {
  await tx.query(ON_DISK)
  const rows = await tx.query<Advanced>(
    sql`insert into database_identity as own (system, database_oid, timeline, seen)
        select system, database_oid, timeline, ${PLATFORM_TIME} from (${rawSql(SERVER)}) server
      on conflict (is_only) do update set epoch = own.epoch + 1, timeline = excluded.timeline, seen = excluded.seen
        where own.system = excluded.system and own.database_oid = excluded.database_oid
      returning lineage, epoch, (select offset_ms from platform_clock) as "clockOffsetMs"`,
  )
  return rows[0]
}

/** From now on this is the database that counts, under a new lineage: what is remembered of the old one no longer matters. */
export const adoptDatabase = async (tx: Tx): Promise<void> => {
  await tx.execute(
    sql`insert into database_identity as own (system, database_oid, timeline, seen)
        select system, database_oid, timeline, ${PLATFORM_TIME} from (${rawSql(SERVER)}) server
      on conflict (is_only) do update set lineage = excluded.lineage, system = excluded.system, database_oid = excluded.database_oid,
        timeline = excluded.timeline, epoch = excluded.epoch, seen = excluded.seen`,
  )
}
