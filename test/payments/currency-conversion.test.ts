/** Currency conversion: offered when asked for, answered once, and charged as answered (conversion-refunds.test.ts: what follows). */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openConversions } from '../support/conversions.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const shop = useShop()
let { asked, offered, confirm, readPayment, heard, journal, madeCard } = {} as ReturnType<typeof openConversions>
before(async () => {
  ;({ asked, offered, confirm, readPayment, heard, journal, madeCard } = openConversions(shop))
})

const MINUTE_MS = 60_000
const ASKED = { dcc: 'true' }

test('asked for: the offer with its terms, and nothing is charged; a repeat of the key and every read show the same', async () => {
  const key = { 'idempotency-key': 'dcc-offered' }
  const answer = await asked({}, key)
  assert.equal(answer.status, 200, answer.text)
  const { transaction_id: id, status, is_success, extra_properties } = answer.body
  assert.deepEqual([status, is_success], ['pending', true])
  const { dcc_offer_expires_at, processed_at, ...keys } = extra_properties
  assert.deepEqual(keys, {
    dcc_offered: 'true', dcc_alternative_currency: 'USD', dcc_alternative_amount: '386', dcc_exchange_rate: '40.0000',
    dcc_markup_percent: '3.00',
  }) // biome-ignore format: an offer reads as one
  assert.equal(processed_at, undefined)
  const life = Date.parse(dcc_offer_expires_at) - shop.vezne.runtime.clock.ms()
  assert.ok(life > 4 * MINUTE_MS && life <= 5 * MINUTE_MS)
  assert.equal((await asked({}, key)).text, answer.text)
  assert.deepEqual((await readPayment(id)).extra_properties, extra_properties)
  assert.equal((await shop.read(id)).status, 'processing')
  assert.deepEqual(await heard(id), ['conversion 15000 TRY'])
  assert.deepEqual([await journal(id), await shop.events(id)], [[], []])
  for (const kind of ['void', 'refund', 'capture'] as const)
    assert.equal((await shop.follow(id, kind)).status, kind === 'refund' || kind === 'void' ? 422 : 422)
})

test('accepted: the bank charges the card in its currency; amount, journal and event stay in that of the payment', async () => {
  const id = await offered()
  const answer = await confirm(id, true)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.body.status, answer.body.is_success], ['completed', true])
  const { extra_properties } = answer.body
  assert.deepEqual(
    Object.entries(extra_properties).filter(([key]) => key.startsWith('dcc_')),
    [
      ['dcc_charged_currency', 'USD'],
      ['dcc_charged_amount', '386'],
      ['dcc_original_amount', '15000'],
      ['dcc_original_currency', 'TRY'],
      ['dcc_exchange_rate', '40.0000'],
    ],
  )
  assert.deepEqual((await readPayment(id)).extra_properties.dcc_charged_amount, '386')
  assert.deepEqual(await heard(id), ['conversion 15000 TRY', 'sale 386 USD'])
  assert.deepEqual(await journal(id), [{ kind: 'sale', amount: 15_000, currency: 'TRY' }])
  assert.deepEqual(await shop.states(id), ['created', 'processing', 'processing', 'processing', 'completed'])
  assert.deepEqual(await shop.events(id), ['payment.completed'])
  const [{ body }] = await shop.rows('select body from events where resource_id = $1', [id])
  assert.deepEqual([JSON.parse(body).data.amount, JSON.parse(body).data.currency], [15_000, 'TRY'])
  const { amount, currency } = await shop.read(id)
  assert.deepEqual([amount, currency], [15_000, 'TRY'])
})

test('declined: charged in the currency of the payment, and nothing of the offer is left in the result', async () => {
  const id = await offered()
  const answer = await confirm(id, false)
  assert.deepEqual([answer.status, answer.body.status], [200, 'completed'], answer.text)
  assert.ok(!Object.keys(answer.body.extra_properties).some((key) => key.startsWith('dcc_')), answer.text)
  assert.deepEqual(await heard(id), ['conversion 15000 TRY', 'sale 15000 TRY'])
})

test('never offered unasked, to a domestic card, in another currency, or where the configuration does not', async () => {
  const [limited] = await shop.rows(
    `select c.id from connector_configurations c join realms r on r.tenant_id = c.tenant_id
      where c.name = 'SIM-FALLBACK' and r.slug = 'tenant-load'`,
    [],
  )
  const others = [
    { extra_properties: {} },
    { extra_properties: { dcc: 'false' } },
    { card: { number: CARDS.success } },
    { amount: { amount: 15_000, currency: 'USD' } },
    { extra_properties: { ...ASKED, connector_configuration_id: limited.id } },
  ]
  for (const change of others) {
    const answer = await asked(change)
    assert.deepEqual([answer.status, answer.body.status], [200, 'completed'], answer.text)
    assert.equal(answer.body.extra_properties.dcc_offered, undefined)
    assert.equal((await heard(answer.body.transaction_id)).filter((each) => each.startsWith('sale')).length, 1)
  }
})

