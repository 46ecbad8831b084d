/** Looking values up: always what a naive search of all entries finds, whatever is in memory, being read, written or deleted meanwhile. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { type Blacklist, blacklistPurpose, openBlacklist } from '../../src/fraud/blacklist/blacklist.ts'
import { readValue } from '../../src/fraud/blacklist/entry-value.ts'
import type { BlacklistEntryType, BlacklistValues } from '../../src/fraud/blacklist/forms.ts'
import type { House } from '../../src/infra/house.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const HOUR_MS = 3_600_000

let vezne: Vezne
let house: House
before(async () => {
  vezne = await startVezne()
  house = vezne.house
})
after(() => vezne.stop())

let blacklist: Blacklist
/** Statements the look-ups sent. */
let asked = 0
const openCounted = (changes: Partial<House> = {}): Blacklist => {
  const db = new Proxy(house.db, {
    get(target, name) {
      if (name === 'batch') asked++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return openBlacklist({ ...house, db, ...changes })
}
beforeEach(async () => {
  for (const table of ['fraud_blacklist', 'fraud_blacklist_global'])
    await house.db.acrossTenants((tx) => tx.execute(`delete from ${table}`))
  blacklist?.close()
  blacklist = openCounted()
})

interface Entry {
  list: string | null
  type: BlacklistEntryType
  value: string
  /** From now on. */
  expiresMs?: number
}
const SHARED = 'id, entry_type, form, value_hash, pattern, display_value, expires_at, created'
const COLUMNS = { fraud_blacklist: `tenant_id, ${SHARED}`, fraud_blacklist_global: SHARED }
/** Behind everybody's back: the database alone tells of it. */
const put = async (entries: readonly Entry[]): Promise<void> => {
  const rows = entries.map(({ list, type, value, expiresMs }) => {
    const { form, text, pattern, shown } = readValue(type, value)
    return {
      ...{ tenant_id: list, id: randomUUID(), entry_type: type, form, pattern, display_value: shown },
      value_hash: `\\x${house.sealer.fingerprint(blacklistPurpose(form), text).toString('hex')}`,
      expires_at: expiresMs === undefined ? null : new Date(house.clock.ms() + expiresMs),
      created: house.clock.now(),
    }
  })
  for (const [table, some] of [
    ['fraud_blacklist', rows.filter(({ tenant_id }) => tenant_id !== null)],
    ['fraud_blacklist_global', rows.filter(({ tenant_id }) => tenant_id === null)],
  ] as const)
    await house.db.acrossTenants((tx) =>
      tx.execute(
        `insert into ${table} (${COLUMNS[table]}) select ${COLUMNS[table]} from jsonb_populate_recordset(null::${table}, $1)
         on conflict do nothing`,
        [JSON.stringify(some)],
      ),
    )
}
const remove = (): Promise<number> => house.db.acrossTenants((tx) => tx.execute('delete from fraud_blacklist'))
const heard = (what: string, values: BlacklistValues, types: readonly string[]): Promise<void> =>
  until(what, async () => String(await blacklist.typesOf(DEMO, values)) === String(types))

const CARDS = ['4539148803436467', '4485275742308327']
const IBANS = ['TR160090100000000000009000', 'TR960090100000000000100001']
const ADDRESSES = ['203.0.113.7', '203.0.113.8', '203.0.112.1', '10.9.8.7', '2001:db8:7::1', '2001:db8:8::1', '::1']
const RANGES = ['203.0.113.0/24', '203.0.112.0/23', '203.0.113.8/29', '2001:db8::/32', '2001:db8:7::/48', '0::/64']
const NAMES = ['a', 'A', 'b-2', 'shop']
const EMAILS = ['a@x.example', 'A@X.Example', 'b@x.example', 'a@y.x.example']

/** As anybody would write it who has no index. */
const isMatch = (entry: Entry, values: BlacklistValues): boolean => {
  const value = values[entry.type]
  if (!value) return false
  if (entry.type === 'ip') {
    const address = ipaddr.process(value)
    if (!entry.value.includes('/')) return ipaddr.process(entry.value).toString() === address.toString()
    const [first, bits] = ipaddr.parseCIDR(entry.value)
    return first.kind() === address.kind() && address.match([first, bits] as [ipaddr.IPv4, number])
  }
  if (entry.type !== 'email') return entry.value === value
  const [listed, email] = [entry.value.toLowerCase(), value.toLowerCase()]
  return listed.startsWith('@') ? email.slice(email.lastIndexOf('@')) === listed : listed === email
}
const naive = (entries: readonly Entry[], tenantId: string, values: BlacklistValues): string[] => {
  const living = entries.filter(({ list, expiresMs = 1 }) => expiresMs > 0 && (list === null || list === tenantId))
  return [...new Set(living.filter((entry) => isMatch(entry, values)).map(({ type }) => type))].sort()
}

const VALUES: Record<BlacklistEntryType, [entries: string[], asked: string[]]> = {
  card: [CARDS, CARDS],
  iban: [IBANS, IBANS],
  ip: [
    [...ADDRESSES, ...RANGES],
    [...ADDRESSES, '::ffff:203.0.113.7'],
  ],
  device: [NAMES, NAMES],
  merchant_external_id: [NAMES, NAMES],
  email: [[...EMAILS, '@x.example', '@nobody.example'], EMAILS],
}
const types = Object.keys(VALUES) as BlacklistEntryType[]
const anyEntry: fc.Arbitrary<Entry> = fc.constantFrom(...types).chain((type) =>
  fc.record(
    {
      list: fc.constantFrom(null, DEMO, OTHER),
      type: fc.constant(type),
      value: fc.constantFrom(...VALUES[type][0]),
      expiresMs: fc.constantFrom(-1, HOUR_MS),
    },
    { requiredKeys: ['list', 'type', 'value'] },
  ),
)
const anyValues: fc.Arbitrary<BlacklistValues> = fc.record(
  Object.fromEntries(types.map((type) => [type, fc.option(fc.constantFrom(...VALUES[type][1]))])),
  { requiredKeys: [] },
)
/** The unique index takes the first of two. */
const keptOf = (entries: readonly Entry[]): Entry[] => {
  const seen = new Set<string>()
  return entries.filter(({ list, type, value }) => {
    const { form, text } = readValue(type, value)
    const key = `${list} ${form} ${text}`
    return !seen.has(key) && seen.add(key)
  })
}

test('property: as a naive search finds, of both lists, expired entries apart', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEntry, { maxLength: 12 }),
      fc.array(anyValues, { minLength: 1, maxLength: 6 }),
      async (entries, each) => {
        for (const table of ['fraud_blacklist', 'fraud_blacklist_global'])
          await house.db.acrossTenants((tx) => tx.execute(`delete from ${table}`))
        await put(entries)
        const fresh = openCounted()
        const kept = keptOf(entries)
        for (const tenantId of [DEMO, OTHER]) {
          const expected = each.map((values) => naive(kept, tenantId, values))
          assert.deepEqual(await fresh.typesOfEach(tenantId, each), expected)
          for (const [at, values] of each.entries())
            assert.deepEqual(await fresh.typesOf(tenantId, values), expected[at])
        }
        fresh.close()
      },
    ),
    { numRuns: 60 },
  )
})

