/** Sessions that stand in the way of an exclusive lock, for a message to the operator. */
import type pg from 'pg'

/** Returns those that have one of the tables, or any table of this database, the oldest transactions first. */
export const findTableUsers = async (
  owner: Pick<pg.Client, 'query'>,
  tables?: readonly string[],
): Promise<string[]> => {
  const { rows } = await owner.query<{ session: string }>(
    `select format('process %s (%s, since %s)', pid, application_name, to_char(xact_start, 'HH24:MI:SS')) as session from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and pid in (select pid from pg_locks where granted and relation is not null and ($1::regclass[] is null or relation = any ($1)))
      order by xact_start limit 3`,
    [tables ?? null],
  )
  return rows.length === 0 ? ['sessions that have ended'] : rows.map(({ session }) => session)
}
