/** Lookups and validation, the same on the card and the identity surface. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const get = async (path: string, surface: 'cards' | 'identity' = 'cards', client = 'm1user') =>
  vezne.request(surface, 'GET', `/api/v1/lookups/${path}`, { token: await vezne.token(client) })
const validate = async (kind: string, body: object, surface: 'cards' | 'identity' = 'cards') =>
  vezne.request(surface, 'POST', `/api/v1/validation/${kind}`, { token: await vezne.token('view'), body })
// biome-ignore lint/suspicious/noExplicitAny: rows of every lookup
const column = (rows: any[], name: string) => rows.map((row) => row[name])

test('both surfaces return the same, for any token', async () => {
  for (const path of [
    'banks?page_size=100',
    'cities',
    'districts?city_code=34',
    'mcc-codes?page=3',
    'bins/454671',
    'bank-bins',
  ]) {
    const [cards, identity] = await Promise.all([get(path, 'cards'), get(path, 'identity')])
    assert.equal(cards.status, 200, cards.text)
    assert.deepEqual(identity.body, cards.body, path)
  }
  const platform = await vezne.request('identity', 'GET', '/api/v1/lookups/cities', {
    token: await vezne.token('admin', 'master'),
  })
  assert.equal(platform.body.length, 81)
  const nobody = await vezne.request('cards', 'GET', '/api/v1/lookups/cities')
  assert.equal(nobody.status, 401)
})

test('banks: by code, searched the Turkish way', async () => {
  const { body } = await get('banks?page_size=100')
  assert.ok(body.total_count >= 31)
  assert.deepEqual(column(body.items, 'code'), column(body.items, 'code').toSorted())
  assert.deepEqual(column((await get('banks?search_term=garanti')).body.items, 'code'), ['00062'])
  assert.deepEqual(column((await get('banks?search_term=papara')).body.items, 'code'), ['00829']) // accounts of its IBANs still stand in lists
  assert.deepEqual(column((await get(`banks?search_term=${encodeURIComponent('İŞ')}`)).body.items, 'name'), [
    'Türkiye İş Bankası',
  ])
  const { id, ...garanti } = (await get('banks?search_term=TGBATRIS')).body.items[0]
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.deepEqual(garanti, {
    code: '00062',
    name: 'Garanti BBVA',
    swift_code: 'TGBATRIS',
    bkm_member_id: null,
    logo_url: null,
    is_active: true,
  })
})

test('cities and districts', async () => {
  const cities = (await get('cities')).body
  assert.deepEqual([cities.length, cities[5].code, cities[5].name, cities[5].country], [81, '06', 'Ankara', 'TR'])
  assert.deepEqual(column((await get('cities?code=34')).body, 'name'), ['İstanbul'])
  assert.deepEqual(column((await get('cities?search_term=istan')).body, 'code'), ['34'])
  const istanbul = (await get('cities?code=34')).body[0].id
  const districts = (await get('districts?city_code=34')).body
  assert.deepEqual([districts.length, districts[0].name, districts[0].city_code], [39, 'Adalar', '34'])
  assert.deepEqual((await get(`districts?city_id=${istanbul}`)).body, districts)
  const names = column(districts, 'name')
  assert.deepEqual(names.indexOf('Çatalca') < names.indexOf('Esenler'), true)
  assert.deepEqual((await get('districts?city_code=99')).body, [])
})

test('merchant category codes: pages, categories, both languages', async () => {
  const all = (await get('mcc-codes')).body
  assert.ok(all.total_count > 800)
  assert.equal(all.items.length, 25)
  const { id: _, ...grocery } = (await get('mcc-codes?search_term=5411')).body.items[0]
  assert.deepEqual(grocery, {
    code: '5411',
    description: 'Market',
    description_en: 'Grocery',
    category: 'food',
    is_active: true,
  })
  const food = (await get('mcc-codes?category=food&page_size=100')).body.items
  assert.ok(food.length > 5 && food.every((row: { category: string }) => row.category === 'food'))
  assert.ok(column((await get('mcc-codes?search_term=eczane')).body.items, 'code').includes('5912'))
  const { description, description_en } = (await get('mcc-codes?search_term=7542')).body.items[0]
  assert.deepEqual([description, description_en], ['Oto yıkama', 'Car Washes'])
  assert.ok(column((await get('mcc-codes?search_term=PHARMACY')).body.items, 'code').includes('5912'))
})

test('BINs: six to eight digits, known and unknown', async () => {
  assert.deepEqual((await get('bins/454671')).body, {
    bin: '454671',
    found: true,
    schema: 'Visa',
    card_type: 'Credit',
    card_program: 'Bonus',
    country: 'TR',
    is_commercial: false,
    bank_code: '00901',
    bank_name: 'Simulated Bank A',
    bank_logo_url: null,
  })
  const foreign = (await get('bins/44445555')).body
  assert.deepEqual([foreign.found, foreign.country, foreign.bank_code], [true, 'US', null])
  assert.deepEqual((await get('bins/123456')).body, {
    bin: '123456',
    found: false,
    schema: null,
    card_type: null,
    card_program: null,
    country: null,
    is_commercial: null,
    bank_code: null,
    bank_name: null,
    bank_logo_url: null,
  })
  for (const bin of ['12345', '123456789', 'abcdef']) {
    const answer = await get(`bins/${bin}`)
    assert.deepEqual([answer.status, answer.body.code], [400, 'bad_request'], bin)
  }
})

test('BIN ranges: by bank, and by the digits they cover', async () => {
  const byBank = (await get('bank-bins?bank_code=00062&page_size=100')).body
  assert.ok(
    byBank.total_count > 20 && byBank.items.every((row: { bank_name: string }) => row.bank_name === 'Garanti BBVA'),
  )
  assert.deepEqual(column(byBank.items, 'bin_start'), column(byBank.items, 'bin_start').toSorted())
  for (const query of ['bin=45467112', 'bin_prefix=454671'])
    assert.deepEqual(column((await get(`bank-bins?${query}`)).body.items, 'bin_start'), ['454671'])
  const prefix = (await get('bank-bins?bin=4546')).body.items
  assert.ok(prefix.length >= 2 && prefix.every((row: { bin_start: string }) => row.bin_start.startsWith('4546')))
})

test('IBANs: valid ones name their bank, bad ones say why', async () => {
  const good = await validate('iban', { iban: 'TR16 0090 1000 0000 0000 0090 00' })
  assert.equal(good.status, 200, good.text)
  assert.deepEqual(
    [good.body.is_valid, good.body.bank_code, good.body.bank.name, good.body.error_message],
    [true, '00901', 'Simulated Bank A', null],
  )
  assert.deepEqual((await validate('iban', { iban: 'TR160090100000000000009000' }, 'identity')).body, good.body)
  const unresolved = await validate('iban', { iban: 'TR160090100000000000009000', resolve: false })
  assert.deepEqual([unresolved.body.bank_code, unresolved.body.bank], ['00901', null])
  const foreign = await validate('iban', { iban: 'DE89370400440532013000' })
  assert.deepEqual([foreign.body.is_valid, foreign.body.country_code, foreign.body.bank], [true, 'DE', null])
  const bad = await validate('iban', { iban: 'TR890001000000000001000002' })
  assert.deepEqual([bad.status, bad.body.is_valid, typeof bad.body.error_message], [200, false, 'string'])
  const missing = await validate('iban', {})
  assert.deepEqual([missing.status, missing.body.errors[0].field], [400, 'iban'])
})

test('card numbers: checked, masked, named; never shown', async () => {
  for (const [field, surface] of [
    ['card_number', 'cards'],
    ['number', 'identity'],
  ] as const) {
    const { status, body, text } = await validate('card', { [field]: '4546 7112 3456 7894' }, surface)
    assert.equal(status, 200, text)
    assert.deepEqual(
      [
        body.is_valid,
        body.length,
        body.bin,
        body.masked_number,
        body.schema_type,
        body.bank_bin.card_program,
        body.bank.code,
      ],
      [true, 16, '454671', '454671******7894', 'Visa', 'Bonus', '00901'],
    )
    assert.equal(text.includes('4546711234567894'), false)
  }
  const cases: [string, boolean, boolean, boolean, number][] = [
    ['4546711234567895', false, false, true, 16],
    ['45467112345678', false, false, false, 14],
    ['37010100000001', false, false, false, 14],
    ['hello', false, false, false, 5],
    ['', false, false, false, 0],
  ]
  for (const [number, ...expected] of cases) {
    const { status, body, text } = await validate('card', { card_number: number })
    assert.equal(status, 200, text)
    assert.deepEqual([body.is_valid, body.luhn_valid, body.length_valid, body.length], expected, number)
    assert.equal(typeof body.error_message, 'string')
  }
  const missing = await validate('card', {})
  assert.deepEqual(
    [missing.status, missing.body.code, missing.body.errors[0].field],
    [400, 'bad_request', 'card_number'],
  )
})
