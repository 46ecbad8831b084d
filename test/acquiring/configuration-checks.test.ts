/** Checks of a configuration before it is saved: its body, known keys, addresses, and what its bank requires. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useEndpoints } from '../support/endpoints.ts'
import type { Sent } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'

const PATH = '/api/v1/connector-configurations'

const endpoints = useEndpoints()
let token: string
let simbank: string
before(async () => {
  token = endpoints.as(['tenant-admin'])
  const query = { search_term: 'SIMBANK' }
  const { body } = await endpoints.call('cards', 'GET /api/v1/connectors', { token, query })
  simbank = body.items[0]!.id
})

const call = async (method: string, path: string, sent: Sent = {}) =>
  endpoints.request('cards', method, path, { token, ...sent })
const bodyOf = (change: object = {}) => ({ connector_id: simbank, name: 'Yedek', mode: 'test', ...change })
const create = (change: object = {}) => call('POST', PATH, { body: bodyOf(change) })
const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).body
const drop = (id: string) => call('DELETE', `${PATH}/${id}`)

const BAD_BODIES: [name: string, body: object, field: string][] = [
  ['no name', { name: undefined }, 'name required'],
  ['an empty name', { name: ' ' }, 'name too_short'],
  ['no connector', { connector_id: undefined }, 'connector_id required'],
  ['no mode', { mode: undefined }, 'mode required'],
  ['an unknown mode', { mode: 'live' }, 'mode unknown_value'],
  ['a number that is no mode', { mode: 2 }, 'mode out_of_range'],
  ['a negative priority', { priority: -1 }, 'priority out_of_range'],
  ['a priority too large', { priority: 32_768 }, 'priority out_of_range'],
  ['a text that is no address', { api_endpoint_url: 'bank' }, 'api_endpoint_url invalid_format'],
  ['a long secret', { api_key: 'x'.repeat(1_025) }, 'api_key too_long'],
  ['a mask where nothing is stored', { secret_key: '***abcd' }, 'secret_key invalid_format'],
  [
    'a setting that is no text',
    { extra_properties_dict: { supports_3d: true } },
    'extra_properties_dict.supports_3d invalid_type',
  ],
]
for (const [name, change, field] of BAD_BODIES)
  test(`400 for ${name}`, async () => {
    assertProblem(await create(change), 'bad_request', /./, field)
  })

const BAD_SETTINGS: [key: string, text: string][] = [
  ['supported_currencies', 'TRY;USD'],
  ['supported_currencies', 'CHF'],
  ['supports_pre_auth', 'yes'],
  ['dcc_enabled', '1'],
  ['max_installments', '0'],
  ['max_installments', '13'],
  ['accepted_md_status', '0,1'],
  ['accepted_md_status', ''],
  ['bank_commission_rate', '1.755'],
  ['merchant_commission_rate', '101'],
]
test('a known key with an invalid value is refused by name; other keys are free', async () => {
  for (const [key, text] of BAD_SETTINGS)
    assertProblem(
      await create({ extra_properties_dict: { [key]: text } }),
      'validation_failed',
      new RegExp(key),
      `extra_properties_dict.${key} validation_failed`,
    )
  const free = await create({
    extra_properties_dict: { note: 'yes', bank_commission_rate: '1.75', supports_3d: 'false' },
  })
  assert.equal(free.status, 201, free.text)
  await drop(free.body.id)
})

test('requirements of the bank or the program: every fault in one response', async () => {
  const { body } = await create({
    mode: 'production',
    extra_credentials: 'no json',
    api_endpoint_url: 'https://10.0.0.1/',
    extra_properties_dict: { max_installments: '99' },
  })
  assert.equal(body.code, 'validation_failed')
  assert.deepEqual(body.errors.map((each: { field: string }) => each.field).sort(), [
    'api_endpoint_url',
    'extra_credentials',
    'extra_properties_dict.max_installments',
    'mode',
  ])
})

test('a bank with 3D Secure in lira only: other currencies want a configuration without it, before a payment meets that', async () => {
  const found = await call('GET', `${PATH}?search_term=DENIZBANK-DEMO`)
  const { id, extra_properties_dict: demo, ...rest } = found.body.items[0]
  const { connector_id, name, mode, username, store_id, api_endpoint_url, three_d_secure_endpoint_url, priority } = rest
  const kept = { connector_id, name, mode, username, store_id, api_endpoint_url, three_d_secure_endpoint_url, priority }
  const put = (change: object, language = 'en') =>
    call('PUT', `${PATH}/${id}`, {
      body: { ...kept, extra_properties_dict: { ...demo, ...change } },
      headers: { 'accept-language': language },
    })
  const field = 'extra_properties_dict.supported_currencies validation_failed'
  const dollars = { supported_currencies: 'TRY, USD' }
  assertProblem(
    await put(dollars),
    'validation_failed',
    /must be TRY .* 3D Secure of this bank is offered in TRY only/,
    field,
  )
  const inTurkish = await put(dollars, 'tr')
  assert.equal(inTurkish.status, 422)
  assert.match(inTurkish.body.detail, /TRY olmalı/)
  assert.equal((await put({ ...dollars, supports_3d: 'false' })).status, 200)
  assert.equal((await put({})).status, 200)
})

test('addresses: in the sandbox only loopback, in its plain spelling', async () => {
  for (const member of ['api_endpoint_url', 'three_d_secure_endpoint_url']) {
    const answer = await create({ [member]: `${endpoints.config.urls.bank}/fim/api` })
    assert.equal(answer.status, 201, answer.text)
    await drop(answer.body.id)
    for (const url of ['http://127.0.0.1:4/', 'http://localhost:4050/', 'http://[::1]:4050/'])
      assertProblem(await create({ [member]: url }), 'validation_failed', /not among the hosts/)
    for (const url of [
      'https://93.184.215.14/vpos',
      'http://127.0.0.2:8080/',
      'http://2130706433/',
      'https://10.0.0.1/',
    ])
      assertProblem(
        await create({ [member]: url }),
        'validation_failed',
        /may not be called/,
        `${member} validation_failed`,
      )
  }
})

test('an address is checked again only when it changes', async () => {
  const address = `${endpoints.config.urls.bank}/a`
  const { body } = await create({ api_endpoint_url: address })
  const put = (url: string) => call('PUT', `${PATH}/${body.id}`, { body: bodyOf({ api_endpoint_url: url }) })
  assert.equal((await put(address)).status, 200)
  assertProblem(await put('https://10.0.0.1/'), 'validation_failed')
  assert.equal((await read(body.id)).api_endpoint_url, address)
  await drop(body.id)
})

test('a bank without a connector can be prepared, but not activated', async () => {
  const connector = await call('POST', '/api/v1/connectors', {
    body: { name: 'Vakıf Bank', type: 'vakifbank_vpos' },
  })
  assert.equal(connector.body.code, 'VAKIF_BANK')
  const connector_id = connector.body.id
  assertProblem(await create({ connector_id }), 'validation_failed', /vakifbank_vpos/, 'is_active validation_failed')
  const { body } = await create({ connector_id, is_active: false })
  assertProblem(await call('POST', `${PATH}/${body.id}/activate`), 'validation_failed', /vakifbank_vpos/)
  assert.equal((await call('POST', `${PATH}/${body.id}/deactivate`)).status, 200)

  assertProblem(await call('DELETE', `/api/v1/connectors/${connector_id}`), 'conflict', /configurations/)
  await drop(body.id)
  assert.equal((await call('DELETE', `/api/v1/connectors/${connector_id}`)).status, 204)
  assertProblem(await create({ connector_id }), 'connector_not_found', /connector_id/)
})
