/** Rows sent in binary form are stored unchanged, and a type that changes under a running process is reloaded. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { buildDocumentInsert } from '../../src/infra/database/rows/document-rows.ts'
import { RowParameter } from '../../src/infra/database/rows/row-type.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({})
let owner: pg.Client
before(async () => {
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  await owner.query(`create type part as (name text, weight integer)`)
  await owner.query(`create table parcels (
    id uuid, small smallint, whole integer, large bigint, share double precision, is_open boolean, words text,
    bytes bytea, facts jsonb, at timestamptz, parts part[], day date)`)
  await owner.query('grant select, insert on parcels to vezne_app')
})
after(async () => {
  await owner.end()
})

interface Parcel {
  id: string | null
  small: number | null
  whole: number | null
  large: number | null
  share: number | null
  is_open: boolean | null
  words: string | null
  bytes: Buffer | null
  facts: unknown
  at: string | null
  parts: { name: string; weight: number | null }[] | null
}

const words = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((text) => !text.includes('\u0000'))
const parcel = fc.record<Parcel>({
  id: fc.option(fc.uuid()),
  small: fc.option(fc.integer({ min: -32_768, max: 32_767 })),
  whole: fc.option(fc.integer()),
  large: fc.option(fc.maxSafeInteger()),
  share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).filter((share) => !Object.is(share, -0))),
  is_open: fc.option(fc.boolean()),
  words: fc.option(words),
  bytes: fc.option(fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes))),
  facts: fc.option(
    fc.dictionary(words, fc.integer(), { maxKeys: 5, noNullPrototype: true }).map((map) => ({ ...map })),
  ),
  at: fc.option(
    fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((moment) => moment.toISOString()),
  ),
  parts: fc.option(
    fc.array(fc.record({ name: words, weight: fc.option(fc.integer()) }, { noNullPrototype: true }), { maxLength: 4 }),
  ),
})

const READ = `select ordinality - 1 as at_index, id, small, whole, large, share, is_open, words, bytes, facts, at,
  case when parts is null then null else coalesce((select jsonb_agg(p) from unnest(parts) p), '[]') end as parts
  from unnest($1::parcels[]) with ordinality order by ordinality`

const roundTrip = (parcels: readonly Parcel[], parameter = new RowParameter<Parcel>('parcels')) =>
  parameter.with(vezne.runtime.db, (encode) =>
    vezne.runtime.db.transaction({ of: [] }, (tx) =>
      tx.query<Omit<Parcel, 'at'> & { at: Date | null }>(READ, [encode(parcels)]),
    ),
  )

test('values round-trip', async () => {
  const parameter = new RowParameter<Parcel>('parcels')
  await fc.assert(
    fc.asyncProperty(fc.array(parcel, { maxLength: 20 }), async (parcels) => {
      const rows = await roundTrip(parcels, parameter)
      assert.deepEqual(
        rows.map(({ at, ...row }) => ({ ...row, at: at === null ? null : at.toISOString() })),
        parcels.map((each, index) => ({ at_index: index, ...each })),
      )
    }),
    { numRuns: 100 },
  )
})

test('a value for a column of a type without a binary form is refused before anything is sent', async () => {
  const parameter = new RowParameter<{ day: string }>('parcels')
  await assert.rejects(
    parameter.with(vezne.runtime.db, async (encode) => encode([{ day: '2026-11-21' }])),
    /no binary form/,
  )
})

test('a migration under a running process: the next statement is sent in the new form', async () => {
  const parameter = new RowParameter<Parcel>('parcels')
  const one = fc.sample(parcel, { numRuns: 3, seed: 7 })
  assert.equal((await roundTrip(one, parameter)).length, 3)
  await owner.query('alter table parcels add column extra text')
  assert.equal((await roundTrip(one, parameter)).length, 3)
  await owner.query('alter table parcels drop column share')
  const withoutShare = READ.replace(' share,', '')
  const rows = await parameter.with(vezne.runtime.db, (encode) =>
    vezne.runtime.db.transaction({ of: [] }, (tx) => tx.query(withoutShare, [encode(one)])),
  )
  assert.equal(rows.length, 3)
})

test('a column of a later release keeps its default in rows written as documents by a program that does not know it', async () => {
  await owner.query(`create table crates (name text primary key, weight integer)`)
  await owner.query('grant select, insert on crates to vezne_app')
  await owner.query(`alter table crates add column is_sealed boolean not null default true`)
  const insert = (rows: readonly object[]) =>
    vezne.runtime.db.transaction({ of: [] }, (tx) =>
      tx.execute(buildDocumentInsert('crates', rows), [JSON.stringify(rows)]),
    )
  assert.equal(await insert([{ name: 'a' }, { name: 'b', weight: 2 }]), 2)
  assert.equal(await insert([]), 0)
  assert.deepEqual((await owner.query('select * from crates order by name')).rows, [
    { name: 'a', weight: null, is_sealed: true },
    { name: 'b', weight: 2, is_sealed: true },
  ])
})
