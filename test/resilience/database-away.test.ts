/** A database that is away: two lines in the log, and callers are told that it is the database and not the bank. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type CutDatabase, openCutDatabase } from '../support/cut-database.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { makeScratch } from '../support/scratch.ts'
import { startBeside } from '../support/second-process.ts'
import { discardFolder } from '../support/seen.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let road: CutDatabase
let token: string
before(async () => {
  vezne = await startVezne({
    env: { VEZNE_ROLE: 'api' },
    reach: async (url) => {
      road = await openCutDatabase(url)
      return road.url
    },
  })
  token = await vezne.token('admin', 'tenant-load')
})
after(async () => {
  await vezne.stop()
  await road.close()
})

const pay = (key: string, headers: Record<string, string> = {}) =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    headers: { 'idempotency-key': key, ...headers },
  })

interface Line {
  event: string
  level: string
  counts?: Record<string, number>
  away_ms?: number
}
const troubles = (): Line[] =>
  readFileSync(join(vezne.dataDir, 'vezne.log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ level, event }) => (level === 'warn' || level === 'error') && event !== 'ledger.not_updated') // no bank runs here

test('callers are told that the database is away, and the log has two lines of it', async () => {
  assert.equal((await pay('before')).status, 200)
  const before = troubles().length
  road.cut()
  for (let at = 0; at < 20; at++) {
    const refused = assertProblem(await pay(`away-${at}`), 'connector_unavailable', /The database cannot be reached/)
    assert.equal(refused.dependency, 'database')
    assert.doesNotMatch(JSON.stringify(refused), /bank/i)
  }
  const turkish = await pay('away-tr', { 'accept-language': 'tr' })
  assert.match(turkish.body.detail, /^Veritabanına ulaşılamıyor/)
  assert.doesNotMatch(turkish.body.title, /banka/i)
  const list = await vezne.request('transfers', 'GET', '/api/v1/transfers', { token })
  assert.equal(assertProblem(list, 'connector_unavailable').dependency, 'database')
  road.mend()
  await until('payments are taken', async () => (await pay('again')).status === 200)
  await until('the log says that it is back', () => troubles().some(({ event }) => event === 'database.back'))
  const lines = troubles().slice(before)
  assert.deepEqual(
    lines.map(({ event }) => event),
    ['database.away', 'database.back'],
    JSON.stringify(lines, null, 1),
  )
  const counts = lines[1]!.counts!
  assert.ok((counts['request.failed'] ?? 0) >= 20, JSON.stringify(counts))
  assert.ok(lines[1]!.away_ms! > 0)
})

test('a password that the database refuses for a while: the worker waits, and its jobs run when it is taken', async () => {
  const role = `t_${process.pid}_worker`
  const owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  const locker = new pg.Client({ connectionString: vezne.ownerUrl })
  await locker.connect()
  await owner.query(`create role ${role} login password 'first' in role vezne_app`)
  const url = new URL(vezne.ownerUrl)
  url.username = role
  url.password = 'first'
  const dataDir = makeScratch('vezne-refused-')
  const worker = await startBeside(vezne, {
    VEZNE_DATA_DIR: dataDir,
    DATABASE_URL: '',
    DATABASE_APP_URL: url.href,
    VEZNE_ROLE: 'worker',
  })
  const said = (): string => readFileSync(join(dataDir, 'vezne.log'), 'utf8')
  const waiting = async (): Promise<number> =>
    (await owner.query(`select from graphile_worker._private_jobs where key = 'refused'`)).rowCount as number
  try {
    // A job at work when the password is changed: the runner has to note how it ended.
    await locker.query('begin; lock table mail_outbox in access exclusive mode')
    await owner.query(`select graphile_worker.add_job('purge-mails', job_key => 'refused')`)
    await until('the job waits for the table', async () => {
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where usename = $1 and wait_event_type = 'Lock' and query like '%distinct tenant_id%'`,
        [role],
      )
      return rowCount === 1
    })
    await owner.query(`alter role ${role} password 'second'`)
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
    await locker.query('commit')
    await until('the worker says that the database is away', () => said().includes('"database.away"'))
    await sleep(2_000) // what ended the process came within one
    assert.equal(worker.child.exitCode, null, worker.output())
    await owner.query(`alter role ${role} password 'first'`)
    await until('the database is back', () => said().includes('"database.back"'))
    assert.match(said(), /password authentication failed/)
    await until('the job has run', async () => (await waiting()) === 0, 60_000)
    assert.equal(worker.child.exitCode, null, worker.output())
  } finally {
    worker.kill('SIGTERM')
    await worker.exit
    discardFolder(dataDir)
    await locker.end()
    await owner.query(`drop role ${role}`)
    await owner.end()
  }
})
