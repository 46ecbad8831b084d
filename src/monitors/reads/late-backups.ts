/** Backups that are late: the last one that the program knows is old, or the archive of the database's log fails, which restoring to a minute needs. By real time. */
import { findLastBackup } from '../../infra/crypto/backup-store.ts'
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

/** A day, and two hours that a backup may take, as of the alert. An installation without any known backup makes them by other means. */
const LATE_S = 26 * 3_600

export const readLateBackups = async (tx: Tx, platformId: string): Promise<Seen[]> => {
  const late = (subject: string, facts: Facts): Seen => ({ tenantId: platformId, kind: 'backup_late', subject, facts })
  const last = await findLastBackup(tx)
  const archives = await tx.query<Archiver>(ARCHIVER)
  return [
    ...(last !== undefined && last.age_s > LATE_S
      ? [late('backup', { of: 'backup', made: last.made.toISOString() })]
      : []),
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
