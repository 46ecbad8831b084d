/** The doctor: a healthy program, a stopped one, and planted faults of each kind, each with its action. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listTenantIds } from '../../src/access/callers/realm-lookup.ts'
import { listsOfTenants } from '../../src/app/closed-lists.ts'
import type { CheckResult } from '../../src/cli/doctor/check-result.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { compareLists } from '../../src/lists/upkeep/list-jobs.ts'
import { certificate } from '../support/certificate.ts'
import { freePortBase } from '../support/free-ports.ts'
import { makeScratch } from '../support/scratch.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { testServer } from '../support/test-server.ts'

const DAY_MS = 86_400_000
let shop: Shop
let folder: string
let settings: Record<string, string>
before(async () => {
  shop = await openShop({ env: { VEZNE_ROLE: 'api' } }) // without a worker, so that what is planted stays
  folder = makeScratch('vezne-doctor-')
  settings = {
    VEZNE_DATA_DIR: shop.vezne.dataDir,
    DATABASE_URL: shop.vezne.ownerUrl,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_PORT_BASE: String(shop.vezne.config.ports.console),
  }
})
after(async () => {
  await shop.vezne.stop()
  rmSync(folder, { recursive: true })
})

const find = async (check: string, change: Record<string, string> = {}): Promise<CheckResult> => {
  const findings = await examine({ ...settings, ...change })
  const found = findings.filter((finding) => finding.check === check)
  const worst = found.find(({ state }) => state === 'fail') ?? found.find(({ state }) => state === 'warn') ?? found[0]
  assert.ok(worst, `${check} in ${findings.map((finding) => finding.check).join(', ')}`)
  return worst
}
const isSick = async (
  check: string,
  state: 'warn' | 'fail',
  says: RegExp,
  change: Record<string, string> = {},
): Promise<void> => {
  const found = await find(check, change)
  assert.equal(found.state, state, found.message)
  assert.match(found.message, says)
  assert.ok(found.action)
}

test('a healthy program: no action except for the throwaway database of the tests, and that no worker runs', async () => {
  const findings = await examine(settings)
  assert.deepEqual(
    findings.filter(({ state, check }) => state !== 'ok' && check !== 'durability' && check !== 'workers'),
    [],
  )
  assert.ok(findings.length >= 16)
  await isSick('durability', 'fail', /fsync.* off: a power cut/)
})

test('stopped: it is reported and exits with 0; invalid settings exit with 1, as JSON too', async () => {
  const env = { PATH: process.env.PATH, VEZNE_DATA_DIR: folder, VEZNE_PORT_BASE: String(await freePortBase()) }
  const run = (words: string[], change: object = {}) =>
    spawnSync(process.execPath, ['src/cli/vezne.ts', 'doctor', ...words], {
      env: { ...env, ...change },
      encoding: 'utf8',
    })
  const stopped = run([])
  assert.equal(stopped.status, 0, stopped.stderr)
  assert.match(stopped.stdout, /^warn +database +the embedded server of .* is stopped, and so is the program$/m)
  assert.match(stopped.stdout, /^ +> npm start/m)
  const wrong = run(['--json'], { VEZNE_ENV: 'prod' })
  assert.equal(wrong.status, 1)
  const { state, findings } = JSON.parse(wrong.stdout) as { state: string; findings: CheckResult[] }
  assert.equal(state, 'fail')
  assert.match(findings[0]!.message, /VEZNE_ENV: "prod" is none of/)
})

test('outside the database: certificate, key file, ports, a database that does not respond', async () => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const production = { VEZNE_ENV: 'production', DATABASE_APP_URL: shop.vezne.ownerUrl }
  const tls = { VEZNE_TLS_CERT: cert, VEZNE_TLS_KEY: key }
  const give = (facts: object): void => {
    const made = certificate('pay.test', facts)
    writeFileSync(cert, made.cert)
    writeFileSync(key, made.key, { mode: 0o600 })
  }
  await isSick('tls', 'fail', /ENOENT/, tls)
  give({ notAfter: new Date(Date.now() + 5.5 * DAY_MS) })
  await isSick('tls', 'warn', /valid for 5 days/, tls)
  give({ notBefore: new Date(Date.now() - 9 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) })
  await isSick('tls', 'fail', /not valid now/, tls)
  give({ notAfter: new Date(Date.now() + 90 * DAY_MS) })
  assert.equal((await find('tls', tls)).state, 'ok')
  await isSick('tls', 'fail', /403 https_required/, production)

  const keys = join(folder, 'keys')
  writeFileSync(keys, `${testServer().masterKeys}\n`)
  chmodSync(keys, 0o644)
  const file = { VEZNE_MASTER_KEYS: '', VEZNE_MASTER_KEYS_FILE: keys }
  await isSick('key file', 'warn', /others may read/, file)
  await isSick('key file', 'fail', /others may read/, { ...file, ...production })
  await isSick('database', 'fail', /does not answer/, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
})

test('keys: another master key, one too many', async () => {
  const other = `other:${randomBytes(32).toString('base64')}`
  await isSick('keys', 'fail', /sealed with another master key \(id test\)/, { VEZNE_MASTER_KEYS: other })
  await isSick('keys', 'warn', /older keys/, { VEZNE_MASTER_KEYS: `${testServer().masterKeys},${other}` })
})

test('a block that counts what is not there is found, and the nightly job closes that list anew', async () => {
  const { runtime } = shop.vezne
  const [tenantId] = await runtime.db.transaction({ as: 'platform' }, listTenantIds)
  await runtime.db.transaction({ of: tenantId as string }, async (tx) => {
    const [from, before] = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000009']
    await tx.execute(
      `insert into closed_block_heads (tenant_id, list, closing_before, closed_before) values ($1, 'payments', $2, $2)`,
      [tenantId, before],
    )
    await tx.execute(
      `insert into closed_blocks (tenant_id, list, scope, level, first_id, until_id, written_by, total, dimensions, places, facets, counts)
       values ($1, 'payments', $2, 0, $2, $3, 1, 1, '{null}', '{1}', '{1}', '{1}')`,
      [tenantId, from, before],
    )
  })
  await isSick('lists', 'warn', /payments of tenant/)
  await compareLists(listsOfTenants(runtime))
  assert.equal((await find('lists')).state, 'ok')
})

test('in the database: late work, failed jobs, a moved clock, a gap in tenant isolation, a schema of another release', async () => {
  const id = await shop.sell()
  await shop.own(`update payments set next_inquiry_at = now() - interval '1 hour' where id = $1`, [id])
  await isSick('payments', 'warn', /^1 overdue for more than 15 minutes, the oldest since 2/)
  await shop.own(`update payments set next_inquiry_at = null where id = $1`, [id])

  await shop.own(`select graphile_worker.add_job('nobody', max_attempts => 1)`, [])
  await shop.own('update graphile_worker._private_jobs set attempts = max_attempts', [])
  await isSick('jobs', 'warn', /^1 gave up/)

  await shop.vezne.runtime.clock.move({ advanceMs: 3_600_000 })
  assert.match((await find('platform clock')).message, /moved by 1.0 h/)

  await shop.own('alter table merchants no force row level security', [])
  await isSick('walls', 'fail', /not forced on merchants/)
  await shop.own('alter table merchants force row level security', [])

  await shop.own(`insert into schema_migrations (name, run_on) values ('9999_later', now())`, [])
  await isSick('schema', 'fail', /ahead of this release: 9999_later/)
  await shop.own(`delete from schema_migrations where name in ('9999_later', '0018_settlements')`, [])
  await isSick('schema', 'fail', /missing: 0018_settlements/)
})
