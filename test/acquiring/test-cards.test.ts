/** Test cards over HTTP: their responses, their changes, and that payments follow them at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const NUMBER = '4539578763621486'
const PATH = '/api/v1/test-cards'
const vezne = useVezne()

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Sent = { body?: any; client?: string; realm?: string; headers?: Record<string, string> }
const call = async (
  method: string,
  path: string,
  { body, client = 'pos', realm = 'tenant-demo', headers = {} }: Sent = {},
) =>
  vezne.request('cards', method, path, {
    token: await vezne.token(client, realm),
    headers,
    ...(body === undefined ? {} : { body }),
  })

const facets = { card_schema_type: 'Visa', card_type: 'Credit', card_brand: 'World', expected_result: 'Declined' }
const bodyOf = (changes: object = {}) => ({
  card_number: NUMBER,
  expiry_month: 12,
  expiry_year: 2030,
  ...facets,
  ...changes,
})

const pay = async (number: string) => {
  const headers = { 'x-external-merchant-id': 'M-1001' }
  const { status, body } = await call('POST', '/api/v1/payments', { body: paymentBody({ card: { number } }), headers })
  return [status, body.provider_error_code ?? null, body.detail ?? null]
}

test('36 cards exist, in the order of their table', async () => {
  const { status, body, text } = await call('GET', `${PATH}?page_size=100`, { client: 'm1user' })
  assert.equal(status, 200, text)
  assert.equal(body.total_count, 36)
  const [first] = body.items
  const { id, created, last_modified, ...rest } = first
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(created, last_modified)
  assert.deepEqual(rest, {
    extra_properties_dict: {
      three_ds_outcome: 'frictionless',
      point_program: 'Bonus',
      max_installments: '12',
      point_balance: '15000',
    },
    masked_card_number: '454671******7894',
    card_number: '4546711234567894',
    card_holder_name: 'TEST CARD',
    expiry_month: 12,
    expiry_year: 2030,
    cvv: '000',
    card_schema_type: 'Visa',
    card_type: 'Credit',
    card_brand: 'Bonus',
    expected_result: 'Success',
    custom_error_code: null,
    custom_error_message: null,
    simulated_delay_ms: null,
    label: 'Visa Credit Bonus Success',
    is_active: true,
  })
})

test('filters narrow the list', async () => {
  const count = async (query: string) => (await call('GET', `${PATH}?${query}`)).body.total_count
  assert.equal(await count('expected_result=GatewayError'), 2)
  assert.equal(await count('expected_result=insufficient_funds'), 2)
  assert.equal(await count('card_schema_type=amex'), 1)
  assert.equal(await count('expected_result=Declined&card_schema_type=MasterCard'), 3)
  assert.equal(await count('search_term=******4242'), 1)
  assert.equal(await count('search_term=amex%20credit'), 1)
  const unknown = await call('GET', `${PATH}?expected_result=Exploded`)
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [400, 'expected_result'])
})

test('a card is created, used, changed, deactivated and activated, and deleted; payments follow at once', async () => {
  assert.deepEqual(await pay(NUMBER), [200, null, null])

  const made = await call('POST', PATH, {
    body: bodyOf({ custom_error_code: 'X7', custom_error_message: 'Own words' }),
  })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    [made.body.masked_card_number, made.body.cvv, made.body.card_holder_name, made.body.label, made.body.is_active],
    ['453957******1486', '000', 'TEST CARD', null, true],
  )
  const { id } = made.body
  assert.deepEqual((await call('GET', `${PATH}/${id}`)).body, made.body)
  const [status, code, detail] = await pay(NUMBER)
  assert.deepEqual([status, code], [422, 'X7'])
  assert.match(detail, /^Own words/)

  const { card_number: _, ...replacement } = bodyOf({ id, expected_result: 'insufficient_funds', label: 'Mine' })
  const changed = await call('PUT', `${PATH}/${id}`, { body: replacement })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(
    [changed.body.expected_result, changed.body.custom_error_code, changed.body.label],
    ['InsufficientFunds', null, 'Mine'],
  )
  assert.equal((await pay(NUMBER))[1], '51')

  const off = await call('POST', `${PATH}/${id}/deactivate`)
  assert.deepEqual([off.status, off.body.is_active], [200, false])
  assert.deepEqual((await call('POST', `${PATH}/${id}/deactivate`)).body, off.body)
  assert.equal((await call('GET', `${PATH}?search_term=Mine`)).body.total_count, 0)
  assert.equal((await call('GET', `${PATH}?search_term=Mine&include_inactive=true`)).body.total_count, 1)
  assert.deepEqual(await pay(NUMBER), [200, null, null])

  assert.equal((await call('POST', `${PATH}/${id}/activate`)).body.is_active, true)
  assert.equal((await pay(NUMBER))[1], '51')

  const gone = await call('DELETE', `${PATH}/${id}`)
  assert.deepEqual([gone.status, gone.text], [204, ''])
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/activate'],
  ] as const)
    assert.equal((await call(method, `${PATH}/${id}${path}`)).body.code, 'resource_not_found')
  assert.deepEqual(await pay(NUMBER), [200, null, null])
  assert.equal((await call('POST', PATH, { body: bodyOf() })).status, 201)
})

test('a decline carries the text of the code table', async () => {
  const told = await Promise.all(
    ['5555555555554444', '4012888888881881', '4444333322221111', '5106060000000063', '4002020000000024'].map(pay),
  )
  assert.deepEqual(
    told.map(([, code, detail]) => [code, detail]),
    [
      ['61', 'Amount limit exceeded'],
      ['59', 'Suspected fraud'],
      ['41', 'Lost card'],
      ['54', 'Expired card'],
      ['05', 'Do not honour'],
    ],
  )
})

test('a number is unique, except deleted ones', async () => {
  const again = await call('POST', PATH, { body: bodyOf({ card_number: '4546711234567894' }) })
  assert.deepEqual([again.status, again.body.code, again.body.errors[0].field], [409, 'conflict', 'card_number'])
  const elsewhere = await call('POST', PATH, {
    client: 'admin',
    realm: 'tenant-other',
    body: bodyOf({ card_number: '4539578763621486' }),
  })
  assert.equal(elsewhere.status, 201, elsewhere.text)
})

const bad: [name: string, changes: object, status: number, code: string, field: string][] = [
  [
    'a number that fails the Luhn check',
    { card_number: '4539578763621487' },
    422,
    'invalid_card_number',
    'card_number',
  ],
  [
    'a length the scheme does not use',
    { card_number: '45395787636214' + '4' },
    422,
    'invalid_card_number',
    'card_number',
  ],
  ['twelve digits', { card_number: '453957876362' }, 400, 'bad_request', 'card_number'],
  ['letters', { card_number: '4539578763621x86' }, 400, 'bad_request', 'card_number'],
  ['month 13', { expiry_month: 13 }, 400, 'bad_request', 'expiry_month'],
  ['year 1999', { expiry_year: 1999 }, 400, 'bad_request', 'expiry_year'],
  ['a delay above a minute', { simulated_delay_ms: 60_001 }, 400, 'bad_request', 'simulated_delay_ms'],
  ['a long label', { label: 'x'.repeat(101) }, 400, 'bad_request', 'label'],
  ['an unknown outcome', { expected_result: 'Maybe' }, 400, 'bad_request', 'expected_result'],
  ['no text', { extra_properties_dict: { country: 1 } }, 400, 'bad_request', 'extra_properties_dict.country'],
  ['no month', { expiry_month: undefined }, 400, 'bad_request', 'expiry_month'],
]
for (const [name, changes, status, code, field] of bad)
  test(`refused: ${name}`, async () => {
    const answer = await call('POST', PATH, { body: bodyOf(changes) })
    assert.deepEqual([answer.status, answer.body.code, answer.body.errors[0].field], [status, code, field], answer.text)
  })

for (const switches of [
  { max_instalments: '3' },
  { max_installments: '13' },
  { three_ds_outcome: 'maybe' },
  { dcc_currency: 'USD' }, // a card of Turkey
  { dcc_currency: 'TRY', country: 'US' },
])
  test(`refused: the switch ${JSON.stringify(switches)}`, async () => {
    const { status, body } = await call('POST', PATH, { body: bodyOf({ extra_properties_dict: switches }) })
    assert.deepEqual([status, body.errors[0].field], [400, `extra_properties_dict.${Object.keys(switches)[0]}`])
  })

test('an id in the body must be the one of the path', async () => {
  const { items } = (await call('GET', `${PATH}?page_size=2`)).body
  const { card_number: _, ...body } = bodyOf({ id: items[1].id })
  const answer = await call('PUT', `${PATH}/${items[0].id}`, { body })
  assert.deepEqual(
    [answer.status, answer.body.errors[0]],
    [400, { field: 'id', code: 'mismatch', message: 'must be the id of the path, or be left out' }],
  )
})

test('a repeat under the same key creates no second card, and its stored response is sealed', async () => {
  const headers = { 'idempotency-key': 'generate-once' }
  const body = { ...facets, count: 2 }
  const first = await call('POST', `${PATH}/generate`, { body, headers })
  const second = await call('POST', `${PATH}/generate`, { body, headers })
  assert.deepEqual([second.status, second.headers['idempotent-replayed'], second.text], [201, 'true', first.text])
  const kept = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ body: string | null }>(`select body from idempotency_keys where key = 'generate-once'`),
  )
  assert.deepEqual(kept, [{ body: null }])
})

test('readers cannot write, and tenants are isolated', async () => {
  for (const client of ['view', 'm1', 'm1user']) {
    const answer = await call('POST', PATH, { client, body: bodyOf({ card_number: '4916338506082832' }) })
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], client)
  }
  const [mine] = (await call('GET', PATH)).body.items
  const foreign = { client: 'admin', realm: 'tenant-other' }
  assert.equal((await call('GET', `${PATH}/${mine.id}`, foreign)).status, 404)
  assert.equal((await call('DELETE', `${PATH}/${mine.id}`, foreign)).status, 404)
  assert.equal((await call('GET', `${PATH}/${mine.id}`)).status, 200)
})