const EVERYTHING: BlacklistValues = {
  ...{ card: CARDS[0], iban: IBANS[0], ip: '203.0.113.7', email: 'a@x.example' },
  ...{ device: 'a', merchant_external_id: 'shop' },
}

/** The rows deleted before this test are still told of. */
const untilQuiet = (list: Blacklist): Promise<void> =>
  until('nothing is to be read', async () => {
    const found = list.typesOf(DEMO, { device: 'nobody’s' })
    await found
    return !(found instanceof Promise)
  })

test('a tenant without entries: told at once, without a question, a hash or a promise', async () => {
  await untilQuiet(blacklist)
  const hashed = { count: 0 }
  const counting = openCounted({
    sealer: {
      ...house.sealer,
      fingerprint: (...given) => {
        hashed.count++
        return house.sealer.fingerprint(...given)
      },
    },
  })
  await untilQuiet(counting)
  assert.ok(asked > 0, 'the count counts')
  const before = asked
  for (let nth = 0; nth < 100; nth++) {
    assert.deepEqual(counting.typesOf(DEMO, EVERYTHING), [])
    assert.deepEqual(blacklist.typesOf(DEMO, EVERYTHING), [])
  }
  assert.deepEqual([asked - before, hashed.count], [0, 0])
  // One entry of one type: that type is hashed, the others are not.
  await put([{ list: DEMO, type: 'card', value: CARDS[1] as string }])
  await until('heard', async () => {
    await counting.typesOf(DEMO, EVERYTHING)
    return hashed.count > 0
  })
  hashed.count = 0
  await counting.typesOf(DEMO, EVERYTHING)
  assert.equal(hashed.count, 1)
  counting.close()
})

test('a miss asks nothing; a hit is confirmed', async () => {
  await put([{ list: DEMO, type: 'iban', value: IBANS[0] as string }])
  await untilQuiet(blacklist)
  const before = asked
  assert.deepEqual(blacklist.typesOf(DEMO, { iban: IBANS[1] }), [])
  assert.equal(asked, before)
  assert.deepEqual(await blacklist.typesOf(DEMO, { iban: IBANS[0] }), ['iban'])
  assert.equal(asked, before + 1)
  assert.deepEqual(await blacklist.typesOf(OTHER, { iban: IBANS[0] }), [])
})

