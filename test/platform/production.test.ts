/** Production as it is started: only the owner migrates, invalid settings are refused in one sentence, no secret in the log. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startProcess, type VezneProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder, noteKnown } from '../support/seen.ts'
import { makeDatabase, onServer, type TestDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const TOKEN = 'a-token-for-the-figures'
const role = `acts_${randomBytes(4).toString('hex')}`
const running = new Set<VezneProcess>()
let database: TestDatabase
let dataDir: string
let appUrl: string

before(async () => {
  database = await makeDatabase('empty')
  dataDir = makeScratch('vezne-production-')
  const url = new URL(database.url)
  url.username = role
  url.password = 'p'
  appUrl = url.href
})
after(async () => {
  for (const vezne of running) vezne.kill('SIGKILL')
  await Promise.all([...running].map(({ exit }) => exit))
  await database.drop()
  await onServer(testServer(), `drop role if exists ${role}`)
  discardFolder(dataDir)
})

const start = async (env: Record<string, string>): Promise<VezneProcess> => {
  const vezne = await startProcess({
    VEZNE_ENV: 'production',
    VEZNE_DATA_DIR: dataDir,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_TRUSTED_PROXIES: '127.0.0.1',
    VEZNE_METRICS_TOKEN: TOKEN,
    VEZNE_DRAIN_S: '0',
    VEZNE_DATABASE_CONNECTIONS: '4',
    ...env,
  })
  running.add(vezne)
  void vezne.exit.then(() => running.delete(vezne))
  return vezne
}
const refusal = async (env: Record<string, string>): Promise<{ code: number | null; line: string }> => {
  const vezne = await start(env)
  const { code } = await vezne.exit
  assert.doesNotMatch(vezne.output(), / at .*\.ts:\d/)
  return { code, line: vezne.output().trim() }
}
const asOwner = <Row>(statement: string): Promise<Row[]> => onServer<Row>(testServer(), statement, database.name)
test('without a server of its own, or with the owner’s address alone, nothing starts', async () => {
  const none = await refusal({})
  assert.equal(none.code, 2)
  assert.match(none.line, /^DATABASE_URL: VEZNE_ENV=production refuses to start without a PostgreSQL of its own/)
  assert.ok(!existsSync(join(dataDir, 'postgres')))
  const owner = await refusal({ VEZNE_ROLE: 'worker', DATABASE_URL: database.url })
  assert.equal(owner.code, 2)
  assert.match(owner.line, /^DATABASE_APP_URL: in production VEZNE_ROLE=worker acts as the application's role/)
})

test('the role has to exist and own nothing, and the schema has to exist: migrate creates both', async () => {
  const nobody = await refusal({ VEZNE_ROLE: 'api', DATABASE_APP_URL: appUrl })
  assert.equal(nobody.code, 1)
  assert.match(nobody.line, /^The server refuses the role or the password of DATABASE_APP_URL/)
  const migrate = await start({ VEZNE_ROLE: 'migrate', DATABASE_URL: database.url, DATABASE_APP_URL: appUrl })
  assert.deepEqual(await migrate.exit, { code: 0, signal: null }, migrate.output())
  const owner = await refusal({ VEZNE_ROLE: 'api', DATABASE_APP_URL: database.url })
  assert.equal(owner.code, 1)
  assert.match(owner.line, /^The role of DATABASE_APP_URL .* is not ready/)
})

test('api and worker only as the application’s role: the first key in a file of 0600, no start page, metrics for callers with the token', async () => {
  const api = await start({ VEZNE_ROLE: 'api', DATABASE_APP_URL: appUrl, VEZNE_HOST: '0.0.0.0' })
  await api.ready
  const file = join(dataDir, 'first-key.env')
  const [, id, secret] = /CLIENT_ID=(\S+)\n.*CLIENT_SECRET=(\S+)\n$/.exec(readFileSync(file, 'utf8')) ?? []
  assert.match(secret ?? '', /^cs_live_/)
  noteKnown('secret', secret!)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  rmSync(file) // as it says
  assert.ok(!api.output().includes(secret!))
  assert.match(api.output(), /the platform's first key is in .*first-key.env/)

  const entrance = await fetch(`http://127.0.0.1:${api.portBase}/`, {
    redirect: 'manual',
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' },
  })
  assert.deepEqual([entrance.status, entrance.headers.get('location')], [302, '/console/'], 'the console alone')
  assert.doesNotMatch(api.output(), /start page/)
  const figures = (authorization?: string) =>
    fetch(`http://127.0.0.1:${api.portBase + 90}/metrics`, authorization ? { headers: { authorization } } : {})
  assert.equal((await figures()).status, 401)
  assert.equal((await figures('Bearer a-token-for-the-figureS')).status, 401)
  const shown = await figures(`Bearer ${TOKEN}`)
  assert.match(await shown.text(), /^vezne_limits_shared 1$/m)

  // The plan without limits is not there; a realm that had it all the same could still not be tried without end.
  assert.deepEqual(await asOwner('select code from plans where is_unlimited'), [])
  await asOwner('update plans set is_unlimited = true')
  await asOwner(`update realms set plan_id = (select id from plans limit 1) where slug = 'master'`)
  const signIn = () =>
    fetch(`http://127.0.0.1:${api.portBase + 40}/api/v1/auth/master/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify({ client_id: id, client_secret: secret }),
    })
  const answers = []
  for (let count = 0; count < 11; count++) answers.push((await signIn()).status)
  assert.deepEqual(answers, [...Array(10).fill(200), 429])

  const worker = await start({ VEZNE_ROLE: 'worker', DATABASE_APP_URL: appUrl })
  await worker.ready
  const users = await asOwner<{ usename: string }>(
    `select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  assert.deepEqual(users, [{ usename: role }])
  for (const vezne of [api, worker]) {
    vezne.kill('SIGTERM')
    assert.deepEqual(await vezne.exit, { code: 0, signal: null })
  }
})

test('an api without a certificate and without a trusted proxy tells at its start that it answers nobody, and what to set', async () => {
  const api = await start({ VEZNE_ROLE: 'api', DATABASE_APP_URL: appUrl, VEZNE_TRUSTED_PROXIES: '' })
  await until('it is up', () => /^NOT READY after/m.test(api.output()))
  assert.match(api.output(), /403 https_required: .*\n.*VEZNE_TRUSTED_PROXIES=.*\n.*VEZNE_TLS_CERT=/)
  assert.doesNotMatch(api.output(), /^ready|Vezne is ready|https?:\/\//m)
  assert.equal((await fetch(`http://127.0.0.1:${api.portBase + 10}/health/live`)).status, 403)
  api.kill('SIGTERM')
  assert.deepEqual(await api.exit, { code: 0, signal: null })
})

test('a file of master keys that is not there: the message has the command that makes it', async () => {
  const file = join(dataDir, 'none', 'keys.json')
  const { code, line } = await refusal({ ...settings(), VEZNE_MASTER_KEYS: '', VEZNE_MASTER_KEYS_FILE: file })
  assert.equal(code, 2)
  assert.ok(line.includes(`vezne keys make ${file}`), line)
  assert.doesNotMatch(line, /ENOENT/)
})

const settings = (): Record<string, string> => ({ VEZNE_ROLE: 'api', DATABASE_APP_URL: appUrl })
const PLANTED: [what: string, plant: string, mend: string, says: RegExp][] = [
  [
    'a schema that is older than the program',
    `update schema_migrations set name = '0010a' where name = '0010_fraud'`,
    `update schema_migrations set name = '0010_fraud' where name = '0010a'`,
    /^The schema is older than this program \(missing: 0010_fraud\); run .* VEZNE_ROLE=migrate/,
  ],
  [
    'a state table that is older than the program',
    `update allowed_transitions set machine = 'was payment' where machine = 'payment' and to_state = 'completed'`,
    `update allowed_transitions set machine = 'payment' where machine = 'was payment'`,
    /^The database does not allow what this program does \(payment .*>completed.*VEZNE_ROLE=migrate/,
  ],
  [
    'a clock that a sandbox has moved',
    'update platform_clock set offset_ms = 86400000',
    'update platform_clock set offset_ms = 0',
    /^The platform's clock is moved by 86400 s in this database, and production runs on real time/,
  ],
]
for (const [what, plant, mend, says] of PLANTED)
  test(`${what}: refused in one sentence`, async () => {
    await asOwner(plant)
    const { code, line } = await refusal(settings())
    await asOwner(mend)
    assert.equal(code, 1)
    assert.match(line, says)
  })
