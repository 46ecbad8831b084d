/** Effects of faults on the callbacks of a challenge, and on the money. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { MERCHANT } from './nestpay-client.ts'
import { gatewayForm, nestpayHash, openShop, type Shop, visitGateway } from './shopper.ts'

const CHALLENGED = '4001010000000018'

const bank = use(() => startBank({ now: MORNING }))
let shop: Shop
let gateway: string
before(async () => {
  shop = await openShop()
  gateway = `${bank.url}/nestpay/fim/est3Dgate`
})
after(async () => {
  await shop.close()
})

let orders = 0
const newOrder = (): string => `F-${++orders}`
const form = (order: string, more: Record<string, string> = {}) =>
  gatewayForm(order, { okUrl: `${shop.url}?ok`, failUrl: `${shop.url}?fail`, ...more })
const net = async (order: string): Promise<number> => (await bank.control.order(MERCHANT, order))?.net ?? 0

/** A visit of a challenged shopper under one fault. */
const under = async (kind: string, parameters: Record<string, string | number | boolean> = {}) => {
  const order = newOrder()
  const match = { order_id: order, ...(kind === 'extra_fields' ? { operation: 'callback' } : {}) }
  await bank.control.arm({ kind, parameters, match })
  shop.heard.length = 0
  const visit = await visitGateway(gateway, form(order, { pan: CHALLENGED, storetype: '3d_pay' }), 'ok')
  const [fired] = (await bank.control.faults()).filter((fault) => fault.match.order_id === order)
  assert.equal(fired.fired, 1)
  return { ...visit, order }
}

test('faults of callbacks: what is posted, and the true effect on the money', async () => {
  const badHash = await under('bad_hash')
  assert.notEqual(badHash.back!.fields.HASH, nestpayHash(badHash.back!.fields))
  assert.equal(await net(badHash.order), 14990)

  const tampered = await under('tampered_amount')
  assert.equal(tampered.back!.fields.amount, '1.00')
  assert.equal(await net(tampered.order), 100)

  const swapped = await under('swapped_order', { order_id: badHash.order })
  assert.equal(swapped.back!.fields.oid, badHash.order)

  const twice = await under('callback_twice', { copies: 4 })
  assert.equal(shop.heard.length, 3)
  assert.equal(shop.heard[0]!.HASH, twice.back!.fields.HASH)
  assert.equal(await net(twice.order), 14990)

  const first = await under('callback_then_success_url')
  assert.deepEqual(shop.heard, [first.back!.fields])

  const never = await under('callback_never')
  assert.equal(never.back, undefined)
  assert.equal(await net(never.order), 14990)

  const bad = await under('md_bad_but_charged', { md_status: '5' })
  assert.deepEqual([bad.back!.fields.mdStatus, bad.back!.fields.Response], ['5', 'Approved'])
  assert.equal(await net(bad.order), 14990)

  const declined = await under('md1_then_decline')
  assert.deepEqual([declined.back!.fields.mdStatus, declined.back!.fields.ProcReturnCode], ['1', '05'])
  assert.equal(await net(declined.order), 0)

  const extra = await under('extra_fields')
  assert.ok(extra.back!.fields.NewField)
  assert.equal(extra.back!.fields.HASH, nestpayHash(extra.back!.fields))
  await bank.control.disarm()
})

test('a late callback is posted by the bank once its clock has passed, and one to callbackUrl at once', async () => {
  const late = await under('callback_late', { minutes: 20 })
  assert.equal(late.back, undefined)
  await bank.control.advance(19 * 60)
  assert.equal(shop.heard.length, 0)
  await bank.control.advance(61)
  assert.equal(shop.heard.length, 1)
  assert.deepEqual([shop.heard[0]!.oid, shop.heard[0]!.Response], [late.order, 'Approved'])
  shop.heard.length = 0
  const order = newOrder()
  const { back } = await visitGateway(gateway, form(order, { callbackUrl: shop.url }))
  assert.deepEqual(shop.heard, [back!.fields])
  const auto = await visitGateway(gateway, form(newOrder(), { pan: CHALLENGED }), 'late')
  assert.equal(auto.back, undefined)
  assert.equal(shop.heard.length, 1)
  await bank.control.advance(20 * 60 + 1)
  assert.equal(shop.heard.length, 2)
})
