/** Databases of the run's server: made for a test, verified, dumped and dropped after it. */
import { randomBytes } from 'node:crypto'
import { refuseSecondConnections } from '../../src/infra/database/statements/transaction.ts'
import { databaseUrl, onServer, type TestServer, testServer } from './run-server.ts'
import { countMade } from './spent.ts'
import { noteVerifiedChains } from './verified-chains.ts'

export { databaseUrl, onServer, seenFolder, type TestServer, testServer, testServerEnv } from './run-server.ts'

refuseSecondConnections()

export interface TestDatabase {
  readonly name: string
  /** As the owner of the schema. */
  readonly url: string
  /** Verifies its audit chains first; its rows are kept for the scan at the end of a whole run. */
  drop(): Promise<void>
}

/** A new database: a copy of the template, or an empty one. */
export const makeDatabase = async (from: 'template' | 'empty' = 'template'): Promise<TestDatabase> => {
  const server = testServer()
  countMade('databases')
  const name = `t_${process.pid}_${randomBytes(4).toString('hex')}`
  // Copied as files: block by block it would all be written to the log, too, which is read at the end of the run.
  const template = from === 'template' ? server.template : 'template0'
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    name,
    url: databaseUrl(server, name),
    drop: async () => {
      try {
        await noteVerifiedChains(server, name)
      } finally {
        if (process.env.VEZNE_TEST_WHOLE !== '0') await dumpTables(server, name, 'changed')
        await onServer(server, `drop database if exists ${name} with (force)`)
      }
    },
  }
}

/**
 * Every table as a file `dump.<database>.<schema>.<table>` in the server's folder, one line a row, names of columns first. `changed`: only
 * those written to since the database was made, the others being the template's.
 */
export const dumpTables = async (
  server: Pick<TestServer, 'ownerUrl'>,
  name: string,
  which: 'all' | 'changed' = 'all',
): Promise<void> => {
  await onServer(server, which === 'all' ? dumpWhere('') : dumpWhere(CHANGED), name)
}

/** Counts are complete when all who wrote have left; without a count, as in a server that was stopped hard, all are dumped. */
const CHANGED = `
  and (exists (select from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())
    or not exists (select from pg_stat_user_tables where n_tup_ins > 0)
    or exists (select from pg_stat_user_tables s
         where (s.schemaname, s.relname) = (t.schemaname, t.tablename) and s.n_tup_ins + s.n_tup_upd + s.n_tup_del > 0))`

const dumpWhere = (condition: string): string => `
  do $$ declare at record; begin
    for at in select schemaname, tablename from pg_tables t
        where schemaname not in ('pg_catalog', 'information_schema') ${condition} loop
      execute format('copy (select * from %I.%I) to %L with (header true)', at.schemaname, at.tablename,
        format('%s/dump.%s.%s.%s', current_setting('data_directory'), current_database(), at.schemaname, at.tablename));
    end loop;
  end $$`
