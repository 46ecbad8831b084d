/** Opening a restored database in unusual order: what may be missing is asked about all the same. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { adopt } from '../../src/cli/database-command.ts'
import { finishRestore } from '../../src/cli/restore.ts'
import { openProcessRegistry } from '../../src/infra/database/processes/process-registry.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { LATENESS_MS, passLateness } from '../support/backups.ts'
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
const finishNow = (url: string): Promise<void> =>
  withRuntime(({ runtime }) => finishRestore(runtime, 'Ayşe Yılmaz'), loadConfig(settingsOf(url)))
/** Its first word is as good as that of a process: from then on the banks' time runs. */
const finish = async (name: string, url: string): Promise<void> => {
  await assert.rejects(finishNow(url), /not before/)
  await passLateness(server, name)
  await finishNow(url)
}
const copyOf = async (name: string): Promise<{ name: string; url: string }> => {
  const copy = `t_${process.pid}_opened_${randomBytes(4).toString('hex')}`
  copies.push(copy)
  await onServer(server, `create database ${copy} template ${name} strategy file_copy`)
  return { name: copy, url: databaseUrl(server, copy) }
}

test('a copy that is opened before a process has met it: the banks are asked', async () => {
  const copy = await copyOf(original.name)
  await finish(copy.name, copy.url)
  const open = await opened(copy.url)
  assert.equal(open.runtime.restores.closed(), null)
  assert.ok(open.runtime.restores.askBanksFrom('any') !== null)
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
  await finish(again.name, again.url)
  await until('it is open', () => open.runtime.restores.closed() === null)
  const period = open.runtime.restores.askBanksFrom('any')
  assert.ok(period !== null && period.untilMs >= now, `${period?.untilMs} is before ${now}`)
  await open.close()
})

/** The server has the name for another database now, as after a restore in place. */
const replace = async (name: string, by: string): Promise<void> => {
  const away = `${name}_away`
  copies.push(away)
  for (const each of [name, by])
    await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${each}'`)
  await onServer(server, `alter database ${name} rename to ${away}`)
  await onServer(server, `alter database ${by} rename to ${name}`)
}

test('a process that lives through a restore seals under keys that the restored database has', async () => {
  const live = await copyOf(original.name)
  await finish(live.name, live.url)
  const backup = await copyOf(live.name)
  const open = await opened(live.url)
  const { db, sealer, restores } = open.runtime
  const tenant = crypto.randomUUID()
  const place = { table: 'payments', column: 'card_sealed', rowId: crypto.randomUUID() }
  await sealer.seal(tenant, place, 'before')
  await replace(live.name, backup.name)
  await until('it is closed', async () => {
    await db.transaction({ of: [], mode: 'read' }, (tx) => tx.query('select 1')).catch(() => undefined)
    return restores.closed() !== null
  })
  await finish(live.name, live.url)
  await until('it is open', () => restores.closed() === null)
  const sealed = await sealer.seal(tenant, place, 'afterwards')
  await open.close()
  const next = await opened(live.url)
  assert.equal(await next.runtime.sealer.open(tenant, place, sealed), 'afterwards')
  await next.close()
})

test('a number that the restored database gives out again: the new process takes the next one, and starts', async () => {
  const { name, url } = await copyOf(original.name)
  const one = await openProcessRegistry(url, () => undefined)
  await onServer(server, `select setval('process_numbers', ${one.processNo}, false)`, name)
  const next = await openProcessRegistry(url, () => undefined)
  assert.notEqual(next.processNo, one.processNo)
  await Promise.all([one.close(), next.close()])
})

test('a person’s word and its entry in the audit log are one: without the entry the platform stays closed', async () => {
  const { name, url } = await copyOf(original.name)
  const open = await opened(url)
  await onServer(
    server,
    `create function unheard() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$;
     create trigger unheard before insert on audit_log for each row execute function unheard()`,
    name,
  )
  await assert.rejects(finish(name, url), /no entry/)
  await assert.rejects(
    withRuntime(({ runtime }) => adopt(runtime, 'Ayşe Yılmaz'), loadConfig(settingsOf(url))),
    /no entry/,
  )
  const [row] = await onServer<{ open: number }>(
    server,
    'select count(*)::int as open from restores where finished is null',
    name,
  )
  assert.equal(row!.open, 1)
  await open.close()
})

test('a sandbox whose clock was moved since the backup: it goes on from there, and the days until then are asked about', async () => {
  const DAYS_MS = 10 * 86_400_000
  const live = await copyOf(original.name)
  await finish(live.name, live.url)
  const backup = await copyOf(live.name)
  const dataDir = makeScratch('vezne-clock-')
  const before = await opened(live.url, dataDir)
  await before.runtime.clock.move({ advanceMs: DAYS_MS })
  const [identity] = await before.runtime.db.transaction({ of: [] }, (tx) =>
    tx.query<{ lineage: string }>('select lineage from database_identity'),
  )
  const file = join(dataDir, 'database-epochs', identity!.lineage)
  await until('the moved clock is remembered', () => readFileSync(file, 'utf8').includes(String(LATENESS_MS + DAYS_MS)))
  const lostUntil = before.runtime.clock.ms()
  await before.close()
  const open = await opened(backup.url, dataDir)
  const { clock, restores } = open.runtime
  assert.ok(clock.ms() >= lostUntil)
  assert.ok((restores.closed()?.untilMs ?? 0) >= lostUntil)
  assert.ok((restores.closed()?.sinceMs ?? Infinity) < lostUntil - DAYS_MS)
  await open.close()
})
