/** Looking values up: always right, whatever is in memory, being read, written or deleted meanwhile, and quick where nothing is listed. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { type Blacklist, blacklistHashPurpose } from '../../src/fraud/blacklist/blacklist.ts'
import type { BlacklistValues } from '../../src/fraud/blacklist/normal-forms.ts'
import type { Runtime } from '../../src/infra/runtime.ts'
import {
  type CountedBlacklist,
  clearEntries,
  type Entry,
  openCounted,
  putEntries,
} from '../support/blacklist-entries.ts'
import { asOtherCaller } from '../support/other-caller.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const HOUR_MS = 3_600_000
const CARDS = ['4539148803436467', '4485275742308327'] as const
const IBANS = ['TR160090100000000000009000', 'TR960090100000000000100001'] as const

const vezne = useVezne()
let runtime: Runtime
let blacklist: CountedBlacklist
before(async () => {
  runtime = vezne.runtime
})
beforeEach(async () => {
  await clearEntries(runtime)
  blacklist?.close()
  blacklist = openCounted(runtime)
})

const put = (entries: readonly Entry[]): Promise<void> => putEntries(runtime, entries)
const remove = (): Promise<number> =>
  runtime.db.transaction({ as: 'platform' }, (tx) => tx.execute('delete from fraud_blacklist'))
const heard = (what: string, values: BlacklistValues, types: readonly string[]): Promise<void> =>
  until(what, async () => String(await blacklist.matchTypes(DEMO, values)) === String(types))

const EVERYTHING: BlacklistValues = {
  ...{ card: CARDS[0], iban: IBANS[0], ip: '203.0.113.7', email: 'a@x.example' },
  ...{ device: 'a', merchant_external_id: 'shop' },
}

/** The rows deleted before this test are still notified. */
const untilQuiet = (list: Blacklist): Promise<void> =>
  until('nothing is to be read', async () => {
    const found = list.matchTypes(DEMO, { device: 'nobody’s' })
    await found
    return !(found instanceof Promise)
  })

test('a tenant without entries: decided synchronously, without a query, a hash or a promise', async () => {
  await untilQuiet(blacklist)
  const hashed = { count: 0 }
  const counting = openCounted(runtime, {
    sealer: {
      ...runtime.sealer,
      fingerprint: (...given: [string, string]) => {
        hashed.count++
        return runtime.sealer.fingerprint(...given)
      },
    },
  })
  await untilQuiet(counting)
  assert.ok(counting.asked() > 0, 'the count counts')
  const before = counting.asked() + blacklist.asked()
  for (let nth = 0; nth < 100; nth++) {
    assert.deepEqual(counting.matchTypes(DEMO, EVERYTHING), [])
    assert.deepEqual(blacklist.matchTypes(DEMO, EVERYTHING), [])
  }
  assert.deepEqual([counting.asked() + blacklist.asked() - before, hashed.count], [0, 0])
  // One entry of one type: that type is hashed, the others are not.
  await put([{ list: DEMO, type: 'card', value: CARDS[1] }])
  await until('heard', async () => {
    await counting.matchTypes(DEMO, EVERYTHING)
    return hashed.count > 0
  })
  hashed.count = 0
  await counting.matchTypes(DEMO, EVERYTHING)
  assert.equal(hashed.count, 1)
  counting.close()
})

test('a miss asks nothing; a hit is confirmed', async () => {
  await put([{ list: DEMO, type: 'iban', value: IBANS[0] }])
  await untilQuiet(blacklist)
  const before = blacklist.asked()
  assert.deepEqual(blacklist.matchTypes(DEMO, { iban: IBANS[1] }), [])
  assert.equal(blacklist.asked(), before)
  assert.deepEqual(await blacklist.matchTypes(DEMO, { iban: IBANS[0] }), ['iban'])
  assert.equal(blacklist.asked(), before + 1)
  assert.deepEqual(await blacklist.matchTypes(OTHER, { iban: IBANS[0] }), [])
})

test('an entry counts until its moment, by the platform’s clock', async () => {
  await put([{ list: null, type: 'device', value: 'a', expiresMs: HOUR_MS }])
  assert.deepEqual(await blacklist.matchTypes(DEMO, { device: 'a' }), ['device'])
  await vezne.moveClock(HOUR_MS)
  assert.deepEqual(await blacklist.matchTypes(DEMO, { device: 'a' }), [])
})

test('writes and deletes of other processes are noticed, on both lists', async () => {
  assert.deepEqual(await blacklist.matchTypes(DEMO, EVERYTHING), [])
  await put([{ list: DEMO, type: 'device', value: 'a' }])
  await heard('the tenant’s', EVERYTHING, ['device'])
  await put([{ list: null, type: 'ip', value: '203.0.113.0/24' }])
  await heard('the platform’s', EVERYTHING, ['device', 'ip'])
  await remove()
  await heard('deleted', EVERYTHING, ['ip'])
})

