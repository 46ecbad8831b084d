/** Complete backups, an empty one that no program starts on, and recovery of the platform's own keys. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { makeBackupRole } from '../../src/cli/backup.ts'
import { UsageError } from '../../src/cli/command.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { makePlatformKey, platformKeys, revokePlatformKey, rotatePlatformKey } from '../../src/cli/platform-keys.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { noteKnown } from '../support/seen.ts'
import { makeDatabase, onServer, testServer } from '../support/test-server.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const role = `backup_${randomBytes(4).toString('hex')}`
let vezne: Vezne
let owner: pg.Client
before(async () => {
  vezne = await startVezne()
  owner = await connected(vezne.ownerUrl)
})
after(async () => {
  await owner.end()
  await vezne.stop()
  await onServer(testServer(), `drop role if exists ${role}`)
})

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
/** Rows of every table, as pg_dump reads them: it prefers an error to an incomplete result. */
const counts = async (client: pg.Client): Promise<Record<string, number>> => {
  await client.query('set row_security = off')
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { name } of rows) {
    const count = await client.query<{ n: number }>(`select count(*)::int as n from ${name}`)
    found[name] = count.rows[0]!.n
  }
  return found
}

test('the role of backups reads every row of every table and writes none; the program’s role would be refused', async () => {
  const password = randomBytes(16).toString('base64url')
  await makeBackupRole(owner, role, 'another')
  await makeBackupRole(owner, role, password) // again, with a new password
  const url = new URL(vezne.ownerUrl)
  url.username = role
  url.password = password
  const backup = await connected(url.href)
  const app = await connected(vezne.ownerUrl)
  try {
    const seen = await counts(backup)
    assert.deepEqual(seen, await counts(owner))
    assert.ok(seen['public.realms']! > 1 && seen['public.clients']! > 1 && seen['public.plans']! > 1)
    assert.ok(Object.keys(seen).length > 60)
    await assert.rejects(backup.query('delete from plans'), /read-only transaction/)
    await backup.query('set default_transaction_read_only = off')
    await assert.rejects(backup.query('delete from plans'), /permission denied/)

    await app.query('set role vezne_app')
    await assert.rejects(counts(app), /affected by row-level security/)
    await app.query('set row_security = on')
    assert.deepEqual((await app.query('select * from realms')).rows, [], 'what such a dump would hold')
    await assert.rejects(makeBackupRole(app, role, password), (error) => {
      assert.ok(error instanceof UsageError)
      assert.match(error.message, /grant pg_read_all_data to/)
      return true
    })
  } finally {
    await backup.end()
    await app.end()
  }
})

test('a backup of another program is noted and listed', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['src/cli/vezne.ts', 'backup', ...words], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: vezne.ownerUrl,
        VEZNE_DATA_DIR: vezne.dataDir,
        VEZNE_MASTER_KEYS: testServer().masterKeys,
      },
      encoding: 'utf8',
    })
  const noted = run('note', 'pgBackRest', '--keep', '35')
  assert.equal(noted.status, 0, noted.stderr)
  assert.match(run('list').stdout, /pgBackRest {2}keys \S+ {2}until 2/)
})

test('a role that is there already and is not one of backups is not made one', async () => {
  const other = `${role}_other`
  await onServer(testServer(), `create role ${other} nologin noinherit`)
  try {
    await assert.rejects(makeBackupRole(owner, other, 'secret'), /is no role for backups/)
    const [found] = await onServer<object>(
      testServer(),
      `select rolbypassrls, rolcanlogin from pg_roles where rolname = '${other}'`,
    )
    assert.deepEqual(found, { rolbypassrls: false, rolcanlogin: false })
  } finally {
    await onServer(testServer(), `drop role ${other}`)
  }
})

test('a dump without tenants: neither start nor doctor accepts it', async () => {
  const database = await makeDatabase()
  const settings = {
    DATABASE_URL: database.url,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_LOG_LEVEL: 'error',
    VEZNE_DATA_DIR: vezne.dataDir,
  }
  try {
    const tables = await onServer<{ name: string }>(
      testServer(),
      `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
      database.name,
    )
    await onServer(testServer(), `truncate ${tables.map(({ name }) => name).join(', ')}`, database.name)
    for (const VEZNE_ROLE of ['all', 'api'])
      await assert.rejects(
        openRuntime(loadConfig({ ...settings, VEZNE_ROLE }), () => undefined),
        /not one tenant: what was restored is a dump made under row security/,
      )
    const found = (await examine(settings)).find(({ check }) => check === 'tenants')
    assert.equal(found?.state, 'fail')
    assert.match(found?.message ?? '', /vezne backup role/)
  } finally {
    await database.drop()
  }
})

test('the platform’s own keys: listed, created, rotated, revoked; the last one stays', async () => {
  const { runtime } = vezne
  const demo = vezne.demo.platform.clients.admin!
  const signIn = async (client_id: string, client_secret: string) => {
    const answer = await vezne.request('identity', 'POST', '/api/v1/auth/master/token', {
      body: { client_id, client_secret },
      from: 77,
    })
    return { status: answer.status, token: answer.body.access_token as string }
  }
  const ids = async () => (await platformKeys(runtime)).map(({ client_id }) => client_id)
  assert.deepEqual(await ids(), [demo.client_id])
  await assert.rejects(revokePlatformKey(runtime, demo.client_id), /only active key of the platform/)
  await assert.rejects(revokePlatformKey(runtime, 'cid_test_nobody'), /has no key cid_test_nobody/)

  const made = await makePlatformKey(runtime)
  const secret = made.secret.use((text) => text)
  noteKnown('secret', secret)
  const { status, token } = await signIn(made.clientId, secret)
  assert.equal(status, 200)
  const tenants = () => vezne.request('identity', 'GET', '/api/v1/platform/tenants', { token })
  assert.equal((await tenants()).status, 200)

  const rotated = await rotatePlatformKey(runtime, demo.client_id, true)
  const fresh = rotated.secret.use((text) => text)
  noteKnown('secret', fresh)
  assert.equal((await signIn(demo.client_id, demo.client_secret)).status, 401)
  assert.equal((await signIn(demo.client_id, fresh)).status, 200)

  await revokePlatformKey(runtime, made.clientId)
  assert.deepEqual(await ids(), [demo.client_id])
  assert.equal((await tenants()).status, 401)
  assert.equal((await signIn(made.clientId, secret)).status, 401)
  const { rows } = await owner.query(
    `select operation, actor from audit_log where operation like 'vezne platform %' order by seq`,
  )
  assert.deepEqual(
    rows.map(({ operation }) => operation),
    ['vezne platform make', 'vezne platform rotate', 'vezne platform revoke'],
  )
  assert.ok(rows.every(({ actor }) => /^os:/.test(actor)))
})
