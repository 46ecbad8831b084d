/** Backups that are late: the last one that the program knows is old, or the archive of the database's log fails, which restoring to a minute needs. By real time. */
import type { Tx } from '../../infra/database/database.ts'
import type { Facts, Seen } from '../model/monitor-kinds.ts'

interface Archiver {
  readonly archived: Date | null
  readonly failed: Date
  readonly segment: string
}

/** Nothing is late where there is no archive. A segment that fails is tried again until it succeeds. */
const ARCHIVER = `
select last_archived_time as archived, last_failed_time as failed, last_failed_wal as segment from pg_stat_archiver
 where current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity')`

/** A day, and two hours that a backup may take. An installation without any known backup makes them by other means. */
const LAST_BACKUP = `
select made from (select max(made) as made from backups where forgotten is null) last where made < clock_timestamp() - interval '26 hours'`

export const readLateBackups = async (tx: Tx, platformId: string): Promise<Seen[]> => {
  const late = (subject: string, facts: Facts): Seen => ({ tenantId: platformId, kind: 'backup_late', subject, facts })
  const backups = await tx.query<{ made: Date }>(LAST_BACKUP)
  const archives = await tx.query<Archiver>(ARCHIVER)
  return [
    ...backups.map(({ made }) => late('backup', { of: 'backup', made: made.toISOString() })),
    ...archives.map(({ archived, failed, segment }) =>
      late('archive', {
        of: 'archive',
        archived: archived?.toISOString() ?? null,
        failed: failed.toISOString(),
        segment,
      }),
    ),
  ]
}