test('an entry counts until its moment, by the platform’s clock', async () => {
  await put([{ list: null, type: 'device', value: 'a', expiresMs: HOUR_MS }])
  assert.deepEqual(await blacklist.typesOf(DEMO, { device: 'a' }), ['device'])
  await vezne.moveClock(HOUR_MS)
  assert.deepEqual(await blacklist.typesOf(DEMO, { device: 'a' }), [])
})

test('what is written and deleted elsewhere is heard, on both lists', async () => {
  assert.deepEqual(await blacklist.typesOf(DEMO, EVERYTHING), [])
  await put([{ list: DEMO, type: 'device', value: 'a' }])
  await heard('the tenant’s', EVERYTHING, ['device'])
  await put([{ list: null, type: 'ip', value: '203.0.113.0/24' }])
  await heard('the platform’s', EVERYTHING, ['device', 'ip'])
  await remove()
  await heard('deleted', EVERYTHING, ['ip'])
})

test('while notices are not certain, what is known is looked at again', async () => {
  const deaf = openCounted({
    notices: { ...house.notices, on: () => () => undefined, hearing: { isSure: () => false, epoch: () => 0 } } as never,
  })
  assert.deepEqual(await deaf.typesOf(DEMO, EVERYTHING), [])
  await put([{ list: DEMO, type: 'card', value: CARDS[0] as string }])
  await until('seen', async () => String(await deaf.typesOf(DEMO, EVERYTHING)) === 'card')
  deaf.close()
})

test('a gap in hearing: what was read before it is read again', async () => {
  let epoch = 0
  const hearing = { isSure: () => true, epoch: () => epoch }
  const gapped = openCounted({ notices: { ...house.notices, on: () => () => undefined, hearing } as never })
  assert.deepEqual(await gapped.typesOf(DEMO, EVERYTHING), [])
  await put([{ list: DEMO, type: 'card', value: CARDS[0] as string }])
  epoch++
  await until('seen', async () => String(await gapped.typesOf(DEMO, EVERYTHING)) === 'card')
  gapped.close()
})

/** Entries of random hashes, set-wise. */
const fill = (rows: number): Promise<number> =>
  house.db.inTenant(DEMO, (tx) =>
    tx.execute(
      `insert into fraud_blacklist (tenant_id, id, entry_type, form, value_hash, display_value, created)
       select $1, gen_random_uuid(), 'device', 'device', sha256(random()::text::bytea), '***', now()
       from generate_series(1, $2)`,
      [DEMO, rows],
    ),
  )

test('a long list: right while it is read, then from memory; what is added counts, what is deleted does not', async () => {
  const many = 60_000 // more than a page
  await fill(many / 2)
  await fill(many / 2)
  await put([{ list: DEMO, type: 'card', value: CARDS[0] as string }])
  // The first questions come before the list is read.
  const first = await Promise.all([EVERYTHING, { card: CARDS[1] }].map((values) => blacklist.typesOf(DEMO, values)))
  assert.deepEqual(first, [['card'], []])
  await untilQuiet(blacklist)
  assert.ok(blacklist.bytes() >= 4 * many && blacklist.bytes() < 5 * many, `${blacklist.bytes()} bytes`)
  await put([
    { list: DEMO, type: 'iban', value: IBANS[0] as string },
    { list: DEMO, type: 'ip', value: '203.0.113.0/24' },
  ])
  await heard('added', EVERYTHING, ['card', 'iban', 'ip'])
  assert.deepEqual(await blacklist.typesOf(DEMO, { card: CARDS[0] }), ['card'])
  await house.db.inTenant(DEMO, (tx) =>
    tx.execute(`delete from fraud_blacklist where tenant_id = $1 and form in ('card', 'ip4/24')`, [DEMO]),
  )
  assert.deepEqual(await blacklist.typesOf(DEMO, EVERYTHING), ['iban'], 'at once: the database has the last word')
  // So much at once that the whole is read again.
  await fill(25_000)
  await put([{ list: DEMO, type: 'card', value: CARDS[1] as string }])
  await heard('added with many', { card: CARDS[1] }, ['card'])
  await until('read again', async () => (await blacklist.typesOf(DEMO, {})) && blacklist.bytes() > 4 * 85_000)
})

test('the database is away: no answer is a guess', async () => {
  const broken = openCounted({ db: { batch: () => Promise.reject(new Error('away')) } as never })
  await assert.rejects(async () => broken.typesOf(DEMO, EVERYTHING), /away/)
  broken.close()
})
