/** Rotation of master and data keys: nothing unreadable at any moment, nothing left under old keys, old keys removed at the end. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { SEALED_TABLES } from '../../src/app/sealed-tables.ts'
import { newId } from '../../src/core/id.ts'
import { insertSigningKey } from '../../src/identity/tokens/signing-key-store.ts'
import { newSigningKey, signingKeySealingContext } from '../../src/identity/tokens/signing-keys.ts'
import { addBackup, forgetBackup } from '../../src/infra/crypto/backup-store.ts'
import { beginRotation, countOldValues, dropOldKeys, oldKeys } from '../../src/infra/crypto/begin-rotation.ts'
import { createKeyWatch } from '../../src/infra/crypto/key-watch.ts'

import { openFileKms, openTextKms } from '../../src/infra/crypto/local-kms.ts'
import { openKms } from '../../src/infra/crypto/open-kms.ts'
import { readLot, resealed, writeResealed } from '../../src/infra/crypto/reseal.ts'
import { advanceRotation } from '../../src/infra/crypto/rotation.ts'
import type { SealedTable } from '../../src/infra/crypto/sealed-columns.ts'
import { openSealer, type RotatingSealer } from '../../src/infra/crypto/sealer.ts'
import { openProcessRegistry, type ProcessRegistry } from '../../src/infra/database/processes/process-registry.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { makeScratch } from '../support/scratch.ts'
import { makeDatabase, type TestDatabase, testServer } from '../support/test-server.ts'

const SIGNING_KEYS = SEALED_TABLES.find(({ table }) => table === 'signing_keys') as SealedTable

let database: TestDatabase
let folder: string
let file: string
let open: OpenRuntime
let tenant: string
const openWith = (text: string): Promise<OpenRuntime> => {
  writeFileSync(file, text, { mode: 0o600 })
  return openRuntime(
    loadConfig({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS_FILE: file, VEZNE_LOG_LEVEL: 'error' }),
    () => undefined,
  )
}

before(async () => {
  database = await makeDatabase()
  folder = makeScratch('vezne-keys-')
  file = join(folder, 'keys')
  open = await openWith(`${testServer().masterKeys}\n`)
  const [row] = await open.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ tenant_id: string }>(`select tenant_id from realms where slug = 'tenant-demo'`),
  )
  tenant = row!.tenant_id
})
after(async () => {
  await open.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const addKey = async (): Promise<string> => {
  const at = new Date()
  const key = await newSigningKey(open.runtime, tenant, at, at)
  await open.runtime.db.transaction({ of: tenant }, (tx) => insertSigningKey(tx, key))
  return key.kid
}

test('a process that lacks the new master key holds up the rotation, and nothing has changed', async () => {
  const fixed = openTextKms(testServer().masterKeys, 'VEZNE_MASTER_KEYS')
  await assert.rejects(
    beginRotation({ runtime: open.runtime, kms: fixed }),
    /no newer key than test.*Put a new one in front/,
  )
  const presence = await openProcessRegistry(open.appUrl, () => undefined)
  const sealer = await openSealer({ ...open.runtime, kms: fixed })
  const stop = await createKeyWatch({ runtime: open.runtime, kms: fixed, sealer, processNo: presence.processNo })
  try {
    await assert.rejects(beginRotation({ ...open, heardMs: 0 }), /master key k1 is not known to 1 of 1 processes/)
    const rows = await open.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query('select 1 from key_rotations where generation > 0'),
    )
    assert.equal(rows.length, 0)
  } finally {
    await stop()
    await presence.close()
  }
})

test('a full rotation: old values readable throughout, resumed where it was interrupted, none left, old keys dropped', async () => {
  const { runtime, kms } = open
  const { db } = runtime
  const presences: ProcessRegistry[] = []
  const stops: (() => Promise<void>)[] = []
  const sealers: RotatingSealer[] = []
  for (let process = 0; process < 2; process++) {
    const presence = await openProcessRegistry(open.appUrl, () => undefined)
    const sealer = await openSealer({ ...runtime, kms })
    stops.push(await createKeyWatch({ runtime, kms, sealer, processNo: presence.processNo }))
    presences.push(presence)
    sealers.push(sealer)
  }
  const kid = await addKey()
  const answer = (await sealedOf(kid)) as Buffer
  const pem = await runtime.sealer.open(tenant, signingKeySealingContext(kid), answer)
  try {
    const rotation = await beginRotation(open)
    assert.equal(rotation.generation, 1)
    assert.equal(rotation.master_key_id, 'k1')
    assert.deepEqual(await beginRotation(open), rotation, 'asked again: the one under way')
    await assert.rejects(dropOldKeys(open), /a rotation is under way/)

    // One batch by a worker that dies before the position is written, then from the start by others.
    await open.sealer.refresh()
    const lot = await readLot(db, tenant, SIGNING_KEYS, 1, null)
    assert.ok(lot.found.some(({ key }) => key[0] === kid))
    const fresh = await resealed(runtime.sealer, tenant, SIGNING_KEYS, lot.found.slice(0, 1))
    await db.transaction({ of: tenant }, (tx) => writeResealed(tx, tenant, SIGNING_KEYS, fresh))
    let turns = 0
    while (
      (await db.transaction({ of: [] }, (tx) => tx.query('select 1 from key_rotations where finished_at is null')))
        .length > 0
    ) {
      await Promise.all(
        sealers.map((sealer) =>
          advanceRotation({ runtime: { ...runtime, sealer }, kms, sealedTables: SEALED_TABLES, settleMs: 0 }),
        ),
      )
      for (const sealer of [...sealers, runtime.sealer])
        assert.equal(await sealer.open(tenant, signingKeySealingContext(kid), (await sealedOf(kid)) as Buffer), pem)
      assert.ok(++turns < 200, 'it ends')
    }
    assert.equal(await countOldValues(db, SEALED_TABLES, 1), 0)
    assert.notDeepEqual(await sealedOf(kid), answer)
    assert.equal(
      await runtime.sealer.open(tenant, signingKeySealingContext(kid), answer),
      pem,
      'a copy read before still opens',
    )

    const kept = { id: randomUUID(), made: new Date(), made_by: 'os:test', place: '/backups/1', schema_version: '0001' }
    const needs = { ...kept, master_key_ids: ['test'], bytes: null, expires: null }
    await db.transaction({ of: [] }, (tx) => addBackup(tx, needs))
    const ended = { ...needs, id: randomUUID(), expires: new Date(Date.now() - 1_000) }
    await db.transaction({ of: [] }, (tx) => addBackup(tx, ended))
    for (const ask of [oldKeys, dropOldKeys])
      await assert.rejects(ask(open), /backup \/backups\/1 of .* needs the master key test.*backup forget/)
    await db.transaction({ of: [] }, (tx) => forgetBackup(tx, needs.id, 'os:test'))

    const [old, dropped] = [await oldKeys(open), await dropOldKeys(open)]
    assert.deepEqual(old, { dataKeys: dropped.dataKeys, masterKeys: dropped.unused })
    assert.equal(openFileKms(dropped.aside!).keyIds().join(), 'test', 'older backups need it: a key file of its own')
    rmSync(dropped.aside!)
    assert.ok(dropped.dataKeys > 0 && dropped.masterKeys?.join() === 'test')
    assert.deepEqual(kms.keyIds(), ['k1'])
    assert.doesNotMatch(readFileSync(file, 'utf8'), /"test"/)
  } finally {
    for (const stop of stops) await stop()
    for (const presence of presences) await presence.close()
  }
})

test('afterwards only the new key opens the database, the old one is refused, and the role kept its password', async () => {
  const url = open.appUrl
  await open.close()
  const keysFile = readFileSync(file, 'utf8')
  await assert.rejects(openWith(testServer().masterKeys), /sealed with another master key \(id k1\)/)
  open = await openWith(keysFile)
  assert.equal(open.appUrl, url)
  await addKey()
})

const sealedOf = async (kid: string): Promise<Buffer | undefined> =>
  (
    await open.runtime.db.transaction({ of: tenant }, (tx) =>
      tx.query<{ private_sealed: Buffer }>(
        'select private_sealed from signing_keys where tenant_id = $1 and kid = $2',
        [tenant, kid],
      ),
    )
  )[0]?.private_sealed

test('a row changed meanwhile keeps its change; a row another process works on is left for the next round', async () => {
  const { runtime } = open
  const [one, two] = [await addKey(), await addKey()]
  await runtime.db.transaction({ of: [] }, (tx) =>
    tx.execute(`insert into key_rotations (generation, master_key_id) values (2, 'k1')`),
  )
  await open.sealer.refresh()
  const lot = await readLot(runtime.db, tenant, SIGNING_KEYS, 2, null)
  const values = await resealed(runtime.sealer, tenant, SIGNING_KEYS, lot.found)
  const changed = await runtime.sealer.seal(tenant, signingKeySealingContext(one), 'changed')
  await runtime.db.transaction({ of: tenant }, (tx) =>
    tx.execute('update signing_keys set private_sealed = $3 where tenant_id = $1 and kid = $2', [tenant, one, changed]),
  )
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select 1 from signing_keys where kid = $1 for update', [two])
    const written = await runtime.db.transaction({ of: [tenant] }, (tx) =>
      writeResealed(tx, tenant, SIGNING_KEYS, values),
    )
    assert.equal(written, values.length - 2)
    assert.deepEqual(await sealedOf(one), changed)
    const left = await readLot(runtime.db, tenant, SIGNING_KEYS, 2, null)
    assert.deepEqual(
      left.found.map(({ key }) => key[0]),
      [two],
    )
  } finally {
    await other.end()
  }
  await runtime.db.transaction({ of: [] }, (tx) =>
    tx.execute('update key_rotations set finished_at = now() where generation = 2'),
  )
})

test('sources of keys: created once in a sandbox, migrated from an earlier release, supplied in production', () => {
  const dataDir = join(folder, newId(Date.now()))
  const sandbox = { env: 'sandbox', dataDir, masterKeys: undefined, masterKeysFile: undefined } as const
  const warned: string[] = []
  const keysOf = (change: object = {}) => openKms({ ...sandbox, ...change }, (line) => warned.push(line))
  const path = join(dataDir, 'keys.json')
  assert.deepEqual(keysOf().keyIds(), ['k1'])
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const made = readFileSync(path, 'utf8')
  assert.match(made, /"created": "2/)
  keysOf()
  assert.equal(readFileSync(path, 'utf8'), made)

  rmSync(path)
  writeFileSync(join(dataDir, 'master.key'), `${testServer().masterKeys}\n`, { mode: 0o600 })
  assert.deepEqual(keysOf().keyIds(), ['test'])
  assert.ok(!existsSync(join(dataDir, 'master.key')))
  assert.deepEqual(keysOf().keyIds(), ['test'])
  assert.deepEqual(warned, [])

  chmodSync(path, 0o644)
  keysOf()
  assert.match(warned.join(), /others may read the master keys.*chmod 600/)
  const production = { env: 'production', masterKeysFile: path }
  assert.throws(() => keysOf(production), /^SettingFault|others may read/)
  chmodSync(path, 0o640) // a group, as orchestrators mount secrets
  assert.deepEqual(keysOf(production).keyIds(), ['test'])
  assert.throws(
    () => keysOf({ env: 'production' }),
    /VEZNE_MASTER_KEYS_FILE: production starts with master keys that you keep/,
  )
  assert.throws(() => keysOf({ masterKeysFile: join(dataDir, 'none') }), /there is no .*none.*keys make/)
  assert.throws(() => keysOf({ masterKeysFile: path, masterKeys: testServer().masterKeys }), /give one of them/)
  for (const [text, fault] of [
    ['{', /is no list of keys/],
    ['{"keys":[]}', /holds no key/],
    ['{"keys":[{"id":"k1","key":"c2hvcnQ="}]}', /id:base64 of 32 bytes/],
    [`${testServer().masterKeys}\n${testServer().masterKeys}`, /stands there twice/],
  ] as const) {
    writeFileSync(path, text)
    assert.throws(() => keysOf(), fault)
  }
})
