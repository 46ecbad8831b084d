/** No transaction needs a second connection: as many of them as there are connections would wait for each other. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Database } from '../../src/infra/database/database.ts'
import { makeDatabase, type TestDatabase } from '../support/test-server.ts'

const ONE = { name: 'one', text: 'select 1 as one', values: [] }
const SECOND = /a second connection inside a transaction/
let database: TestDatabase
let db: Database

before(async () => {
  database = await makeDatabase()
  db = Database.open(database.url, { connections: 2, onError: () => undefined })
})
after(async () => {
  await db.close()
  await database.drop()
})

test('a transaction that opens another one fails in tests, and so does one that sends a batch', async () => {
  const within = (work: () => Promise<unknown>) => db.transaction({ of: [] }, work)
  await assert.rejects(
    within(() => db.transaction({ of: [] }, (tx) => tx.query(ONE.text))),
    SECOND,
  )
  await assert.rejects(
    within(() => db.batch([], ONE)),
    SECOND,
  )
})

test('one after the other they are allowed', async () => {
  await db.transaction({ of: [] }, (tx) => tx.query(ONE.text))
  assert.deepEqual(await db.batch([], ONE), [{ one: 1 }])
})
