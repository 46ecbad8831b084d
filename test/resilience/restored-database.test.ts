/** A database that was restored, whatever restored it, is recognized and closed: nothing is written or sent until a person opens it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { adopt } from '../../src/cli/database-command.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { describeRestores, finishRestore } from '../../src/cli/restore.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { passLateness } from '../support/backups.ts'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { makeScratch } from '../support/scratch.ts'
import { databaseUrl, makeDatabase, onServer, type TestDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const MERCHANT = { 'x-external-merchant-id': 'M-3001' }
const DAY_MS = 86_400_000

const server = testServer()
const copies: string[] = []
let original: TestDatabase
let subscriber: Receiver
const answers = { status: 500 }
before(async () => {
  original = await makeDatabase()
  subscriber = await startReceiver((_, response) => void response.writeHead(answers.status).end())
})
after(async () => {
  await subscriber.close()
  await original.drop()
  for (const name of copies) await onServer(server, `drop database if exists ${name} with (force)`)
})

/** As a restored dump is: the same rows in another database. */
const copyOf = async (name: string): Promise<{ name: string; url: string }> => {
  const copy = `t_${process.pid}_copy_${randomBytes(4).toString('hex')}`
  copies.push(copy)
  await onServer(server, `create database ${copy} template ${name} strategy file_copy`)
  return { name: copy, url: databaseUrl(server, copy) }
}

const startOn = (url: string): Promise<Vezne> => startVezne({ reach: async () => url })

const send = async (vezne: Vezne, method: string, path: string, body?: object, key?: string): Promise<Answer> =>
  vezne.request('cards', method, `/api/v1${path}`, {
    token: await vezne.token('admin', 'tenant-load'),
    headers: { ...MERCHANT, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { body }),
  })

const settingsOf = (url: string, more: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: url,
  VEZNE_MASTER_KEYS: server.masterKeys,
  VEZNE_ROLE: 'api',
  VEZNE_LOG_LEVEL: 'error',
  VEZNE_LOG_TO: 'file',
  ...more,
})

/** What went to banks and to mail boxes, and how often deliveries and jobs were tried. */
const SENT = `select (select count(*) from api_request_logs)::int as calls,
  (select sum(try_count) from mail_outbox)::int as mails,
  (select count(*) from graphile_worker._private_jobs where attempts > 0 or locked_at is not null)::int as jobs,
  (select count(*) from payments)::int as payments`
const sentOf = async (name: string): Promise<object> => (await onServer<object>(server, SENT, name))[0]!

const operations = async ({ runtime }: Pick<OpenRuntime, 'runtime'>): Promise<string[]> => {
  const rows = await runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ operation: string }>(`select operation from audit_log where kind = 'restore' order by seq`),
  )
  return rows.map(({ operation }) => operation)
}

test('a copy in another database: reads go on, nothing is written or sent, and a person opens it', async () => {
  const first = await startOn(original.url)
  assert.equal(first.runtime.restores.closed(), null, 'no process has met it before')
  assert.equal(first.runtime.restores.askBanksFrom('any'), null)
  await send(first, 'POST', '/webhook-subscriptions', { url: `${subscriber.origin}/hook`, events: ['*'] })
  const paid = await send(first, 'POST', '/payments', paymentBody(), 'kept-1')
  assert.equal(paid.status, 200, paid.text)
  await subscriber.until(1)
  await until('the delivery waits for its next try', async () => {
    const [row] = await onServer<{ n: number }>(
      server,
      `select count(*)::int as n from webhook_deliveries where state = 'waiting' and attempt_number > 1`,
      original.name,
    )
    return row!.n > 0
  })
  await first.stop()
  await onServer(
    server,
    `insert into mail_outbox (tenant_id, id, purpose, next_try_at, give_up_at, created)
       select tenant_id, gen_random_uuid(), 'test', now(), now() + interval '30 days', now() from realms where slug = 'tenant-load'`,
    original.name,
  )
  const copy = await copyOf(original.name)
  await onServer(server, `update platform_clock set offset_ms = offset_ms + ${DAY_MS}`, copy.name) // everything is due
  const before = await sentOf(copy.name)
  const received = subscriber.received.length
  answers.status = 200

  const vezne = await startOn(copy.url)
  try {
    const period = vezne.runtime.restores.closed()
    assert.ok(period !== null && period.sinceMs < period.untilMs)
    const refused = await send(vezne, 'POST', '/payments', paymentBody(), 'kept-1')
    assertProblem(refused, 'connector_unavailable')
    assert.equal(refused.body.dependency, 'database')
    assert.match(refused.body.detail, /was restored/)
    const read = await send(vezne, 'GET', `/transactions/${paid.body.transaction_id}`)
    assert.equal(read.status, 200, read.text)
    const ready = await vezne.request('cards', 'GET', '/health/ready')
    assert.deepEqual([ready.status, ready.body.status], [200, 'degraded'])

    const found = await examine(settingsOf(copy.url))
    assert.equal(found.find(({ check }) => check === 'restore')?.state, 'fail')
    assert.match((await describeRestores(vezne.runtime)).join('\n'), /CLOSED: the database is a copy of another one/)
    assert.deepEqual(await sentOf(copy.name), before)
    assert.equal(subscriber.received.length, received)

    const elsewhere = await openRuntime(
      loadConfig(settingsOf(copy.url, { VEZNE_DATA_DIR: makeScratch('vezne-copy-') })),
      () => undefined,
    )
    const finish = () => commanded(copy.url, ({ runtime }) => finishRestore(runtime, 'Ayşe Yılmaz'))
    await assert.rejects(finish(), /not before 20.*may be booked until then/, 'a bank may still book what was sent')
    assert.notEqual(vezne.runtime.restores.closed(), null)
    await passLateness(server, copy.name)
    await finish()
    await until('it is open', () => vezne.runtime.restores.closed() === null)
    await until('the other process asks banks, too', () => elsewhere.runtime.restores.askBanksFrom('any') !== null)
    await elsewhere.close()
    assert.equal(vezne.runtime.restores.askBanksFrom('any')?.restoreId, period.restoreId)
    const repeated = await send(vezne, 'POST', '/payments', paymentBody(), 'new-1')
    assert.equal(repeated.status, 200, repeated.text)
    await until('what was due is delivered', () => subscriber.received.length > received)
    await until('mails are tried', async () => ((await sentOf(copy.name)) as { mails: number }).mails > 0)
    assert.deepEqual(await operations(vezne), ['database.restored', 'vezne restore finish'])
    assert.equal(
      (await examine(settingsOf(copy.url))).find(({ check }) => check === 'restore'),
      undefined,
    )

    await vezne.moveClock(49 * 3_600_000)
    await until('the banks are no longer asked', () => vezne.runtime.restores.askBanksFrom('any') === null)
  } finally {
    await vezne.stop()
  }
})

