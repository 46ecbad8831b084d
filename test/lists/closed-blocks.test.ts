/** Closing blocks: who is waited for, what a killed process leaves, two at once, differences, filters under a time budget, wrong blocks. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CLOSED_LISTS } from '../../src/app/closed-lists.ts'
import type { Tx } from '../../src/infra/database/database.ts'
import { isStatementTimeout } from '../../src/infra/database/database-errors.ts'
import { sql } from '../../src/infra/database/statements/sql.ts'
import { closeBlock } from '../../src/lists/blocks/close-block.ts'
import { findWrongBlocks, reopenList } from '../../src/lists/blocks/compare-blocks.ts'
import { foldDeltas } from '../../src/lists/blocks/fold-deltas.ts'
import type { ListFilter } from '../../src/lists/closed-list.ts'
import { hashForm } from '../../src/lists/filters/count-copies.ts'
import { fillFilterCounts } from '../../src/lists/filters/filter-counts.ts'
import { PAYMENT_LIST } from '../../src/payments/queries/payment-list.ts'
import { asOtherCaller } from '../support/other-caller.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import {
  ALL,
  ANY,
  INSERT,
  LAST,
  LOOK,
  makeThings,
  openThingList,
  SIZES,
  THINGS,
  type Thing,
  ZERO,
} from './thing-list.ts'

const list = use(openThingList)

test('a transaction that began before is waited for: its row counts once, whenever it commits', async () => {
  const tenantId = randomUUID()
  await list.insert(tenantId, makeThings(20, 1_900_000_000_000, LOOK))
  const [late] = makeThings(1, 1_800_000_000_000, LOOK)
  let closing: Promise<boolean> | undefined
  let isDone = false
  await list.db.transaction({ of: tenantId }, async (tx) => {
    await tx.execute(INSERT, [JSON.stringify([late]), tenantId])
    closing = asOtherCaller(() => closeBlock(list.db, THINGS, tenantId, SIZES)).finally(() => {
      isDone = true
    })
    for (let n = 0; n < 20; n++) await asOtherCaller(() => list.check(tenantId, ANY))
    assert.equal(isDone, false)
  })
  assert.equal(await closing, true)
  await list.check(tenantId, ANY)
  await list.insert(tenantId, makeThings(1, 1_800_000_000_001, LOOK))
  await list.check(tenantId, { ...ANY, shops: [LOOK.shop as string] })
  assert.deepEqual(await findWrongBlocks(list.db, THINGS, tenantId), [])
})

test('a list begun anew while a process waits to close a block: that process closes nothing, since it waited for the writers of before', async () => {
  const tenantId = randomUUID()
  await list.insert(tenantId, makeThings(40, 1_850_000_000_000, LOOK))
  let closing: Promise<boolean> | undefined
  await list.db.transaction({ of: tenantId }, async (tx) => {
    await tx.execute(INSERT, [JSON.stringify(makeThings(1, 1_850_000_000_001, LOOK)), tenantId])
    closing = asOtherCaller(() => closeBlock(list.db, THINGS, tenantId, SIZES))
    let published: { closing_before: string } | undefined
    await until('the id is published', async () => {
      ;[published] = await tx.query('select closing_before from closed_block_heads where tenant_id = $1', [tenantId])
      return published !== undefined
    })
    await asOtherCaller(() => reopenList(list.db, THINGS, tenantId))
    // Another process publishes the same id, which writers that came in between have not seen.
    const publish = (other: Tx): Promise<number> =>
      other.execute(
        `insert into closed_block_heads (tenant_id, list, closing_before, closed_before) values ($1, 'things', $2, $3)
         on conflict (tenant_id, list) do update set closing_before = excluded.closing_before`,
        [tenantId, published?.closing_before, ZERO],
      )
    await asOtherCaller(() => list.db.transaction({ of: tenantId }, publish))
  })
  assert.equal(await closing, false)
  await list.check(tenantId, ANY)
  assert.equal(await closeBlock(list.db, THINGS, tenantId, SIZES), true)
  await list.check(tenantId, ANY)
  assert.deepEqual(await findWrongBlocks(list.db, THINGS, tenantId), [])
})

test('what ended after publishing is finished by the next, two at once close one block, and a snapshot may not write', async () => {
  const tenantId = randomUUID()
  await list.insert(tenantId, makeThings(40, 1_900_000_000_000, LOOK))
  const [end] = await list.db.transaction({ of: tenantId }, (tx) =>
    tx.query<{ id: string }>('select id from things where tenant_id = $1 order by id offset 8 limit 1', [tenantId]),
  )
  await list.db.transaction({ of: tenantId }, (tx) =>
    tx.execute(
      `insert into closed_block_heads (tenant_id, list, closing_before, closed_before) values ($1, 'things', $2, $3)`,
      [tenantId, end?.id, ZERO],
    ),
  )
  await list.change(
    tenantId,
    (await list.db.transaction({ of: tenantId }, (tx) => tx.query<Thing>(ALL, [tenantId]))).map(({ id }) => id),
    { ...LOOK, kind: 1 },
  )
  await list.check(tenantId, { ...ANY, kinds: [1] })
  await Promise.all([closeBlock(list.db, THINGS, tenantId, SIZES), closeBlock(list.db, THINGS, tenantId, SIZES)])
  const blocks = await list.db.transaction({ of: tenantId }, (tx) =>
    tx.query<{ total: number }>(
      `select total from closed_blocks where tenant_id = $1 and scope = $2 and level = 0 order by first_id`,
      [tenantId, ZERO],
    ),
  )
  assert.equal(blocks[0]?.total, 8)
  await list.check(tenantId, { ...ANY, kinds: [1], limit: 12, offset: 25 })
  assert.deepEqual(await findWrongBlocks(list.db, THINGS, tenantId), [])
  await assert.rejects(
    list.db.transaction({ of: tenantId, mode: 'snapshot' }, (tx) =>
      tx.execute('update things set kind = 2 where tenant_id = $1', [tenantId]),
    ),
    /read committed/,
  )
})

test('differences are folded when there are many; a wrong block is found, and begun anew', async () => {
  const tenantId = randomUUID()
  await list.insert(tenantId, makeThings(60, 1_900_000_000_000, LOOK))
  await list.closeAll(tenantId)
  const ids = (await list.db.transaction({ of: tenantId }, (tx) => tx.query<Thing>(ALL, [tenantId]))).map(
    ({ id }) => id,
  )
  await list.change(tenantId, ids, { ...LOOK, is_big: true })
  const deltas = async (): Promise<number> =>
    (
      await list.db.transaction({ of: tenantId }, (tx) =>
        tx.query<{ n: number }>('select count(*) as n from closed_block_deltas where tenant_id = $1', [tenantId]),
      )
    )[0]?.n ?? 0
  assert.ok((await deltas()) >= SIZES.deltas)
  await list.closeAll(tenantId)
  assert.ok((await deltas()) < SIZES.deltas)
  await list.check(tenantId, { ...ANY, isBig: true })
  await list.db.transaction({ of: tenantId }, (tx) =>
    tx.execute('update closed_blocks set counts[1] = counts[1] + 1 where tenant_id = $1 and level = 0', [tenantId]),
  )
  assert.ok((await findWrongBlocks(list.db, THINGS, tenantId)).length > 0)
  await reopenList(list.db, THINGS, tenantId)
  await list.check(tenantId, { ...ANY, isBig: true })
  await list.closeAll(tenantId)
  assert.deepEqual(await findWrongBlocks(list.db, THINGS, tenantId), [])
})

test('filters that nobody repeats make room for newer ones at once; one in use stays', async () => {
  const tenantId = randomUUID()
  await list.insert(tenantId, makeThings(80, 1_900_000_000_000, LOOK))
  await list.closeAll(tenantId)
  const ask = (weight: number): Promise<void> =>
    fillFilterCounts(list.db, THINGS, {
      tenantId,
      span: { from: ZERO, before: LAST },
      facets: [],
      scopes: null,
      dimensions: null,
      rows: [sql`weight >= ${weight}`],
    })
  const kept = async (table: string): Promise<string[]> =>
    (
      await list.owner.query(`select distinct encode(filter, 'hex') as filter from ${table} where tenant_id = $1`, [
        tenantId,
      ])
    ).rows.map(({ filter }) => filter)
  await ask(0)
  const [inUse] = await kept('closed_block_filters')
  await list.owner.query(
    `with aged as (update closed_block_filters set used_at = now() - interval '3 hours' where tenant_id = $1)
     insert into closed_block_filters select $1, 'things', sha256(n::text::bytea), now() - interval '2 hours' from generate_series(1, 199) as n`,
    [tenantId],
  )
  await ask(0)
  await Promise.all(Array.from({ length: 9 }, (_, at) => ask(1 + at)))
  const filters = await kept('closed_block_filters')
  assert.equal(filters.length, 200)
  assert.ok(filters.includes(inUse as string))
  const standing = 1 // figures of hours
  assert.equal((await kept('closed_block_filter_counts')).length, 10 + standing)
})

test('a filter on other columns is counted block by block: out of time it is cut short, and a repeat goes on', async () => {
  const tenantId = randomUUID()
  await list.insert(tenantId, makeThings(300, 1_900_000_000_000, LOOK))
  await list.closeAll(tenantId)
  const filter: ListFilter = {
    tenantId,
    span: { from: ZERO, before: LAST },
    facets: [],
    scopes: null,
    dimensions: null,
    rows: [sql`weight >= ${5}`],
  }
  let cut = 0
  const isThere = (): Promise<boolean> =>
    fillFilterCounts(list.db, THINGS, filter, -1).then(
      () => true,
      (error) => {
        if (!isStatementTimeout(error)) throw error
        cut++
        return false
      },
    )
  while (!(await isThere()));
  assert.ok(cut >= 3, `${cut}`)
  await list.check(tenantId, { ...ANY, minWeight: 5, offset: 100 }, false)
  // What is kept belongs to the block as it was: with its differences, and no longer once they are folded.
  const some = await list.db.transaction({ of: tenantId }, (tx) =>
    tx.query<Thing>(`${ALL} offset 100 limit 40`, [tenantId]),
  )
  await list.change(
    tenantId,
    some.map(({ id }) => id),
    { ...LOOK, is_big: true },
  )
  const changed = { ...ANY, minWeight: 5, isBig: true, limit: 12 }
  await list.check(tenantId, changed, false)
  while (await foldDeltas(list.db, THINGS, tenantId));
  await list.check(tenantId, changed, false)
})

test('every list of the program counts what its triggers note', async () => {
  const { rows } = await list.owner.query(
    `select list, source, facets, scope, dimension, member from closed_lists where list <> 'things' order by list`,
  )
  const declared = CLOSED_LISTS.map(({ list, table, facets, scope, dimension, member = 'true' }) => ({
    list,
    source: table,
    facets,
    scope,
    dimension,
    member,
  }))
  assert.deepEqual(
    rows,
    declared.sort((a, b) => (a.list < b.list ? -1 : 1)),
  )
})

test('payments are copied in the form that the releases before gave their copies: an update makes none again', () => {
  const form = 'eb46233f9d08dcbe7809bd4039900e686425dcc0001887f96419768a21427d67'
  assert.equal(hashForm(PAYMENT_LIST.copied).toString('hex'), form)
})
