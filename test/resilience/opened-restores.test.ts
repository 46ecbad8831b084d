/** Opening a restored database in unusual order: what may be missing is asked about all the same. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { finishRestore } from '../../src/cli/restore.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { makeScratch } from '../support/scratch.ts'
import { databaseUrl, makeDatabase, onServer, type TestDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const server = testServer()
const copies: string[] = []
let original: TestDatabase
before(async () => {
  original = await makeDatabase()
  await (await opened(original.url)).close()
})
after(async () => {
  await original.drop()
  for (const name of copies) await onServer(server, `drop database if exists ${name} with (force)`)
})

const settingsOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  VEZNE_MASTER_KEYS: server.masterKeys,
  VEZNE_ROLE: 'api',
  VEZNE_LOG_LEVEL: 'error',
  VEZNE_LOG_TO: 'file',
})
const opened = (url: string, dataDir = makeScratch('vezne-opened-')): Promise<OpenRuntime> =>
  openRuntime(loadConfig({ ...settingsOf(url), VEZNE_DATA_DIR: dataDir }), () => undefined)
const finish = (url: string): Promise<void> =>
  withRuntime(({ runtime }) => finishRestore(runtime, 'Ayşe Yılmaz'), loadConfig(settingsOf(url)))
const copyOf = async (name: string): Promise<{ name: string; url: string }> => {
  const copy = `t_${process.pid}_opened_${randomBytes(4).toString('hex')}`
  copies.push(copy)
  await onServer(server, `create database ${copy} template ${name} strategy file_copy`)
  return { name: copy, url: databaseUrl(server, copy) }
}

test('a copy that is opened before a process has met it: the banks are asked', async () => {
  const copy = await copyOf(original.name)
  await finish(copy.url)
  const open = await opened(copy.url)
  assert.equal(open.runtime.restores.closed(), null)
  assert.ok(open.runtime.restores.askBanksFrom() !== null)
  await open.close()
})

test('a backup of a closed platform: what may be missing does not end with the restore that was open in it', async () => {
  const closed = await copyOf(original.name)
  await (await opened(closed.url)).close()
  await onServer(
    server,
    `update restores set lost_since = lost_since - interval '3 days', lost_until = lost_until - interval '3 days'`,
    closed.name,
  )
  const again = await copyOf(closed.name)
  const open = await opened(again.url)
  const now = open.runtime.clock.ms()
  assert.notEqual(open.runtime.restores.closed(), null)
  await finish(again.url)
  await until('it is open', () => open.runtime.restores.closed() === null)
  const period = open.runtime.restores.askBanksFrom()
  assert.ok(period !== null && period.untilMs >= now, `${period?.untilMs} is before ${now}`)
  await open.close()
})
