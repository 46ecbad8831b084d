/** What test/run.ts hands to every test file: the server, its template database, the keys it is sealed with. */
import pg from 'pg'

export interface TestServer {
  /** Address as the owner, without a database name. */
  ownerUrl: string
  /** Migrated and seeded; no connection to it may be open. */
  template: string
  masterKeys: string
  /** Folder of the template's demo.json. */
  dataDir: string
  /** The folder that the leak scan reads at the end of the run. */
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
