/** Tables divided by month: made ahead, filled in late, dropped whole, and nothing that law keeps; a payment older than its events lives on. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { checkPartitions } from '../../src/cli/doctor/partitions.ts'
import { keepPartitions, purgeDeliveries } from '../support/kept-partitions.ts'
import { setByTwo } from '../support/settings.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const KEPT = { events: 13, journal: 120 }
let shop: Shop
before(async () => {
  shop = await openShop({ env: { VEZNE_ROLE: 'api' } }) // without a worker: its hourly job would keep them as well
})
after(() => shop.vezne.stop())

const keep = async (): Promise<void> => {
  await keepPartitions(shop.vezne.runtime, KEPT)
  await purgeDeliveries(shop.vezne.runtime)
}
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

test('a payment that waits while its month is made goes into it', async () => {
  const { runtime, moveClock, ownerUrl } = shop.vezne
  await moveClock(100 * DAY_MS)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('begin')
  const now = new Date(runtime.clock.ms())
  const make = () => owner.query<{ made: string | null }>('select make_next_partition($1, $2) as made', ['events', now])
  while ((await make()).rows[0]?.made != null);
  const sold = shop.sell()
  await until('the payment waits', async () => {
    const [waiting] = await shop.rows(`select count(*)::int as n from pg_locks where not granted`, [])
    return waiting.n > 0
  })
  await owner.query('commit')
  await owner.end()
  assert.deepEqual(await home('events', 'resource_id', await sold), [`events_${monthOf(runtime.clock.ms())}`])
  await keep()
})

test('after thirteen months events go, the journal stays, and the payment is read and refunded as ever', async () => {
  const { moveClock } = shop.vezne
  await setByTwo(shop.vezne, 'payments.refund_days', '3650')
  const old = await shop.sell()
  const [month] = (await home('events', 'resource_id', old)) as [string]
  const before = await turnover()
  await moveClock(13 * 31 * DAY_MS)
  await keep()
  assert.ok((await partitionsOf('events')).includes(month), 'thirteen whole months are kept')
  await moveClock(62 * DAY_MS)
  const { runtime } = shop.vezne
  const findings = await checkPartitions({ runtime } as Parameters<typeof checkPartitions>[0])
  assert.match(JSON.stringify(findings), new RegExp(`${month}.* older than is kept`))
  await keep()
  assert.ok(!(await partitionsOf('events')).includes(month))
  assert.deepEqual(await shop.events(old), [])
  assert.deepEqual(await turnover(), before)
  assert.equal((await shop.read(old)).id, old)
  const refund = await shop.follow(old, 'refund', { amount: 100 })
  assert.equal(refund.status, 200, refund.text)
  await keep()
  assert.deepEqual(await shop.events(old), ['refund.completed'])
  await moveClock(14 * 31 * DAY_MS)
  await keep()
  assert.deepEqual(await shop.events(old), [], 'what was written late is kept as long, and goes then')
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
    for (const reach of [{ of: [] }, { as: 'platform' }] as const)
      await assert.rejects(
        db.transaction(reach, (tx) => tx.query(sql)),
        /permission denied|must be owner/,
      )
  await assert.rejects(
    db.transaction({ of: [] }, (tx) => tx.query(`select drop_oldest_partition('events', 3)`)),
    /permission denied/,
  )
})

const ALL_OF_IT = `
  create table sorts (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
  call protect_tenant_table('sorts', 'select, insert');
  create table things (tenant_id uuid not null, id uuid not null, place integer not null, name text, sort_id uuid not null,
    note text default 'none', doubled integer generated always as (place * 2) stored,
    primary key (tenant_id, place), unique (tenant_id, id), check (place > 0),
    foreign key (tenant_id, sort_id) references sorts (tenant_id, id)) with (fillfactor = 60, toast.autovacuum_enabled = false);
  alter table things add constraint late check (place < 1000) not valid;
  call protect_tenant_table('things', 'select, insert');
  grant update (note) on things to vezne_app, vezne_platform;
  create unique index things_name on things (tenant_id, name) where name is not null;
  create index things_sort on things (sort_id) where place > 5;
  create unique index things_wide on things (tenant_id, place, id);
  create function shout() returns trigger language plpgsql as 'begin new.note := upper(new.note); return new; end';
  create trigger shout before insert on things for each row execute function shout();
  create view all_things with (security_invoker = true) as select tenant_id, id, note from things;
  grant select on all_things to vezne_app, vezne_platform;
  create table hints (tenant_id uuid not null, thing_id uuid not null,
    constraint hints_of foreign key (tenant_id, thing_id) references things (tenant_id, id));
  call protect_tenant_table('hints', 'select, insert, update');
`

test('a table with foreign keys both ways, narrow keys, a view and rights on columns is divided by day, else it is said why not', async () => {
  const { runtime, moveClock } = shop.vezne
  const tenant = '00000000-0000-7000-8000-000000000001'
  const keyAt = async (ms: number): Promise<string> =>
    (await shop.rows('select first_key_at(to_timestamp($1::float8 / 1000)) as id', [ms]))[0].id
  const add = async (place: number, id: string): Promise<void> => {
    await shop.rows('insert into things (tenant_id, id, place, sort_id, name, note) values ($1, $2, $3, $1, $4, $5)', [
      tenant,
      id,
      place,
      `n${place}`,
      'a note',
    ])
    await shop.rows('insert into hints values ($1, $2)', [tenant, id])
  }
  await shop.own(ALL_OF_IT, [])
  await shop.rows('insert into sorts values ($1, $1)', [tenant])
  const first = await keyAt(runtime.clock.ms())
  await add(1, first)
  await shop.own(`call bound_table_by_day('things', 'id', 30)`, [])
  await assert.rejects(shop.own(`call divide_table('things')`, []), (error: Error) => {
    for (const why of [
      'bound is not checked',
      'late is not valid',
      'things_pkey is unique without id',
      'things_name is unique without id',
    ])
      assert.match(error.message, new RegExp(why))
    return true
  })
  await shop.own(`call check_bound('things')`, [])
  await shop.own('alter table things validate constraint late', [])
  await shop.own(`call divide_table('things', '{things_pkey}', '{things_name}')`, [])

  await assert.rejects(shop.rows('insert into hints values ($1, $1)', [tenant]), /hints_of/)
  await assert.rejects(shop.rows('update hints set thing_id = $1', [tenant]), {
    code: '23503',
    constraint: 'hints_of',
    table: 'hints',
  })
  await assert.rejects(
    shop.rows('insert into things (tenant_id, id, place, sort_id) values ($1, $1, 9, $2)', [tenant, first]),
    /things_tenant_id_sort_id_fkey/,
  )
  const later = await keyAt(runtime.clock.ms() + 9 * DAY_MS)
  await add(2, later)
  assert.deepEqual(await home('things', 'id', later), ['things_others'])
  await moveClock(5 * DAY_MS)
  await keep()
  const day = `things_${new Date(runtime.clock.ms() + 4 * DAY_MS + 3 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '_')}`
  assert.deepEqual(await home('things', 'id', later), [day])
  assert.deepEqual(
    await shop.rows(
      'select doubled, upper(note) = all_things.note as loud from things join all_things using (id, note)',
      [],
    ),
    [
      { doubled: 2, loud: true },
      { doubled: 4, loud: true },
    ],
  )
  await shop.rows(`update things set note = 'other' where id = $1`, [later])
  await assert.rejects(shop.rows('update things set place = 3', []), /permission denied/)
  assert.deepEqual(
    await shop.rows(
      `select c.reloptions, t.reloptions as toast from pg_class c join pg_class t on t.oid = c.reltoastrelid where c.oid = $1::regclass`,
      [day],
    ),
    [{ reloptions: ['fillfactor=60'], toast: ['autovacuum_enabled=false'] }],
  )
  await moveClock(400 * DAY_MS)
  await keep()
  assert.ok((await partitionsOf('things')).length < 60, 'no day is made that would be dropped at once')
  const dropped = await shop.rows(`select drop_oldest_partition('things', 0) as name`, [])
  assert.match(dropped[0].name, /^things_before_/)
  assert.deepEqual(await shop.rows('select place from things', []), [{ place: 2 }])
})
