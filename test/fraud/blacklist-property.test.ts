/** Property: a look-up finds what a naive search of all entries finds, of both lists, expired entries apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import type { BlacklistEntryType, BlacklistValues } from '../../src/fraud/blacklist/normal-forms.ts'
import { parseEntryValue } from '../../src/fraud/blacklist/parse-entry-value.ts'
import { clearEntries, type Entry, openCounted, putEntries } from '../support/blacklist-entries.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const HOUR_MS = 3_600_000

const vezne = useVezne()

const CARDS = ['4539148803436467', '4485275742308327']
const IBANS = ['TR160090100000000000009000', 'TR960090100000000000100001']
const ADDRESSES = ['203.0.113.7', '203.0.113.8', '203.0.112.1', '10.9.8.7', '2001:db8:7::1', '2001:db8:8::1', '::1']
const RANGES = ['203.0.113.0/24', '203.0.112.0/23', '203.0.113.8/29', '2001:db8::/32', '2001:db8:7::/48', '0::/64']
const NAMES = ['a', 'A', 'b-2', 'shop']
const EMAILS = ['a@x.example', 'A@X.Example', 'b@x.example', 'a@y.x.example']

/** A naive search without an index. */
const isMatch = (entry: Entry, values: BlacklistValues): boolean => {
  const value = values[entry.type] as string | null | undefined
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
    const { form, text } = parseEntryValue(type, value)
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
        await clearEntries(vezne.runtime)
        await putEntries(vezne.runtime, entries)
        const fresh = openCounted(vezne.runtime)
        const kept = keptOf(entries)
        for (const tenantId of [DEMO, OTHER]) {
          const expected = each.map((values) => naive(kept, tenantId, values))
          assert.deepEqual(await fresh.matchTypesOfEach(tenantId, each), expected)
          for (const [at, values] of each.entries())
            assert.deepEqual(await fresh.matchTypes(tenantId, values), expected[at])
        }
        fresh.close()
      },
    ),
    { numRuns: 60 },
  )
})
