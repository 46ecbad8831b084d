/** Sealed values open only in their own context; keys rotate; a foreign master key is refused. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import pg from 'pg'
import { openCard, sealCard } from '../../src/acquiring/card-vault.ts'
import { type OpenRuntime, openRuntime } from '../../src/app/open-runtime.ts'
import { SEALED_TABLES } from '../../src/app/sealed-tables.ts'
import { rewrapKeys } from '../../src/infra/crypto/key-wrap.ts'
import { openTextKms } from '../../src/infra/crypto/local-kms.ts'
import { openSealer, type SealingContext } from '../../src/infra/crypto/sealer.ts'
import { Database } from '../../src/infra/database/database.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { makeDatabase, type TestDatabase, testServer } from '../support/test-server.ts'

const TENANT = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const PLACE: SealingContext = { table: 'payments', rowId: 'row-1', column: 'card_sealed' }
const CARD = '4546711234567894'

let database: TestDatabase
let open: OpenRuntime
const open_ = (keys: string): Promise<OpenRuntime> =>
  openRuntime(
    loadConfig({ DATABASE_URL: database.url, VEZNE_MASTER_KEYS: keys, VEZNE_LOG_LEVEL: 'error' }),
    () => undefined,
  )

before(async () => {
  database = await makeDatabase()
  open = await open_(testServer().masterKeys)
})
after(async () => {
  await open.close()
  await database.drop()
})

test('the same text sealed twice gives different bytes, and both open', async () => {
  const { sealer } = open.runtime
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
      const [first, second] = [await sealer.seal(TENANT, PLACE, text), await sealer.seal(TENANT, PLACE, text)]
      assert.notDeepEqual(first, second)
      assert.equal(await sealer.open(TENANT, PLACE, first), text)
      assert.equal(await sealer.open(TENANT, PLACE, second), text)
    }),
  )
})

test('inside a transaction a value opens on its connection, though another caller waits for one to read the same key', async () => {
  const sealed = await open.runtime.sealer.seal(TENANT, PLACE, CARD)
  const db = Database.open(database.url, { connections: 1, onError: () => undefined })
  const { clock } = open.runtime
  const sealer = await openSealer({ db, clock, kms: openTextKms(testServer().masterKeys, 'the test') })
  const holding = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const inside = db.transaction({ of: TENANT }, async (tx) => {
    holding.resolve()
    await asked.promise
    return sealer.open(TENANT, PLACE, sealed, tx)
  })
  await holding.promise
  const outside = sealer.open(TENANT, PLACE, sealed)
  asked.resolve()
  assert.deepEqual(await Promise.all([inside, outside]), [CARD, CARD])
  await db.close()
})

test('moved to another tenant, table, row or column it does not open', async () => {
  const { sealer } = open.runtime
  await sealer.seal(OTHER, PLACE, 'so that the other tenant has a key, too')
  const word = fc.string({ minLength: 1, maxLength: 30 })
  const place = fc.record({ table: word, rowId: word, column: word })
  await fc.assert(
    fc.asyncProperty(place, place, fc.boolean(), async (at, elsewhere, isOther) => {
      fc.pre(isOther || JSON.stringify(at) !== JSON.stringify(elsewhere))
      const sealed = await sealer.seal(TENANT, at, CARD)
      await assert.rejects(sealer.open(isOther ? OTHER : TENANT, elsewhere, sealed))
      await assert.rejects(sealer.open(OTHER, at, sealed))
    }),
  )
})

test('with any one bit flipped, or the end cut off, it does not open', async () => {
  const { sealer } = open.runtime
  const sealed = await sealer.seal(TENANT, PLACE, CARD)
  for (let at = 0; at < sealed.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1 << bit
      await assert.rejects(sealer.open(TENANT, PLACE, changed), `byte ${at}, bit ${bit}`)
    }
    await assert.rejects(sealer.open(TENANT, PLACE, sealed.subarray(0, at)), `cut at ${at}`)
  }
})

test('the card vault: one number, many ciphertexts; none opens for another payment or tenant, nor after new keys', async () => {
  const { sealer } = open.runtime
  const card = { number: CARD, expire_month: '12', expire_year: '2030' }
  const [one, two] = [
    { table: 'payments', id: 'payment-1' },
    { table: 'payments', id: 'payment-2' },
  ] as const
  const transfer = { table: 'transfers', id: one.id } as const
  const sealed = await sealCard(sealer, TENANT, one, card)
  assert.notDeepEqual(await sealCard(sealer, TENANT, one, card), sealed)
  const opened = await openCard(sealer, TENANT, one, sealed)
  assert.equal(
    opened.number.use((digits) => digits),
    CARD,
  )
  assert.ok(!inspect(opened).includes(CARD) && !JSON.stringify(opened).includes(CARD))
  await assert.rejects(openCard(sealer, TENANT, two, sealed))
  await assert.rejects(openCard(sealer, TENANT, transfer, sealed))
  await assert.rejects(openCard(sealer, OTHER, one, sealed))
  for (const column of ['state_sealed', 'proof_sealed'])
    await assert.rejects(sealer.open(TENANT, { table: 'payments', rowId: one.id, column }, sealed))
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 0xff
    await assert.rejects(openCard(sealer, TENANT, one, changed), `byte ${at}`)
  }
  assert.equal(await sealer.reseal(TENANT, { ...PLACE, rowId: one.id }, sealed), undefined, 'under the keys in force')
  await assert.rejects(sealer.reseal(OTHER, { ...PLACE, rowId: one.id }, sealed))
})

test('fingerprints differ by purpose and are not a plain hash', () => {
  const { sealer } = open.runtime
  assert.deepEqual(sealer.fingerprint('card', CARD), sealer.fingerprint('card', CARD))
  assert.notDeepEqual(sealer.fingerprint('card', CARD), sealer.fingerprint('blacklist', CARD))
  assert.notDeepEqual(sealer.fingerprint('a', 'bc'), sealer.fingerprint('ab', 'c'))
  assert.notDeepEqual(sealer.hashSecret(CARD), sealer.fingerprint('card', CARD))
})

test('eight concurrent first seals of a month create one data key', async () => {
  const tenant = '00000000-0000-4000-8000-0000000000aa'
  const { db, clock } = open.runtime
  const kms = openTextKms(testServer().masterKeys, 'the test')
  const sealers = await Promise.all([1, 2, 3, 4].map(() => openSealer({ db, clock, kms })))
  const sealed = await Promise.all([...sealers, ...sealers].map((sealer) => sealer.seal(tenant, PLACE, CARD)))
  for (const bytes of sealed) assert.equal(await sealers[0]!.open(tenant, PLACE, bytes), CARD)
  const rows = await db.transaction({ of: tenant }, (tx) =>
    tx.query('select id from data_keys where tenant_id = $1', [tenant]),
  )
  assert.equal(rows.length, 1)
})

test('a newer master key takes over every key; old values and fingerprints stay', async () => {
  const { db, clock, sealer } = open.runtime
  const sealed = await sealer.seal(TENANT, PLACE, CARD)
  const fingerprint = sealer.fingerprint('card', CARD)
  const hash = sealer.hashSecret('cs_test_1')
  const newest = `newer:${randomBytes(32).toString('base64')}`
  const both = openTextKms(`${newest},${testServer().masterKeys}`, 'the test')

  assert.ok((await rewrapKeys(db, both, 'newer')) >= 3)
  assert.equal(await rewrapKeys(db, both, 'newer'), 0)

  const alone = await openSealer({ db, clock, kms: openTextKms(newest, 'the test') })
  assert.equal(await alone.open(TENANT, PLACE, sealed), CARD)
  assert.deepEqual(alone.fingerprint('card', CARD), fingerprint)
  assert.deepEqual(alone.hashSecret('cs_test_1'), hash)

  // And back, for the tests after this one.
  assert.ok((await rewrapKeys(db, both, 'test')) >= 3)
})

test('a database sealed with another master key refuses to open and stays as it was', async () => {
  const rolesBefore = await passwordOfRole()
  const foreign = `test:${randomBytes(32).toString('base64')}`
  await assert.rejects(open_(foreign), /sealed with another master key/)
  await assert.rejects(open_(`else:${randomBytes(32).toString('base64')}`), /sealed with another master key/)
  assert.equal(await passwordOfRole(), rolesBefore)
})

const passwordOfRole = async (): Promise<string> => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ rolpassword: string }>(
      `select rolpassword from pg_authid where rolname = 'vezne_app'`,
    )
    return rows[0]!.rolpassword
  } finally {
    await client.end()
  }
}

test('exactly the sealed columns of the schema are on the list', async () => {
  const rows = await open.runtime.db.transaction({ of: [] }, (tx) =>
    tx.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and (column_name = 'sealed' or column_name like '%\\_sealed') order by 1`,
    ),
  )
  const listed = SEALED_TABLES.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)).sort()
  assert.deepEqual(
    rows.map(({ name }) => name),
    listed,
  )
})

test('inside a transaction nothing is sealed or opened on a second connection: a pool of one is enough', async () => {
  const one = Database.open(database.url, { connections: 1, onError: () => undefined })
  const clock = { ms: () => Date.now(), now: () => new Date() }
  try {
    const sealer = await openSealer({ db: one, clock, kms: openTextKms(testServer().masterKeys, 'the test') })
    const seal = await sealer.sealWithKey(TENANT)
    const sealed = await one.transaction({ of: TENANT }, async () => {
      await assert.rejects(sealer.seal(TENANT, PLACE, CARD), /sealing inside a transaction/)
      return seal(PLACE, CARD)
    })
    const fresh = await openSealer({ db: one, clock, kms: openTextKms(testServer().masterKeys, 'the test') })
    await one.transaction({ of: TENANT }, async (tx) => {
      await assert.rejects(fresh.open(TENANT, PLACE, sealed), /inside a transaction/)
      assert.equal(await fresh.open(TENANT, PLACE, sealed, tx), CARD)
    })
  } finally {
    await one.close()
  }
})
