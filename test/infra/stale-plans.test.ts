/** A migration changes a table whose rows a connection has read by a prepared statement: nobody hears of it, whichever way the statement was sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Database } from '../../src/infra/database/database.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const AT_ONCE = 8 // connections of the program in a test

const TEXT = 'select * from plans'
const WAYS: readonly [name: string, column: string, read: (db: Database) => Promise<readonly object[]>][] = [
  ['a transaction', 'first_new', (db) => db.transaction({ of: [] }, (tx) => tx.query<object>(TEXT, [], 'all-plans'))],
  ['a batch', 'second_new', (db) => db.batch<object>([], { name: 'all-plans-at-once', text: TEXT, values: [] })],
]

for (const [name, column, read] of WAYS)
  test(`${name} whose plan is of before`, async (t) => {
    const owner = new pg.Client({ connectionString: vezne.ownerUrl })
    await owner.connect()
    t.after(() => owner.end())
    const { db } = vezne.runtime
    const readAll = () => Promise.all(Array.from({ length: AT_ONCE }, () => read(db)))
    await readAll()
    await owner.query(`alter table plans add column ${column} text`)
    for (const rows of await readAll()) for (const row of rows) assert.ok(column in row, column)
  })
