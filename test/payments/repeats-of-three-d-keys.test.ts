/** Repeats of a key around a challenge: an unsent step is retried, by 3d/init and by a manual 3d/complete. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type BankProcess, startBank } from '../support/bank.ts'
import { GATEWAYS, openBankShop } from '../support/bank-shop.ts'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D, COMPLETE, INIT } from '../support/three-d.ts'
import { use } from '../support/use.ts'

const SIM_FALLBACK = '00000000-0000-4000-8000-000000000032'
const CONFIGURATION = `/api/v1/connector-configurations/${SIM_FALLBACK}`
const only = { extra_properties: { connector_configuration_id: SIM_FALLBACK } }
const [NESTPAY] = GATEWAYS

const rig = use(openBankShop)
let again: BankProcess | undefined
after(async () => {
  await again?.stop()
})

const isReplay = ({ headers }: Answer): boolean => headers['idempotent-replayed'] === 'true'
const keyed = (key: string) => ({ 'idempotency-key': key })
const init = async (key: string, change: object = {}): Promise<Answer> =>
  (await rig.shop.init(CARDS_3D.frictionless, { ...only, ...change }, keyed(key))).answer
/** Three faults in a row: the breaker opens, so nothing is sent to the bank. */
const openBreaker = async (): Promise<void> => {
  for (let n = 0; n < 3; n++)
    await rig.shop.call('POST', '/api/v1/payments', paymentBody({ card: { number: CARDS.trippingGateway }, ...only }))
}
/** A changed configuration begins with a closed breaker. */
const closeBreaker = async (): Promise<void> => {
  await rig.vezne.moveClock(1_000)
  const asAdmin = async (method: string, body?: unknown) =>
    rig.vezne.request('cards', method, CONFIGURATION, { token: await rig.vezne.token('admin'), body })
  const { body } = await asAdmin('GET')
  const changed = await asAdmin('PUT', body)
  assert.equal(changed.status, 200, changed.text)
}

test('3d/init with an open breaker: 503 with nothing stored, the key is free, and ten concurrent repeats begin one challenge', async () => {
  await openBreaker()
  for (const answer of [await init('start', { external_id: 'another body' }), await init('start')]) {
    assert.equal(assertProblem(answer, 'connector_unavailable').transaction_id, undefined)
    assert.equal(isReplay(answer), false)
  }
  await closeBreaker()
  const answers = await Promise.all(Array.from({ length: 10 }, () => init('start')))
  const [first] = answers as [Answer]
  const id = first.body.transaction_id
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)), new Set([`200 ${first.text}`]))
  assert.equal(answers.filter((each) => !isReplay(each)).length, 1)
  assertProblem(await init('start', { external_id: 'another body' }), 'idempotency_key_in_use')
  const page = rig.shop.pathOf(first.body.extra_properties.redirect_url)
  assert.match((await rig.shop.pass({ answer: first, id, page })).headers.location ?? '', /status=completed$/)
  assert.deepEqual(await rig.types(id), ['3ds.completed', 'payment.completed'])
})

test('an unsent manual 3d/complete: the payment waits as before, and a repeat charges once', async () => {
  const configuration = await rig.useModel(NESTPAY, '3d_secure')
  const extra_properties = { connector_configuration_id: configuration, manual_complete: 'true' }
  const started = await rig.init(configuration, CARDS_3D.frictionless, { extra_properties })
  await rig.callback(await rig.atBank(started))
  const { id } = started
  const complete = (more: object = {}) => rig.shop.complete(id, more, keyed('confirm'))
  await rig.bank.kill()
  for (const answer of [await complete(), await complete()]) {
    assert.equal(assertProblem(answer, 'three_ds_complete_exception').transaction_id, id)
    assert.equal(isReplay(answer), false)
  }
  assert.equal((await rig.shop.payment(id)).status, 'pending_3ds')
  assert.deepEqual(await rig.types(id), [])
  again = await startBank({ port: rig.vezne.config.ports.bank, dataDir: rig.bank.dataDir })
  const answers = await Promise.all(Array.from({ length: 10 }, () => complete()))
  assert.deepEqual(
    new Set(answers.map(({ status, body }) => `${status} ${body.transaction_id} ${body.status}`)),
    new Set([`200 ${id} completed`]),
  )
  assert.equal(answers.filter((each) => !isReplay(each)).length, 1)
  assert.deepEqual(await rig.types(id), ['3ds.completed', 'payment.completed'])
  assert.equal(await rig.netOf(NESTPAY, id), 15_000)
  assertProblem(await complete({ need_verification: true }), 'idempotency_key_in_use')
})

test('a body is the same in any order of its members', async () => {
  const { answer, id, page } = await rig.shop.init(CARDS_3D.frictionless, {
    extra_properties: { manual_complete: 'true' },
  })
  await rig.shop.pass({ answer, id, page })
  const orders = [
    { transaction_id: id, need_verification: false },
    { need_verification: false, transaction_id: id },
  ]
  const told: Answer[] = []
  for (const body of orders) told.push(await rig.shop.call('POST', COMPLETE, body, keyed('order')))
  assert.deepEqual(
    told.map((each) => [each.status, each.text, isReplay(each)]),
    told.map((_, at) => [200, told[0]?.text, at > 0]),
  )
  const body = paymentBody({ return_url: 'https://shop.example/back' })
  const turned = Object.fromEntries(Object.entries(body).toReversed())
  const inits = [await rig.shop.call('POST', INIT, body, keyed('turned'))]
  inits.push(await rig.shop.call('POST', INIT, turned, keyed('turned')))
  assert.deepEqual(inits.map(isReplay), [false, true])
})

test('the key of a completion is free for another one after a day', async () => {
  const completed = async (): Promise<Answer> => {
    const started = await rig.shop.init(CARDS_3D.frictionless, { extra_properties: { manual_complete: 'true' } })
    await rig.shop.pass(started)
    return rig.shop.complete(started.id, {}, keyed('for-a-day'))
  }
  const first = await completed()
  assert.equal(first.status, 200, first.text)
  assertProblem(await completed(), 'idempotency_key_in_use', /was used with another request/)
  await rig.vezne.moveClock(24 * 3_600_000)
  const next = await completed()
  assert.deepEqual([next.status, isReplay(next)], [200, false], next.text)
})
