/** Months leave the database for files and come back as they were; ended anywhere, nothing is lost, and nobody but the owner takes one out. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findMonths } from '../../src/cli/archive/archive-month.ts'
import { verifyFolder } from '../../src/cli/archive/manifest.ts'
import { type ArchiveRig, openArchiveRig } from '../support/archive-rig.ts'
import { keepPartitions, rewriteParts } from '../support/kept-partitions.ts'
import { noteText } from '../support/seen.ts'
import { useShop } from '../support/shop.ts'
import { testServer } from '../support/test-server.ts'

const DAY_MS = 86_400_000
const shop = useShop({ env: { VEZNE_ROLE: 'api' } })
let rig: ArchiveRig
before(async () => {
  rig = await openArchiveRig(shop)
})
after(async () => {
  await rig.close()
})

const months = () => shop.vezne.runtime.db.transaction({ as: 'platform' }, findMonths)
const keep = () => keepPartitions(shop.vezne.runtime, {})
const sellAndPass = async (days: number, sales = 2): Promise<string[]> => {
  const sold: string[] = []
  for (let n = 0; n < sales; n++) sold.push(await shop.sell())
  await shop.vezne.moveClock(days * DAY_MS)
  await keep()
  return sold
}
/** Without the bodies, which a file does not have. */
const ROW = '(to_jsonb(t) - array(select column_name from emptied_columns where table_name = $1))::text'
const content = async (): Promise<Record<string, unknown>> => {
  const tables = (await shop.rows(`select name from divided_tables where part = 'month' order by 1`, [])).map(
    ({ name }) => name,
  )
  const all: Record<string, unknown> = {}
  for (const table of tables)
    all[table] = (
      await shop.rows(
        `select count(*)::int as n, md5(string_agg(${ROW}, '|' order by ${ROW})) as sum from ${table} t`,
        [table],
      )
    )[0]
  return all
}
const books = () => shop.rows('select * from book_sums order by 1, 2', [])
const oldest = async () => (await months()).find(({ here }) => here.length > 0)!

test('what is young, not the oldest, or at work stays', async () => {
  await sellAndPass(62)
  await sellAndPass(31)
  const [first, second] = await months()
  await assert.rejects(rig.out(first!.label), /too young/)
  await assert.rejects(rig.out('1999-01'), /no month 1999-01/)
  await shop.vezne.moveClock(400 * DAY_MS)
  await keep()
  await assert.rejects(rig.out(second!.label), /the oldest goes first/)
  const [delivery] = await shop.rows(`select resource_id, tenant_id from events order by resource_id limit 1`, [])
  await shop.own(
    `insert into webhook_deliveries (tenant_id, resource_id, sequence, subscription_id, attempt_number, id, event_type, activation, state, due_at)
     values ($1, $2, 1, gen_random_uuid(), 1, gen_random_uuid(), 'x', 1, 'waiting', now())`,
    [delivery.tenant_id, delivery.resource_id],
  )
  await assert.rejects(rig.out(first!.label), /1 deliveries that wait, such as/)
  await shop.own('delete from webhook_deliveries', [])
})

test('out and back, ended behind every step: the same rows, and books that add up at each moment', async (t) => {
  await rewriteParts(shop.vezne.runtime, 3, undefined, { lot: 500, rest: 0 }) // bodies that are empty by age are so in files
  const before = await content()
  const sums = await books()
  const { label, here } = await oldest()
  const steps = await rig.outKilled(label)
  t.diagnostic(steps.join(', '))
  assert.deepEqual(await books(), sums)
  const away = await content()
  assert.notDeepEqual(away, before)
  const { manifest } = await verifyFolder(join(rig.folder, label))
  assert.deepEqual(
    manifest.tables.map(({ table }) => table),
    here,
  )
  assert.ok(manifest.tables.find(({ table }) => table === 'journal')!.rows > 0)
  assert.equal((await months()).find((month) => month.label === label)!.state, 'out')
  await rig.out(label) // says where it is
  const next = (await oldest()).label
  await rig.out(next)
  assert.deepEqual(await books(), sums)
  t.diagnostic((await rig.backKilled(label)).join(', '))
  await rig.back(next)
  assert.deepEqual(await content(), before)
  assert.deepEqual(await books(), sums)
  assert.deepEqual(
    await shop.rows(`select relname from pg_class where relname ~ '_(noted|new)$' and relkind = 'r'`, []),
    [],
  )
  await rig.out(label)
  assert.deepEqual(await content(), away)
  await rig.back(label)
})

