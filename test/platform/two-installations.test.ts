/** Roles belong to a cluster: a start never changes the password of the role that another installation acts as. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/infra/database/embedded-server/embedded-postgres.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { makeScratch } from '../support/scratch.ts'

const FIRST = `1:${randomBytes(32).toString('base64')}`
const SECOND = `1:${randomBytes(32).toString('base64')}`

let server: EmbeddedServer
before(async () => {
  server = await startEmbedded({ dataDir: makeScratch('vezne-two-'), report: () => undefined, isThrowaway: true })
  await asOwner('create database other')
})
after(() => server.stop())

const addressOf = (database: string, user?: string): string => {
  const url = new URL(server.ownerUrl)
  url.pathname = `/${database}`
  if (user !== undefined) Object.assign(url, { username: user, password: 'p' })
  return url.href
}
const asOwner = async (statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: addressOf('postgres') })
  await owner.connect()
  try {
    await owner.query(statement)
  } finally {
    await owner.end()
  }
}
const open = (database: string, keys: string, more: Record<string, string> = {}): Promise<OpenRuntime> =>
  openRuntime(
    loadConfig({ DATABASE_URL: addressOf(database), VEZNE_MASTER_KEYS: keys, VEZNE_LOG_LEVEL: 'error', ...more }),
    () => undefined,
  )
const opens = async (...of: Parameters<typeof open>): Promise<void> => (await open(...of)).close()

test('an installation with other master keys is refused, by the name of the database it would have locked out', async () => {
  await opens('vezne', FIRST)
  await assert.rejects(opens('other', SECOND), (error: Error) => {
    assert.match(error.message, /vezne_app/)
    assert.match(error.message, /another installation.*\bvezne\b/s)
    assert.match(error.message, /DATABASE_APP_URL/)
    return true
  })
  await opens('vezne', FIRST)
  await opens('other', FIRST)
})

test('beside it with a role of its own it works, and so does the first one after that', async () => {
  await asOwner('create database third')
  await opens('third', SECOND, { DATABASE_APP_URL: addressOf('third', 'third_app') })
  await opens('vezne', FIRST)
})

test('a role that no other database uses any more gets the password of this one', async () => {
  for (const name of ['vezne', 'other', 'third']) await asOwner(`drop database ${name}`)
  await asOwner('create database fourth')
  await opens('fourth', SECOND)
})
