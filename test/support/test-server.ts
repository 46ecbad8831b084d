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
}

const VARIABLE = 'VEZNE_TEST_SERVER'

export const testServer = (): TestServer => {
  const text = process.env[VARIABLE]
  if (!text) throw new Error('run it through npm test, such as: npm test -- test/api/health.test.ts')
  return JSON.parse(text) as TestServer
}

export const testServerEnv = (server: TestServer): Record<string, string> => ({ [VARIABLE]: JSON.stringify(server) })

export const databaseUrl = (server: TestServer, name: string): string => {
  const url = new URL(server.ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

export interface TestDatabase {
  readonly name: string
  /** As the owner of the schema. */
  readonly url: string
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
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

const onServer = async (server: TestServer, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl(server, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
