/** Tables divided by month: made ahead, filled in late, dropped whole, and nothing that law keeps; a payment older than its events lives on. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkPartitions } from '../../src/cli/doctor/partitions.ts'
import { keepPartitions } from '../../src/infra/database/partitions/keep-partitions.ts'
import { openShop, type Shop } from '../support/shop.ts'

const DAY_MS = 86_400_000
const KEPT = { events: 13, journal: 120 }
let shop: Shop
before(async () => {
  shop = await openShop({ env: { VEZNE_ROLE: 'api' } }) // without a worker: its hourly job would keep them as well
})
after(() => shop.vezne.stop())

const keep = () => keepPartitions(shop.vezne.runtime, KEPT)
const partitionsOf = async (table: string): Promise<string[]> =>
  (await shop.rows('select name from partitions where table_name = $1 order by ends', [table])).map(({ name }) => name)
const home = async (table: string, key: string, id: string): Promise<string[]> =>
  (await shop.rows(`select distinct tableoid::regclass::text as name from ${table} where ${key} = $1`, [id])).map(
    ({ name }) => name,
  )
const monthOf = (ms: number): string => new Date(ms + 3 * 3_600_000).toISOString().slice(0, 7).replace('-', '_') // Istanbul is three hours ahead
const turnover = async () =>
  (await shop.rows('select count(*)::int as n, sum(amount)::int8 as total from journal', []))[0]

test('months pass unattended: rows wait beside the months and move into theirs, whoever of two comes first', async () => {
  const { runtime, moveClock } = shop.vezne
  const first = await shop.sell()
  assert.deepEqual(await home('events', 'resource_id', first), [(await partitionsOf('events'))[0]])
  const later: { id: string; month: string }[] = []
  for (let month = 0; month < 3; month++) {
    await moveClock((month === 0 ? 70 : 31) * DAY_MS)
    later.push({ month: monthOf(runtime.clock.ms()), id: await shop.sell() })
  }
  for (const { id } of later) assert.deepEqual(await home('events', 'resource_id', id), ['events_others'])
  const [finding] = await checkPartitions({ runtime } as Parameters<typeof checkPartitions>[0])
  assert.equal(finding?.state, 'warn')
  const before = await turnover()

  await Promise.all([keep(), keep()])

  for (const { id, month } of later) {
    assert.deepEqual(await home('events', 'resource_id', id), [`events_${month}`])
    assert.deepEqual(await home('journal', 'payment_id', id), [`journal_${month}`])
    assert.deepEqual(await shop.events(id), ['payment.completed'])
  }
  assert.deepEqual(await turnover(), before)
  assert.equal((await checkPartitions({ runtime } as Parameters<typeof checkPartitions>[0]))[0]?.state, 'ok')
  const names = await partitionsOf('events')
  assert.ok(names.at(-1)! >= `events_${monthOf(runtime.clock.ms() + 31 * DAY_MS)}`, names.join(' '))
})

test('after thirteen months events go, the journal stays, and the payment is read and refunded as ever', async () => {
  const { moveClock } = shop.vezne
  assert.equal((await shop.call('POST', '/settings', { key: 'payments.refund_days', value: '3650' })).status, 201)
  const old = await shop.sell()
  const [month] = (await home('events', 'resource_id', old)) as [string]
  const before = await turnover()
  await moveClock(13 * 31 * DAY_MS)
  await keep()
  assert.ok((await partitionsOf('events')).includes(month), 'thirteen whole months are kept')
  await moveClock(62 * DAY_MS)
  await keep()
  assert.ok(!(await partitionsOf('events')).includes(month))
  assert.deepEqual(await shop.events(old), [])
  assert.deepEqual(await turnover(), before)
  assert.equal((await shop.read(old)).id, old)
  const refund = await shop.follow(old, 'refund', { amount: 100 })
  assert.equal(refund.status, 200, refund.text)
  assert.deepEqual(await shop.events(old), ['refund.completed'])
  await keep()
})

test('law is the least: nobody drops books younger than ten years, nor by a clock that may be moved outside a sandbox', async () => {
  const drop = async (table: string, months: number) =>
    (await shop.rows('select drop_oldest_partition($1, $2) as name', [table, months]))[0].name
  const books = await partitionsOf('journal')
  assert.equal(await drop('journal', 0), null)
  const events = await partitionsOf('events')
  await shop.own('update retention_clock set is_platform_clock = false', [])
  assert.equal(await drop('events', 3), null, 'all of it is of the future, by the real clock')
  await shop.own('update retention_clock set is_platform_clock = true', [])
  assert.equal(await drop('events', 3), events[0])
  assert.deepEqual(await partitionsOf('journal'), books)
  const far = (await shop.rows(`select make_next_partition('journal', now() + interval '90 years') as name`, []))[0]
    .name
  assert.match(far, /^journal_/, 'the next month')
  for (let n = 0; n < 20; n++) await shop.rows(`select make_next_partition('journal', now() + interval '90 years')`, [])
  assert.ok((await partitionsOf('journal')).length <= books.length + 13, 'nobody makes partitions for decades')
})

test('a partition is reached through its table alone, and locked', async () => {
  const locks = await shop.rows(
    `select distinct c.relrowsecurity as locked, c.relforcerowsecurity as forced,
       array(select polname::text from pg_policy p where p.polrelid = c.oid) as policies,
       array(select a.grantee from aclexplode(c.relacl) a where a.grantee <> c.relowner) as others
     from pg_class c where c.relispartition and c.relkind = 'r'`,
    [],
  )
  assert.deepEqual(locks, [{ locked: true, forced: true, policies: ['keeper'], others: [] }])
  const [name] = (await partitionsOf('journal')) as [string]
  const { db } = shop.vezne.runtime
  const attempts = [`select * from ${name}`, `drop table ${name}`, `alter table journal detach partition ${name}`]
  for (const sql of [...attempts, `delete from journal`, `insert into divided_tables values ('payments', 'id', 0)`])
    for (const run of [db.inNoTenant.bind(db), db.acrossTenants.bind(db)])
      await assert.rejects(
        run((tx) => tx.query(sql)),
        /permission denied|must be owner/,
      )
  await assert.rejects(
    db.inNoTenant((tx) => tx.query(`select drop_oldest_partition('events', 3)`)),
    /permission denied/,
  )
})
