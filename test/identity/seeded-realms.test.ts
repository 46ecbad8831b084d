/** Seeded realms: the demo realms and their file in a sandbox, only the platform's own realm in production. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { writeDemoFile } from '../../src/identity/seed/demo-file.ts'
import { handOutFirstKey } from '../../src/identity/seed/first-key.ts'
import { type MadeRealm, seedRealms } from '../../src/identity/seed/seed-realms.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import type { Runtime } from '../../src/infra/runtime.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { makeDatabase, testServer } from '../support/test-server.ts'

const inEmptyPlatform = async (
  env: Record<string, string>,
  work: (runtime: Runtime, dataDir: string) => Promise<void>,
): Promise<void> => {
  const database = await makeDatabase('empty')
  const dataDir = makeScratch('vezne-seed-')
  const config = loadConfig({
    VEZNE_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    VEZNE_MASTER_KEYS: testServer().masterKeys, // the program's role and its password are the server's, not the database's
    VEZNE_LOG_TO: 'file',
    VEZNE_DATABASE_CONNECTIONS: '6',
    ...env,
  })
  const { runtime, close } = await openRuntime(config, () => undefined)
  try {
    await work(runtime, dataDir)
  } finally {
    await close()
    await database.drop()
    discardFolder(dataDir)
  }
}
const secretsOf = (made: readonly MadeRealm[]): string[] =>
  made.flatMap(({ clients }) => clients.map(({ secret }) => secret.use((text) => text)))
const count = async (runtime: Runtime, table: string): Promise<number> =>
  (
    await runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ n: number }>(`select count(*) as n from ${table}`),
    )
  )[0]!.n

test('a sandbox: four realms made once, by whichever of two starters comes first', () =>
  inEmptyPlatform({}, async (runtime) => {
    const [one, two] = await Promise.all([seedRealms(runtime), seedRealms(runtime)])
    const made = [...one, ...two]
    assert.deepEqual(made.map(({ realm }) => realm.slug).sort(), [
      'master',
      'tenant-demo',
      'tenant-load',
      'tenant-other',
    ])
    assert.deepEqual(await seedRealms(runtime), [], 'nothing is new')
    const figures: Record<string, number> = {
      plans: 4,
      realms: 4,
      merchants: 5,
      clients: 17,
      users: 6,
      signing_keys: 4,
    }
    for (const [table, rows] of Object.entries(figures)) assert.equal(await count(runtime, table), rows, table)
    assert.equal(new Set(secretsOf(made)).size, 17, 'every secret is its own')
    for (const secret of secretsOf(made)) assert.match(secret, /^cs_test_[\w-]{43}$/)
  }))

test('demo.json: readable by its owner only, in the shape people and tests rely on', () =>
  inEmptyPlatform({}, async (runtime, dataDir) => {
    writeFileSync(join(dataDir, 'demo.json'), 'old', { mode: 0o644 })
    const path = writeDemoFile(runtime.config, await seedRealms(runtime))
    assert.equal(path, join(dataDir, 'demo.json'))
    assert.equal(statSync(path).mode & 0o777, 0o600)
    const demo = JSON.parse(readFileSync(path, 'utf8'))
    assert.deepEqual(Object.keys(demo), [
      'base_url',
      'transfer_url',
      'fraud_url',
      'auth_url',
      'console_url',
      'bank_url',
      'tenants',
      'platform',
    ])
    assert.deepEqual(
      demo.tenants.map((tenant: { slug: string; plan: string }) => [tenant.slug, tenant.plan]),
      [
        ['tenant-demo', 'sandbox'],
        ['tenant-other', 'sandbox'],
        ['tenant-load', 'unlimited'],
      ],
    )
    const [tenant] = demo.tenants
    assert.deepEqual(Object.keys(tenant.clients), [
      'admin',
      'pos',
      'view',
      'm1',
      'm1user',
      'maker',
      'checker',
      'sender',
      'files',
      'fraud',
    ])
    assert.deepEqual(Object.keys(tenant.clients.m1), ['client_id', 'client_secret', 'roles'])
    assert.equal(tenant.clients.m1.client_id, 'cid_test_demo_m1')
    assert.deepEqual(
      tenant.merchants.map((merchant: { external_merchant_id: string; status: string }) => [
        merchant.external_merchant_id,
        merchant.status,
      ]),
      [
        ['M-1001', 'approved'],
        ['M-1002', 'approved'],
        ['M-1003', 'inactive'],
      ],
    )
    assert.deepEqual(
      tenant.users.map((user: { email: string }) => user.email),
      ['admin', 'cashier', 'finance', 'analyst', 'developer'].map((name) => `${name}@demo.example`),
    )
    assert.equal(demo.platform.slug, 'master')
    assert.equal(demo.platform.clients.admin.client_id, 'cid_test_master_admin')
  }))

test('VEZNE_DEMO_SECRET_SEED makes the same secrets every time', async () => {
  const seen: string[][] = []
  for (let round = 0; round < 2; round++)
    await inEmptyPlatform({ VEZNE_DEMO_SECRET_SEED: 'for tests' }, async (runtime) => {
      seen.push(secretsOf(await seedRealms(runtime)))
    })
  assert.deepEqual(seen[0], seen[1])
  assert.equal(new Set(seen[0]).size, 17)
})

test('production: the plans with limits, the platform’s realm and its first key, on the terminal or in a file, once', () =>
  inEmptyPlatform({}, async (sandbox, dataDir) => {
    const runtime: Runtime = { ...sandbox, config: { ...sandbox.config, env: 'production' } }
    const said: string[] = []
    const seedTo = (folder: string, isTerminal: boolean) =>
      seedRealms(runtime, (made) =>
        handOutFirstKey({ ...runtime.config, dataDir: folder }, made, (line) => void said.push(line), isTerminal),
      )
    await assert.rejects(seedTo(join(dataDir, 'vezne.log', 'none'), false), /cannot be written .* Nothing was made/)
    const made = await seedTo(dataDir, true)
    assert.deepEqual(
      made.map(({ realm }) => realm.slug),
      ['master'],
    )
    assert.equal(await count(runtime, 'plans'), 3)
    assert.equal(await count(runtime, 'users'), 0)
    assert.match(said.join(), /client_id cid_live_master_admin, client_secret cs_live_[\w-]{43}$/)
    assert.deepEqual(await seedTo(dataDir, false), [])
    assert.ok(!existsSync(join(dataDir, 'first-key.env')))
    assert.equal(said.length, 1)
  }))

test('production accepts no publicly known secrets', () => {
  assert.throws(() => loadConfig({ VEZNE_ENV: 'production', VEZNE_DEMO_SECRET_SEED: 'x' }), /VEZNE_DEMO_SECRET_SEED/)
})