test('the next start, and a moved database that was adopted, are open', async () => {
  const copy = await copyOf(original.name)
  const folder = makeScratch('vezne-moved-')
  const closed = await opened(copy.url, folder)
  assert.notEqual(closed.runtime.restores.closed(), null)
  await commanded(copy.url, ({ runtime }) => adopt(runtime, 'Mehmet Demir'))
  await until('it is open', () => closed.runtime.restores.closed() === null)
  assert.equal(closed.runtime.restores.askBanksFrom('any'), null, 'nothing is missing')
  await closed.close()
  const next = await opened(copy.url, folder)
  assert.equal(next.runtime.restores.closed(), null)
  assert.deepEqual(await operations(next), ['vezne database adopt'])
  await next.close()
})

test('files or a snapshot of before: the epoch is behind what the data folder or the folder of the keys remembers', async () => {
  const { name, url, drop } = await makeDatabase()
  const [folder, keys] = [makeScratch('vezne-files-'), makeScratch('vezne-files-')]
  const file = join(keys, 'keys.txt')
  writeFileSync(file, server.masterKeys, { mode: 0o600 })
  const settings = { VEZNE_MASTER_KEYS: '', VEZNE_MASTER_KEYS_FILE: file }
  try {
    for (let start = 0; start < 2; start++) {
      const open = await opened(url, folder, settings)
      assert.equal(open.runtime.restores.closed(), null)
      await open.close()
    }
    await onServer(server, 'update database_identity set epoch = epoch - 1', name)
    const forgetful = await opened(url, makeScratch('vezne-files-'))
    assert.equal(forgetful.runtime.restores.closed(), null, 'nobody there remembers')
    await forgetful.close()
    await onServer(server, 'update database_identity set epoch = 1', name)
    for (const [dataDir, more] of [
      [folder, {}],
      [makeScratch('vezne-files-'), settings],
    ] as const) {
      const open = await opened(url, dataDir, more)
      assert.notEqual(open.runtime.restores.closed(), null)
      await assert.rejects(
        open.runtime.db.transaction({ of: [] }, (tx) => tx.query('update platform_clock set offset_ms = offset_ms')),
        /restored to an earlier state/,
      )
      await open.close()
      await onServer(server, 'delete from restores', name)
    }
  } finally {
    await drop()
  }
})

test('a new timeline of which nobody remembers the earlier: the start waits for others, then it is closed', async () => {
  const { name, url, drop } = await makeDatabase()
  try {
    await (await opened(url, makeScratch('vezne-timeline-'))).close()
    await onServer(
      server,
      'update database_identity set timeline = 0; update promotions set seen = clock_timestamp()',
      name,
    )
    const open = await opened(url, makeScratch('vezne-timeline-'))
    assert.notEqual(open.runtime.restores.closed(), null)
    assert.match((await describeRestores(open.runtime)).join('\n'), /nobody remembers what it had before/)
    await open.close()
  } finally {
    await drop()
  }
})

const opened = (url: string, dataDir: string, more: Record<string, string> = {}): Promise<OpenRuntime> =>
  openRuntime(loadConfig(settingsOf(url, { VEZNE_DATA_DIR: dataDir, ...more })), () => undefined)

/** As a command does it: on connections of its own, which no refusal holds back. */
const commanded = async (url: string, work: (open: OpenRuntime) => Promise<void>): Promise<void> => {
  await withRuntime(work, loadConfig(settingsOf(url)))
}