test('while notifications are not certain, the cached content is read again', async () => {
  const deaf = openCounted(runtime, {
    notices: {
      ...runtime.notifications,
      on: () => () => undefined,
      hearing: { isSure: () => false, epoch: () => 0 },
    } as never,
  })
  assert.deepEqual(await deaf.matchTypes(DEMO, EVERYTHING), [])
  await put([{ list: DEMO, type: 'card', value: CARDS[0] }])
  await until('seen', async () => String(await deaf.matchTypes(DEMO, EVERYTHING)) === 'card')
  deaf.close()
})

test('a gap in hearing: what was read before it is read again', async () => {
  let epoch = 0
  const hearing = { isSure: () => true, epoch: () => epoch }
  const gapped = openCounted(runtime, { notices: { ...runtime.notifications, on: () => () => undefined, hearing } })
  assert.deepEqual(await gapped.matchTypes(DEMO, EVERYTHING), [])
  await put([{ list: DEMO, type: 'card', value: CARDS[0] }])
  epoch++
  await until('seen', async () => String(await gapped.matchTypes(DEMO, EVERYTHING)) === 'card')
  gapped.close()
})

/** Entries of random hashes, set-wise. */
const fill = (rows: number): Promise<number> =>
  runtime.db.transaction({ of: DEMO }, (tx) =>
    tx.execute(
      `insert into fraud_blacklist (tenant_id, id, entry_type, form, value_hash, display_value, created)
       select $1, gen_random_uuid(), 'device', 'device', sha256(random()::text::bytea), '***', now()
       from generate_series(1, $2)`,
      [DEMO, rows],
    ),
  )

test('a long list: right while it is read, then from memory; what is added counts, what is deleted does not', async () => {
  const many = 51_000 // more than a page
  await fill(many / 2)
  await fill(many / 2)
  await put([{ list: DEMO, type: 'card', value: CARDS[0] }])
  // The first questions come before the list is read.
  const first = await Promise.all([EVERYTHING, { card: CARDS[1] }].map((values) => blacklist.matchTypes(DEMO, values)))
  assert.deepEqual(first, [['card'], []])
  await untilQuiet(blacklist)
  assert.ok(blacklist.bytes() >= 4 * many && blacklist.bytes() < 5 * many, `${blacklist.bytes()} bytes`)
  await put([
    { list: DEMO, type: 'iban', value: IBANS[0] },
    { list: DEMO, type: 'ip', value: '203.0.113.0/24' },
  ])
  await heard('added', EVERYTHING, ['card', 'iban', 'ip'])
  assert.deepEqual(await blacklist.matchTypes(DEMO, { card: CARDS[0] }), ['card'])
  await runtime.db.transaction({ of: DEMO }, (tx) =>
    tx.execute(`delete from fraud_blacklist where tenant_id = $1 and form in ('card', 'ip4/24')`, [DEMO]),
  )
  assert.deepEqual(await blacklist.matchTypes(DEMO, EVERYTHING), ['iban'], 'at once: the database has the last word')
  // So much at once that the whole is read again.
  await fill(20_500)
  await put([{ list: DEMO, type: 'card', value: CARDS[1] }])
  await heard('added with many', { card: CARDS[1] }, ['card'])
  await until('read again', async () => (await blacklist.matchTypes(DEMO, {})) && blacklist.bytes() > 4 * 71_500)
})

test('a long list: an entry whose transaction began before the last reading and ends after it', async () => {
  await fill(1_500) // too many to be read whole at every change
  await untilQuiet(blacklist)
  await runtime.db.transaction({ as: 'platform' }, async (tx) => {
    await tx.execute(
      `insert into fraud_blacklist (tenant_id, id, entry_type, form, value_hash, display_value, created)
       values ($1, gen_random_uuid(), 'iban', 'iban', $2, '***', now())`,
      [DEMO, runtime.sealer.fingerprint(blacklistHashPurpose('iban'), IBANS[0])],
    )
    await asOtherCaller(async () => {
      await put([{ list: DEMO, type: 'card', value: CARDS[0] }])
      await heard('the quicker one', EVERYTHING, ['card'])
      await untilQuiet(blacklist)
    })
  })
  await heard('the slower one', EVERYTHING, ['card', 'iban'])
})

test('the database is unavailable: no result is a guess', async () => {
  const away = { batch: () => Promise.reject(new Error('away')), shards: [0], shardOf: () => 0, on: () => away }
  const broken = openCounted(runtime, { db: away })
  await assert.rejects(async () => broken.matchTypes(DEMO, EVERYTHING), /away/)
  broken.close()
})
