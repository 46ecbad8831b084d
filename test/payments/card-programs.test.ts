/** Bank-specific checks before a charge: installments, points, listed cities; and the documented refusals. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useLaneShop } from '../support/shop.ts'

const shop = useLaneShop()
let id: string
before(async () => {
  id = await shop.sell()
})

const { card } = paymentBody()
const NOBODY = '00000000-0000-7000-8000-000000000000'

/** A configuration of the tenant with its settings changed; returns its id. */
const configured = async (name: string, settings: Record<string, string>): Promise<string> => {
  const { items } = (await shop.call('GET', `/connector-configurations?search_term=${name}&include_inactive=true`)).body
  const [{ id, connector_id, mode, priority, extra_properties_dict }] = items
  const answer = await shop.call('PUT', `/connector-configurations/${id}`, {
    connector_id, name, mode, priority, is_active: true, extra_properties_dict: { ...extra_properties_dict, ...settings },
  }) // biome-ignore format: a body reads as one
  assert.equal(answer.status, 200, answer.text)
  return id
}
const payBy = (configuration: string, change: Record<string, unknown> = {}, extra: Record<string, string> = {}) =>
  shop.call(
    'POST',
    '/payments',
    paymentBody({ ...change, extra_properties: { connector_configuration_id: configuration, ...extra } }),
  )

test('points: of its own card, not of another, nor of one without a program', async () => {
  const ask = (of: string, body: object) => shop.call('POST', `/payments/${of}/point-inquiry`, body)
  const answer = await ask(id, { card })
  assert.equal(answer.status, 200, answer.text)
  const { status, is_success, extra_properties } = answer.body
  assert.deepEqual([status, is_success], ['completed', true])
  const { point_balance, point_program, point_currency, max_usable_points } = extra_properties
  assert.deepEqual(
    [point_balance, point_program, point_currency, max_usable_points],
    ['15000', 'Bonus', 'TRY', '15000'],
  )
  const plain = await shop.sell({ card: { number: CARDS.unknown } })
  assertProblem(await ask(plain, { card: { ...card, number: CARDS.unknown } }), 'point_inquiry_not_supported')
  assertProblem(await ask(id, { card: { ...card, number: CARDS.unknown } }), 'invalid_card_number')
  assertProblem(await ask(NOBODY, { card }), 'payment_not_found')
  assertProblem(await ask(id, { card, transaction_id: NOBODY }), 'bad_request', /./, 'transaction_id mismatch')
  assertProblem(await ask(id, {}), 'bad_request', /./, 'card required')
})

test('use_points: used first, returned by the response, its repeats and every read', async () => {
  const pay = (amount: object, key = '') =>
    shop.call(
      'POST',
      '/payments',
      paymentBody({ amount, extra_properties: { use_points: 'true' } }),
      key ? { 'idempotency-key': key } : {},
    )
  const part = await pay({ amount: 20_000, currency: 'TRY' }, 'with-points')
  assert.deepEqual([part.status, part.body.extra_properties.used_points], [200, '15000'], part.text)
  const again = await pay({ amount: 20_000, currency: 'TRY' }, 'with-points')
  assert.equal(again.text, part.text)
  const read = await shop.call('GET', `/payments/${part.body.transaction_id}`)
  assert.equal(read.body.extra_properties.used_points, '15000')
  assert.equal((await pay({ amount: 9_000, currency: 'TRY' })).body.extra_properties.used_points, '9000')
  assert.equal((await pay({ amount: 9_000, currency: 'USD' })).body.extra_properties.used_points, '0')
  assert.equal((await shop.read(part.body.transaction_id)).amount, 20_000) // the whole payment counts
  const refund = await shop.follow(part.body.transaction_id, 'refund')
  assert.equal(refund.body.extra_properties.refund_amount, '20000', refund.text)
})

test('a configuration without points, and an invalid boolean: refused before anything is stored', async () => {
  const limited = await configured('SIM-LIMITED', { supports_points: 'false' })
  const count = async () => (await shop.call('GET', '/transactions')).body.total_count
  const before = await count()
  assertProblem(
    await payBy(limited, {}, { use_points: 'true' }),
    'bad_request',
    /takes no points/,
    'extra_properties.use_points point_inquiry_not_supported',
  )
  for (const key of ['use_points', 'dcc'])
    assertProblem(
      await payBy(limited, {}, { [key]: 'yes' }),
      'bad_request',
      /./,
      `extra_properties.${key} unknown_value`,
    )
  assert.equal(await count(), before)
  const plain = await payBy(limited, {}, { use_points: 'false', dcc: 'false' })
  assert.equal(plain.status, 200, plain.text)
  const { body } = await shop.call('POST', `/payments/${plain.body.transaction_id}/point-inquiry`, { card })
  assert.equal(body.code, 'point_inquiry_not_supported')
})

test('require_city_code: billing and shipping cities are listed ones, by name in any case or by code', async () => {
  const strict = await configured('SIM-FALLBACK', { require_city_code: 'true' })
  const pay = (billing?: string, shipping?: string) =>
    payBy(strict, {
      ...(billing === undefined ? {} : { billing_address: { city: billing } }),
      ...(shipping === undefined ? {} : { shipping_address: { city: shipping } }),
    })
  for (const cities of [['İstanbul'], ['istanbul', 'IĞDIR'], ['34', '06'], ['Iğdır', 'izmir']])
    assert.equal((await pay(...(cities as [string]))).status, 200, String(cities))
  assertProblem(await pay(), 'invalid_billing_city')
  assertProblem(await pay('Atlantis', '34'), 'invalid_billing_city')
  assertProblem(await pay('34', 'Atlantis'), 'invalid_shipping_city')
})

test('installments: as many as the card takes at its bank', async () => {
  const pay = (number: string, installment: number) =>
    shop.call('POST', '/payments', paymentBody({ card: { number }, installment }))
  assert.equal((await pay('5400637000000004', 9)).status, 200)
  assertProblem(await pay('5400637000000004', 10), 'invalid_installment', /at most 9/)
  const { body: made } = await shop.call('POST', '/test-cards', {
    card_number: '4916338506082832', expiry_month: 12, expiry_year: 2030, card_schema_type: 'Visa', card_type: 'Credit',
    card_brand: 'World', expected_result: 'Success', extra_properties_dict: { country: 'DE' },
  }) // biome-ignore format: a body reads as one
  assert.equal((await pay(made.card_number, 1)).status, 200)
  assertProblem(await pay(made.card_number, 2), 'invalid_installment', /at most 1/)
})

test('conversion: no offer to answer', async () => {
  const confirm = (of: string, body: object) => shop.call('POST', `/payments/${of}/dcc/confirm`, body)
  assertProblem(await confirm(id, { accept_dcc: true }), 'dcc_not_available')
  assertProblem(await confirm(NOBODY, { accept_dcc: true }), 'payment_not_found')
  assertProblem(await confirm(id, {}), 'bad_request', /./, 'accept_dcc required')
  assert.equal((await shop.read(id)).status, 'completed')
})
