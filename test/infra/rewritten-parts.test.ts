/** Months that are over are written anew beside writers: the same rows, keys and rights, in less room; ended anywhere, it goes on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openForUpkeep } from '../../src/app/open-for-upkeep.ts'
import { keepPartitions, rewriteParts } from '../support/kept-partitions.ts'
import { asOtherCaller } from '../support/other-caller.ts'
import { useShop } from '../support/shop.ts'

const DAY_MS = 86_400_000
const QUICK = { lot: 3, rest: 0 }
const shop = useShop({ env: { VEZNE_ROLE: 'api' } })

const keep = () => keepPartitions(shop.vezne.runtime, {})
const rewrite = (months = 3) => rewriteParts(shop.vezne.runtime, months, undefined, QUICK)
const content = async (table: string) =>
  (
    await shop.rows(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum, count(*)::int as n from ${table} t`,
      [],
    )
  )[0]
/** How a part looks from outside. */
const shape = (table: string) =>
  shop.rows(
    `select p.name, pg_get_expr(c.relpartbound, c.oid) as bound, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
       (select array_agg(regexp_replace(pg_get_indexdef(indexrelid), ' INDEX \\S+ ON \\S+', '') order by pg_get_indexdef(indexrelid))
          from pg_index where indrelid = c.oid and exists (select from pg_inherits where inhrelid = indexrelid)) as indexes,
       (select array_agg(pg_get_constraintdef(k.oid) order by pg_get_constraintdef(k.oid)) from pg_constraint k where conrelid = c.oid) as constraints,
       (select array_agg(concat(attname, attgenerated, attnotnull) order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0) as columns,
       (select array_agg(tgname order by tgname) from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers
     from partitions p join pg_class c on c.oid = p.name::regclass where p.table_name = $1 order by p.ends`,
    [table],
  )
const done = async () =>
  (await shop.rows(
    `select part, rows, bytes_before, bytes_after from part_rewrites where step = 'done' order by 1`,
    [],
  )) as {
    part: string
    rows: number
    bytes_before: number
    bytes_after: number
  }[]
const strays = () => shop.rows(`select relname from pg_class where relname ~ '_(new|noted)$' and relkind = 'r'`, [])

test('the rows of old months are the same in less room, and young months are left alone', async (t) => {
  for (let n = 0; n < 2; n++) await shop.sell()
  for (const amount of [100, 200]) await shop.follow(await shop.sell(), 'refund', { amount })
  await shop.rows('update payment_operations set next_inquiry_at = now() where amount = 200', [])
  await shop.vezne.moveClock(62 * DAY_MS)
  await keep()
  for (let n = 0; n < 4; n++) await shop.sell()
  // Room that rows of before have left.
  await shop.own(
    `insert into events select tenant_id, resource_id, 10 + n, 'x' || n, surface, type, merchant_id, transaction_id,
    repeat('x', 400), correlation_id, created from (select * from events limit 1) e, generate_series(1, 800) n`,
    [],
  )
  await shop.own(`delete from events where id like 'x%' and sequence % 2 = 0`, [])
  const [events, journal] = [await content('events'), await content('journal')]
  const shapes = [await shape('events'), await shape('journal')]
  await rewrite()
  assert.deepEqual(await done(), [], 'not old yet')
  await shop.vezne.moveClock(150 * DAY_MS)
  await keep()
  const before = [await shape('events'), await shape('journal')]
  await rewrite()
  const written = await done()
  t.diagnostic(
    written
      .map((each) => `${each.part}: ${each.rows} rows, ${each.bytes_before} -> ${each.bytes_after} bytes`)
      .join('; '),
  )
  assert.ok(
    written.some(({ part }) => part.startsWith('events_')) && written.some(({ part }) => part.startsWith('journal_')),
  )
  const first = written.find(({ part }) => part.startsWith('events_before'))!
  assert.ok(first.rows >= 400 && first.bytes_after < first.bytes_before, 'smaller')
  assert.deepEqual([await content('events'), await content('journal')], [events, journal])
  assert.deepEqual([await shape('events'), await shape('journal')], before)
  assert.notDeepEqual(before, shapes, 'months were made meanwhile')
  assert.deepEqual(await strays(), [])
  const bodies = await shop.rows(
    'select request_body, answer_body is null as is_empty from payment_operations order by amount',
    [],
  )
  assert.deepEqual(bodies[0], { request_body: '{}', is_empty: true })
  assert.equal(bodies[1].is_empty, false, 'a refund that is still asked about keeps its bodies')
  assert.match(bodies[1].request_body, /200/)
  const again = await done()
  await rewrite()
  assert.deepEqual(await done(), again, 'once')
})

