/** A month leaves a table whose rows are counted in closed blocks: totals are exact at once, whatever is killed on the way. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { findWrongBlocks } from '../../src/lists/blocks/compare-blocks.ts'
import { keepThroughKills } from '../support/killed-upkeep.ts'
import { ANY, LOOK, makeThings, openThingList, THINGS, type ThingList } from './thing-list.ts'

const DAY_MS = 86_400_000
const ASKED = [ANY, { ...ANY, minWeight: 3 }, { ...ANY, kinds: [1], offset: 3 }, { ...ANY, from: 7, before: 30 }]
const KEPT = { things: 1 }
/** New year of Istanbul. */
const CUT_MS = Date.UTC(2026, 11, 31, 21)
let list: ThingList
beforeEach(async () => {
  list = await openThingList()
})
afterEach(() => list.stop())

const checkAll = async (tenants: readonly string[]): Promise<void> => {
  for (const tenantId of tenants) {
    for (const asked of ASKED) await list.check(tenantId, asked)
    assert.deepEqual(await findWrongBlocks(list.db, THINGS, tenantId, 100), [])
  }
}
const countOf = async (tenants: readonly string[]): Promise<number> =>
  (await list.owner.query(`select count(*)::int as n from things where tenant_id = any($1)`, [tenants])).rows[0].n
const partsOf = async (): Promise<string[]> =>
  (await list.owner.query(`select name from partitions where table_name = 'things' order by ends`)).rows.map(
    ({ name }) => name,
  )
const moveClockTo = (ms: number) =>
  list.owner.query('update platform_clock set offset_ms = $1::bigint - (extract(epoch from now()) * 1000)::bigint', [
    ms,
  ])

const divide = async (key: string, widened: string): Promise<void> => {
  await moveClockTo(CUT_MS - 39 * DAY_MS)
  await list.owner.query(`call bound_table('things', '${key}', 0)`)
  await list.owner.query(`call check_bound('things')`)
  await list.owner.query(`call divide_table('things', '${widened}', '{}')`)
}

/** 60 rows of each tenant around the new year, and 30 a month later. */
const fillAround = async (tenants: readonly string[]): Promise<void> => {
  for (const tenantId of tenants) {
    await list.insert(tenantId, makeThings(60, CUT_MS - 30_000, LOOK))
    await list.insert(tenantId, makeThings(30, CUT_MS + 33 * DAY_MS, LOOK))
    await list.closeAll(tenantId)
    const { rows } = await list.owner.query('select id from things where tenant_id = $1 order by id', [tenantId])
    await list.change(tenantId, [rows[3].id, rows[28].id, rows[31].id, rows[50].id], { ...LOOK, kind: 2, is_big: true })
    await list.change(tenantId, [rows[40].id], { ...LOOK, is_shown: false })
  }
}

test('the blocks of a month that is dropped go with it, and one that reaches over its end is counted anew', async () => {
  const tenants = [randomUUID(), randomUUID()]
  await divide('id', '{}')
  await fillAround(tenants)
  await checkAll(tenants)
  await moveClockTo(CUT_MS + 50 * DAY_MS)
  const { runtime } = list

  const killed = await keepThroughKills(runtime, list.owner, KEPT, () => checkAll(tenants.slice(1)))

  assert.ok(killed > 15, `${killed} kills`)
  assert.ok(!(await partsOf()).some((name) => name.includes('before')), (await partsOf()).join(' '))
  assert.equal(await countOf(tenants), 120)
  for (const tenantId of tenants) {
    await list.insert(tenantId, makeThings(20, CUT_MS - DAY_MS, LOOK)) // of a month that is gone: a clock that was moved back
    await list.closeAll(tenantId)
  }
  await checkAll(tenants)
  await keepThroughKills(runtime, list.owner, KEPT, () => checkAll(tenants.slice(1)))
  assert.equal(await countOf(tenants), 120, 'what came for a month that is gone goes, too')
})

test('rows that leave by another key than the list has are taken out of the blocks that stay', async () => {
  const tenants = [randomUUID(), randomUUID()]
  const originAt = (ms: number) =>
    list.owner.query(
      `do $$ begin execute format('alter table things alter column origin set default %L', first_key_at(to_timestamp(${ms / 1000}))); end $$`,
    )
  await list.owner.query('alter table things add column origin uuid not null default gen_random_uuid()')
  await originAt(CUT_MS - DAY_MS)
  await divide('origin', '{things_pkey}')
  await fillAround(tenants)
  await originAt(CUT_MS + DAY_MS)
  await fillAround(tenants)
  await moveClockTo(CUT_MS + 50 * DAY_MS)
  await checkAll(tenants)

  await keepThroughKills(list.runtime, list.owner, KEPT, () => checkAll(tenants.slice(1)))

  assert.equal(await countOf(tenants), 180)
  for (const tenantId of tenants) await list.closeAll(tenantId)
  await checkAll(tenants)
})