test('rows that change while a month is written keep it here; the next try takes it out with the change', async () => {
  const { label } = await oldest()
  await assert.rejects(
    rig.out(label, (step) => {
      if (step === 'manifest') throw new Error('slow')
    }),
    /slow/,
  )
  const { runtime } = shop.vezne
  await assert.rejects(
    rig.out(label, async (step) => {
      if (step !== 'verified') return
      await shop.own(
        `update events set body = body || ' ' where id = (select id from events order by resource_id limit 1)`,
        [],
      )
    }),
    /were changed while they were written/,
  )
  await assert.rejects(
    runtime.db.transaction({ as: 'platform' }, (tx) => tx.query('select take_out_month($1)', [new Date()])),
    /not been allowed/,
  )
  for (const sql of [
    `call begin_archive(now(), 'x')`,
    `call allow_archive(now(), 'x', '[]')`,
    `call begin_return(now())`,
    `delete from archived_months`,
  ])
    await assert.rejects(
      runtime.db.transaction({ as: 'platform' }, (tx) => tx.query(sql)),
      /permission denied/,
    )
  await rig.out(label)
  const folder = join(rig.folder, label)
  const file = join(folder, 'journal.csv.zst')
  const bytes = readFileSync(file)
  writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.of(bytes.at(-1)! ^ 1)]))
  await assert.rejects(verifyFolder(folder), /not the file that the manifest names/)
  await assert.rejects(rig.back(label), /not the file that the manifest names/)
  writeFileSync(file, bytes)
  await rig.back(label)
})

/** The command itself, as an operator types it. */
const command = async (...words: string[]): Promise<{ code: number | null; out: string }> => {
  const child = spawn(process.execPath, ['src/cli/vezne.ts', 'archive', ...words, '--to', rig.folder], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: shop.vezne.ownerUrl,
      VEZNE_MASTER_KEYS: testServer().masterKeys,
      VEZNE_DATA_DIR: join(shop.vezne.dataDir, 'none'),
    },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      out += text
    })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  noteText('output', out)
  return { code, out }
}

test('vezne archive says where months are, takes one out, verifies its files and brings it back', async () => {
  const { label } = await oldest()
  const sums = await books()
  const listed = await command('list')
  assert.match(listed.out, new RegExp(`${label} {2}database.*what keeps ${label} here: nothing`, 's'))
  const out = await command('out', label)
  assert.equal(out.code, 0, out.out)
  assert.match(
    (await command('list')).out,
    new RegExp(`${label} {2}archive.*in the archive: journal \\d+ rows, \\d+\\.\\d\\d TRY`, 's'),
  )
  const verified = await command('verify', join(rig.folder, label))
  assert.match(verified.out, new RegExp(`journal +\\d+ rows.*${label} is whole`, 's'))
  assert.equal((await command('back', label)).code, 0)
  assert.deepEqual(await books(), sums)
  const young = await command('out', (await months()).at(-1)!.label)
  assert.equal(young.code, 2)
  assert.match(young.out, /too young/)
  const told = await shop.rows(`select operation from audit_log where operation like 'vezne archive%' order by seq`, [])
  assert.deepEqual(
    told.map(({ operation }) => operation),
    ['vezne archive out', 'vezne archive back'],
  )
})
