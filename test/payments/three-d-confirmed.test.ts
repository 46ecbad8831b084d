/** 3D Secure at a bank that charges on its own page, and whose callback does not show the currency (PayFor): its record is asked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBankShop } from '../support/bank-shop.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const rig = use(openBankShop)

const PAYFOR = { code: 'QNB_VPOS', merchant: '085300000000001', card: 'Pan' } as const
const DOLLARS = { amount: { amount: 15_000, currency: 'USD' } }

const begin = async (change: object = {}) =>
  rig.init(await rig.useModel(PAYFOR, '3d_pay'), CARDS_3D.frictionless, change)
const netOf = (id: string) => rig.netOf(PAYFOR as never, id)

test('charged in dollars: completed, since the record shows them', async () => {
  const started = await begin(DOLLARS)
  const answer = await rig.callback(await rig.atBank(started))
  assert.match(answer.headers.location ?? '', /status=completed$/)
  assert.deepEqual(await rig.types(started.id), ['3ds.completed', 'payment.completed'])
  assert.equal(await netOf(started.id), 15_000)
})

test('the shopper changed dollars to lira in the form: no callback completes it', async () => {
  const started = await begin(DOLLARS)
  const { action, fields } = started.form
  const back = await rig.atBank({ form: { action, fields: { ...fields, Currency: '949' } } })
  assert.equal(await netOf(started.id), 15_000) // of lira
  for (const Currency of ['949', '840']) {
    const { status } = await rig.callback({ ...back, fields: { ...back.fields, Currency } })
    assert.ok(status >= 400, `${Currency}: ${status}`)
  }
  assert.equal((await rig.shop.payment(started.id)).status, 'pending_3ds')
})

test('the record is silent: nothing changes, and the same callback counts afterwards', async () => {
  const started = await begin()
  const back = await rig.atBank(started)
  await rig.bank.control.arm({ kind: 'html_instead', match: { face: 'payfor', operation: 'status' } })
  assertProblem(await rig.callback(back), 'three_ds_complete_exception')
  await rig.bank.control.disarm()
  assert.equal((await rig.shop.payment(started.id)).status, 'pending_3ds')
  assert.match((await rig.callback(back)).headers.location ?? '', /status=completed$/)
  assert.equal(await netOf(started.id), 15_000)
})

test('charged after the payment had failed: reversed, although nobody asks the record about the callback', async () => {
  const started = await begin()
  const back = await rig.atBank(started)
  await rig.vezne.runtime.db.transaction({ of: rig.shop.tenantId }, (tx) =>
    tx.execute(
      `update payments set status = 'failed', error_code = 'payment_failed', next_inquiry_at = null,
         history = history || jsonb_build_object('id', gen_random_uuid(), 'to', 'failed', 'at', 0)
       where tenant_id = $1 and id = $2`,
      [rig.shop.tenantId, started.id],
    ),
  )
  assert.match((await rig.callback(back)).headers.location ?? '', /status=failed$/)
  await until('given back', async () => (await netOf(started.id)) === 0)
  assert.equal((await rig.shop.payment(started.id)).status, 'failed')
})