test('rows written, changed and removed meanwhile are as they would be, and it may be ended behind every step', async () => {
  const { runtime, moveClock } = shop.vezne
  const old = await shop.sell()
  await moveClock(31 * DAY_MS)
  await keep()
  await moveClock(31 * DAY_MS)
  const [month] = (await shop.rows(
    'select distinct tableoid::regclass::text as name from events where resource_id = $1',
    [old],
  )) as [{ name: string }]
  const change = (sql: string) => shop.own(sql, [])
  const insert = (tag: string, resource: string) =>
    change(`insert into events select tenant_id, '${resource}', 900, '${tag}', surface, type, merchant_id, transaction_id, body,
      correlation_id, created from events where resource_id = '${old}' limit 1`)
  // 'y' sorts before, 'z' behind what is being copied.
  const near = (n: number, last: boolean) =>
    `${old.slice(0, 14)}${last ? 'f' : '7'}${n.toString(16).padStart(3, '0')}${last ? '-bfff' : '-8000'}-${n.toString(16).padStart(12, '0')}`
  for (let n = 0; n < 12; n++) await insert(`seed-${n}`, near(n, true))
  await moveClock(120 * DAY_MS)
  await keep()
  let n = 100
  const steps: string[] = []
  for (let ended = false; !ended; ) {
    const [did] = await runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ part: string | null; step: string }>(
        `select part, step from rewrite_step('events', 3, ${steps.includes('indexing') ? 50 : 3})`,
      ),
    )
    if (did!.part !== null && did!.part !== month.name) {
      if (did!.step === 'ready')
        await runtime.db.transaction({ as: 'platform' }, (tx) => tx.query(`select exchange_part('events')`))
      continue
    }
    steps.push(did!.step)
    // What writers do between two steps.
    await insert(`first-${n}`, near(n, false))
    await insert(`last-${n}`, near(n, true))
    await change(`update events set body = 'changed ${n}' where id in ('seed-${n % 12}', 'last-${n - 2}')`)
    await change(`delete from events where id = 'first-${n - 1}'`)
    n++
    if (did!.step === 'ready') {
      const before = await content('events')
      // Ended in the middle of the exchange: nothing has happened.
      await assert.rejects(
        runtime.db.transaction({ as: 'platform' }, async (tx) => {
          await tx.query(`select exchange_part('events')`)
          throw new Error('killed')
        }),
        /killed/,
      )
      await rewrite()
      assert.deepEqual(await content('events'), before)
      ended = true
    }
    assert.ok(n < 200, steps.join(' '))
  }
  assert.deepEqual(
    [...new Set(steps)],
    ['begun', 'copying', 'indexing', 'catching up', 'ready'].filter((s) => steps.includes(s)),
  )
  assert.ok(
    ['begun', 'copying', 'indexing', 'ready'].every((step) => steps.includes(step)),
    steps.join(' '),
  )
  assert.deepEqual(await strays(), [])
  assert.deepEqual(await shop.events(old), ['payment.completed', ...(await shop.events(old)).slice(1)])
})

test('a part that is dropped in the middle leaves nothing behind', async () => {
  const { runtime, moveClock } = shop.vezne
  await moveClock(100 * DAY_MS)
  await keep()
  await runtime.db.transaction({ as: 'platform' }, (tx) => tx.query(`select rewrite_step('events', 3, 3)`))
  assert.notDeepEqual(await strays(), [])
  await moveClock(400 * DAY_MS)
  await keepPartitions(runtime, { events: 3 })
  await rewrite()
  assert.deepEqual(await strays(), [])
})

test('an index of a month may take longer than any statement that somebody waits for', async () => {
  const db = openForUpkeep(shop.vezne.ownerUrl, shop.vezne.runtime.log)
  try {
    const [row] = await db.transaction({ of: [] }, (tx) =>
      tx.query<{ statement_timeout: string }>('show statement_timeout'),
    )
    assert.equal(row!.statement_timeout, '1h')
  } finally {
    await db.close()
  }
})

test('while one process exchanges a month, another one takes no step of the same table', async () => {
  const { db } = shop.vezne.runtime
  const step = () =>
    db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ step: string | null }>(`select step from rewrite_step('events', 3, 50)`),
    )
  await shop.sell()
  await shop.vezne.moveClock(200 * DAY_MS)
  await keep()
  for (let [did] = await step(); did?.step !== 'ready'; [did] = await step()) assert.ok(did?.step, 'nothing to rewrite')
  await db.transaction({ as: 'platform' }, async (tx) => {
    const [exchanged] = await tx.query<{ part: string | null }>(`select exchange_part('events') as part`)
    assert.ok(exchanged?.part)
    assert.deepEqual(await asOtherCaller(step), [{ step: null }])
  })
})