test('not answered: after five minutes the payment fails with its event, whoever looks first', async () => {
  const [byJob, byAnswer] = [await offered(), await offered()]
  const key = { 'idempotency-key': 'dcc-late' }
  const late = await asked({}, key)
  await shop.vezne.moveClock(5 * MINUTE_MS)
  assertProblem(await confirm(byAnswer, true), 'dcc_offer_expired')
  await until('failed', async () => (await shop.read(byJob)).status === 'failed')
  for (const id of [byJob, byAnswer, late.body.transaction_id]) {
    assertProblem(await confirm(id, false), 'dcc_offer_expired')
    const { status, error_code, error_message } = await shop.read(id)
    assert.deepEqual([status, error_code], ['failed', 'dcc_offer_expired'], error_message)
    assert.deepEqual(await shop.events(id), ['payment.failed'])
    assert.deepEqual(await heard(id), ['conversion 15000 TRY'])
  }
  assertProblem(await asked({}, key), 'dcc_offer_expired')
})

test('an answer counts once: a repeat of its key gets the same, any other is refused', async () => {
  const id = await offered()
  const key = { 'idempotency-key': 'dcc-answer' }
  const first = await confirm(id, true, key)
  const again = await confirm(id, true, key)
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [200, first.text, 'true'])
  assertProblem(await confirm(id, false, key), 'idempotency_key_in_use')
  assertProblem(await confirm(await offered(), true, key), 'idempotency_key_in_use')
  assertProblem(await confirm(id, true), 'dcc_invalid_state')
  assertProblem(await confirm(id, false, { 'idempotency-key': 'dcc-other' }), 'dcc_invalid_state')
  assertProblem(await confirm(await shop.sell(), true), 'dcc_not_available')
  assert.deepEqual(await heard(id), ['conversion 15000 TRY', 'sale 386 USD'])
})

test('many answers at once: one is carried out, the others are told', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await offered()
    const answers = await Promise.all([true, false, true, false, true, false].map((each) => confirm(id, each)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
    for (const { status, body } of answers) if (status === 422) assert.equal(body.code, 'dcc_invalid_state')
    const isAccepted = answers.findIndex(({ status }) => status === 200) % 2 === 0
    assert.deepEqual(await heard(id), ['conversion 15000 TRY', isAccepted ? 'sale 386 USD' : 'sale 15000 TRY'])
  }
})

test('an answer at the moment the time runs out: either it is charged once or it has failed', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => offered()))
  const moved = shop.vezne.moveClock(5 * MINUTE_MS)
  const answers = await Promise.all(ids.map((id) => confirm(id, true)))
  await moved
  for (const [at, id] of ids.entries()) {
    await until('ended', async () => (await shop.read(id)).status !== 'processing')
    const isCharged = (await shop.read(id)).status === 'completed'
    assert.equal(answers[at]?.status, isCharged ? 200 : 422)
    assert.deepEqual(await shop.events(id), [isCharged ? 'payment.completed' : 'payment.failed'])
    assert.equal((await heard(id)).length, isCharged ? 2 : 1)
  }
})

test('a bank that declines, and one that does not answer: 422, and 202 with an inquiry about what was charged', async () => {
  const declined = await madeCard('4916338506082832', { expected_result: 'InsufficientFunds' })
  const id = await offered({ card: { number: declined } })
  assertProblem(await confirm(id, true, { 'idempotency-key': 'dcc-declined' }), 'bank_declined')
  assertProblem(await confirm(id, true, { 'idempotency-key': 'dcc-declined' }), 'bank_declined')
  assert.equal((await readPayment(id)).extra_properties.dcc_charged_amount, undefined)
  const silent = await madeCard('4539578763621486', { expected_result: 'Timeout', simulated_delay_ms: 1 })
  const open = await offered({ card: { number: silent } })
  const answer = await confirm(open, true, { 'idempotency-key': 'dcc-silent' })
  assert.deepEqual([answer.status, answer.body.status], [202, 'pending'], answer.text)
  assertProblem(await confirm(open, true), 'dcc_invalid_state')
  await shop.vezne.moveClock(10_000)
  await until('asked', async () => (await heard(open)).includes('inquiry 386 USD'))
  await shop.vezne.moveClock(2 * MINUTE_MS)
  await until('failed', async () => (await shop.read(open)).status === 'failed')
  assert.equal((await shop.read(open)).error_code, 'bank_timeout')
  assert.equal((await heard(open)).filter((each) => each.startsWith('sale')).length, 1)
})

test('what no offer can be made for is refused before anything is stored', async () => {
  for (const [extra, code, said] of [
    [{ dcc: 'yes' }, 'unknown_value', /true or false/],
    [{ ...ASKED, use_points: 'true' }, 'dcc_not_available', /one of use_points and dcc/],
  ] as const)
    assertProblem(await asked({ extra_properties: extra }), 'bad_request', said, `extra_properties.dcc ${code}`)
  assertProblem(await asked({ installment: 2 }), 'invalid_installment')
})

test('the key of an answer is free for another one after a day', async () => {
  const key = { 'idempotency-key': 'dcc-for-a-day' }
  assert.equal((await confirm(await offered(), true, key)).status, 200)
  assertProblem(await confirm(await offered(), true, key), 'idempotency_key_in_use', /was used with another request/)
  await shop.vezne.moveClock(24 * 60 * MINUTE_MS)
  const next = await confirm(await offered(), true, key)
  assert.deepEqual([next.status, next.headers['idempotent-replayed']], [200, undefined], next.text)
})
