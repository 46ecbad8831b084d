/**
 * Backups that are late, as the database server tells it: the archive of its log, which point-in-time recovery needs, fails or stands
 * still. Whatever else makes backups is asked for here.
 */
import type { Tx } from '../../infra/database/database.ts'
import type { Seen } from '../model/monitor-kinds.ts'

interface Archiver {
  readonly archived: Date | null
  readonly failed: Date
  readonly segment: string
}

/** Without an archive there is nothing that could be late. A segment that fails is tried again until it succeeds. */
const ARCHIVER = `
select last_archived_time as archived, last_failed_time as failed, last_failed_wal as segment from pg_stat_archiver
 where current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity')`

export const readLateBackups = async (tx: Tx, platformId: string): Promise<Seen[]> =>
  (await tx.query<Archiver>(ARCHIVER)).map(({ archived, failed, segment }) => ({
    tenantId: platformId,
    kind: 'backup_late',
    subject: 'archive',
    facts: { archived: archived?.toISOString() ?? null, failed: failed.toISOString(), segment },
  }))
