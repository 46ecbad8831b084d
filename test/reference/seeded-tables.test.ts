/** The data that ships with the program, BIN look-up, Turkish search, and IBAN parsing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEED_CARDS } from '../../src/acquiring/seed/seed-test-cards.ts'
import { CARD_BRANDS, CARD_SCHEMES, CARD_TYPES } from '../../src/core/schema.ts'
import { indexBins } from '../../src/reference/bin-index.ts'
import type { BankBin } from '../../src/reference/reference-store.ts'
import { seedBanks, seedBins, seedCities, seedDistricts, seedMccCodes } from '../../src/reference/seed/seed-data.ts'
import { compareTurkish, searchFor } from '../../src/reference/turkish-text.ts'
import { readIban } from '../../src/reference/validation/read-iban.ts'

const unique = (keys: readonly unknown[]): boolean => new Set(keys).size === keys.length
const isOneOf = (values: readonly string[], value: string | undefined): boolean => values.includes(value ?? '')
const CATEGORIES = ['retail', 'food', 'travel', 'online', 'services', 'entertainment', 'utilities']

test('the data that ships is whole', async () => {
  const banks = seedBanks('sandbox')
  const bins = seedBins('sandbox')
  const cities = seedCities()
  const districts = seedDistricts()
  const codes = await seedMccCodes()
  assert.ok(banks.length >= 31 && unique(banks.map(({ code }) => code)))
  assert.ok(banks.every(({ code, name }) => /^[0-9]{5}$/.test(code!) && name))
  assert.ok(unique(bins.map(({ bin_start }) => bin_start)))
  for (const bin of bins) {
    assert.match(bin.bin_start!, /^[0-9]{6,8}$/)
    assert.ok(bin.bank_code === null || banks.some(({ code }) => code === bin.bank_code), bin.bin_start ?? '')
    assert.ok(isOneOf(CARD_SCHEMES, bin.schema_type), bin.bin_start ?? '')
    assert.ok(isOneOf(CARD_TYPES, bin.card_type), bin.bin_start ?? '')
    assert.ok(isOneOf(CARD_BRANDS, bin.card_program), bin.bin_start ?? '')
  }
  assert.deepEqual(
    cities.map(({ code }) => code),
    Array.from({ length: 81 }, (_, at) => String(at + 1).padStart(2, '0')),
  )
  assert.ok(districts.length > 950 && unique(districts.map(({ city_code, name }) => `${city_code} ${name}`)))
  assert.ok(districts.every(({ city_code }) => cities.some(({ code }) => code === city_code)))
  assert.ok(codes.length > 800 && unique(codes.map(({ code }) => code)))
  for (const row of codes) {
    assert.match(row.code, /^[0-9]{4}$/)
    assert.ok(CATEGORIES.includes(row.category), row.code)
    assert.ok(row.description && row.description_en && !/\p{Script=Cyrillic}/u.test(row.description_en), row.code)
  }
  const grocery = codes.find(({ code }) => code === '5411')
  assert.deepEqual([grocery?.description, grocery?.description_en, grocery?.category], ['Market', 'Grocery', 'food'])
})

test('every test card has its BIN in the sandbox, issued by Simulated Bank A unless foreign; production has none', () => {
  const bins = new Map(seedBins('sandbox').map((bin) => [bin.bin_start, bin]))
  for (const card of SEED_CARDS) {
    const bin = bins.get(card.card_number.slice(0, 6))
    assert.ok(bin, card.card_number)
    const country = card.extra_properties.country ?? 'TR'
    assert.deepEqual(
      [bin.schema_type, bin.card_type, bin.card_program, bin.country, bin.bank_code, bin.card_length],
      [
        card.card_schema_type,
        card.card_type,
        card.card_brand,
        country,
        country === 'TR' ? '00901' : null,
        card.card_number.length,
      ],
      card.card_number,
    )
  }
  assert.equal(
    seedBins('production').some(({ bank_code }) => bank_code === null || bank_code.startsWith('009')),
    false,
  )
  assert.equal(
    seedBanks('production').some(({ code }) => /^0090[1-9]$/.test(code!)),
    false,
  )
})

const range = (bin_start: string, bin_end = bin_start, is_active = true): BankBin => ({
  id: bin_start,
  bank_code: null,
  bank_name: null,
  bin_start,
  bin_end,
  schema_type: 'Visa',
  card_type: 'Credit',
  card_program: null,
  country: 'TR',
  is_commercial: false,
  card_length: 16,
  is_active,
})
const find = indexBins([
  range('411111', '411115'),
  range('41111222'),
  range('4111133'),
  range('411120', '411120', false),
  range('411130', '411139'),
])
const lookups = `
  4111100000000000  -
  4111110000000000  411111
  4111150000000000  411111
  4111160000000000  -
  4111122200000000  41111222
  4111122300000000  411111
  4111133000000000  4111133
  4111200000000000  -
  4111309999999999  411130
  4111400000000000  -
  411111            411111
  4111122           411111
  41113             -`
for (const line of lookups.trim().split('\n')) {
  const [digits, expected] = line.trim().split(/\s+/) as [string, string]
  test(`BIN of ${digits}: ${expected}`, () => assert.equal(find(digits)?.bin_start ?? '-', expected))
}

// Term, text, found by the Turkish rule, found by the plain rule.
const searches = `
  istan   İstanbul   true   false
  ISTAN   İstanbul   false  false
  İSTAN   İstanbul   true   true
  ISPAR   Isparta    true   true
  ispar   Isparta    false  true
  ağrı    Ağrı       true   true
  AĞRI    Ağrı       true   false
  TAXI    Taxi       false  true`
for (const line of searches.trim().split('\n')) {
  const [term, text, turkish, plain] = line.trim().split(/\s+/) as [string, string, string, string]
  test(`search ${term} in ${text}`, () => {
    assert.equal(searchFor(term)([text], []), turkish === 'true')
    assert.equal(searchFor(term)([], [text]), plain === 'true')
  })
}

test('Turkish order: ç after c, ı before i, ş after s', () => {
  assert.deepEqual(['Şile', 'İnegöl', 'Çan', 'Iğdır', 'Siirt', 'Ceyhan', 'Zile'].sort(compareTurkish), [
    'Ceyhan',
    'Çan',
    'Iğdır',
    'İnegöl',
    'Siirt',
    'Şile',
    'Zile',
  ])
})

// Text, is_valid, checksum_valid, format_valid, bank code.
const ibans = `
  TR330006100519786457841326            true   true   true   00061
  tr33-0006-1005-1978-6457-8413-26      true   true   true   00061
  TR160090100000000000009000            true   true   true   00901
  TR890001000000000001000002            false  false  true   00010
  TR89000100000000000100000             false  false  false  -
  DE89370400440532013000                true   true   true   -
  XX330006100519786457841326            false  false  false  -
  hello                                 false  false  false  -
  TR                                    false  false  false  -`
for (const line of ibans.trim().split('\n')) {
  const [text, ...expected] = line.trim().split(/\s+/) as [string, string, string, string, string]
  test(`IBAN ${text}`, () => {
    const { is_valid, checksum_valid, format_valid, bank_code, error_message } = readIban(text)
    assert.deepEqual([`${is_valid}`, `${checksum_valid}`, `${format_valid}`, bank_code ?? '-'], expected)
    assert.equal(error_message === null, is_valid)
  })
}

test('an IBAN is displayed in groups of four, and masked except its ends', () => {
  const reading = readIban('TR33 0006 1005 1978 6457 8413 26')
  assert.equal(reading.formatted_iban, 'TR33 0006 1005 1978 6457 8413 26')
  assert.equal(reading.masked_iban, `TR33${'*'.repeat(18)}1326`)
  assert.deepEqual([reading.country_code, reading.check_digits], ['TR', '33'])
})
