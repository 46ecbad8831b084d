/** What test/run.ts hands to every test file: the server, its template database, the keys it is sealed with. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestServer {
  /** Address as the owner, without a database name. */
  ownerUrl: string
  /** Migrated and seeded; nobody may be connected to it. */
  template: string
  masterKeys: string
  /** Folder of the template's demo.json. */
  dataDir: string
  /** Where test files keep what the scan for leaks reads at the end of the run. */
  seen: string
}

const VARIABLE = 'VEZNE_TEST_SERVER'

export const testServer = (): TestServer => {
  const text = process.env[VARIABLE]
  if (!text) throw new Error('run it through npm test, such as: npm test -- test/api/health.test.ts')
  return JSON.parse(text) as TestServer
}

/** Undefined outside a run of test/run.ts, such as in a bench. */
export const seenFolder = (): string | undefined => (process.env[VARIABLE] ? testServer().seen : undefined)

export const testServerEnv = (server: TestServer): Record<string, string> => ({ [VARIABLE]: JSON.stringify(server) })

export const databaseUrl = (server: Pick<TestServer, 'ownerUrl'>, name: string): string => {
  const url = new URL(server.ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

export interface TestDatabase {
  readonly name: string
  /** As the owner of the schema. */
  readonly url: string
  /** Its rows are kept for the scan at the end of the run. */
  drop(): Promise<void>
}

/** A database of its own: a copy of the template, or an empty one. */
export const makeDatabase = async (from: 'template' | 'empty' = 'template'): Promise<TestDatabase> => {
  const server = testServer()
  const name = `t_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(server, `create database ${name} template ${from === 'template' ? server.template : 'template0'}`)
  return {
    name,
    url: databaseUrl(server, name),
    drop: async () => {
      await dumpTables(server, name)
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Every table as a file `dump.<database>.<schema>.<table>` in the server's folder, one line a row, names of columns first. */
export const dumpTables = async (server: Pick<TestServer, 'ownerUrl'>, name: string): Promise<void> => {
  await onServer(server, DUMP, name)
}

const DUMP = `
  do $$ declare at record; begin
    for at in select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema') loop
      execute format('copy (select * from %I.%I) to %L with (header true)', at.schemaname, at.tablename,
        format('%s/dump.%s.%s.%s', current_setting('data_directory'), current_database(), at.schemaname, at.tablename));
    end loop;
  end $$`

export const onServer = async <Row>(
  server: Pick<TestServer, 'ownerUrl'>,
  statement: string,
  database = 'postgres',
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl(server, database) })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}
