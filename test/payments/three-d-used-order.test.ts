/** 3D Secure at a bank that signs what it posts back for a form that it refused (InterPOS): it says nothing about an earlier form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBankShop } from '../support/bank-shop.ts'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const rig = use(openBankShop)

const INTERPOS = { code: 'DENIZBANK_VPOS', merchant: '3201', card: 'Pan' } as const
const begin = async (model: '3d_secure' | '3d_pay') =>
  rig.init(await rig.useModel(INTERPOS, model), CARDS_3D.frictionless)
const netOf = (id: string) => rig.netOf(INTERPOS as never, id)
const statusOf = async (id: string) => (await rig.shop.payment(id)).status

test('3d_pay: the shopper posted the form twice: the refusal of the second changes nothing, the first completes the payment', async () => {
  const started = await begin('3d_pay')
  const [first, second] = [await rig.atBank(started), await rig.atBank(started)]
  assert.deepEqual([second.fields.ProcReturnCode, second.fields.mdStatus], ['94', '0'])
  assertProblem(await rig.callback(second), 'three_ds_verify_failed')
  assert.equal(await statusOf(started.id), 'pending_3ds')
  assert.match((await rig.callback(first)).headers.location ?? '', /status=completed$/)
  assert.deepEqual(await rig.types(started.id), ['3ds.completed', 'payment.completed'])
  assert.equal(await netOf(started.id), 15_000)
})

test('3d_pay: only the refusal of the second form came: what the first charged counts after expiry', async () => {
  const started = await begin('3d_pay')
  await rig.atBank(started)
  assertProblem(await rig.callback(await rig.atBank(started)), 'three_ds_verify_failed')
  await rig.vezne.moveClock(16 * 60_000)
  await until('settled', async () => !/^pending/.test(await statusOf(started.id)))
  assert.equal(await statusOf(started.id), 'completed')
  assert.equal(await netOf(started.id), 15_000)
})

test('3d_secure: the shopper changed the form to one that charges: no callback of it completes the payment', async () => {
  const started = await begin('3d_secure')
  const { action, fields } = started.form
  const back = await rig.atBank({ form: { action, fields: { ...fields, SecureType: '3DPay' } } })
  assert.deepEqual([back.fields.ProcReturnCode, await netOf(started.id)], ['00', 15_000])
  assertProblem(await rig.callback(back), 'three_ds_verify_failed')
  assertProblem(await rig.callback(await rig.atBank(started)), 'three_ds_verify_failed')
  assert.equal(await statusOf(started.id), 'pending_3ds')
  await rig.vezne.moveClock(16 * 60_000)
  await until('expired', async () => !/^pending/.test(await statusOf(started.id)))
  assert.deepEqual([await statusOf(started.id), await netOf(started.id)], ['failed', 15_000])
})
