/** Settings of payments over HTTP: refused values, and that captures, voids, refunds and 3D Secure follow the others. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { limitWindows, parsePaymentSettings } from '../../src/payments/settings/payment-settings.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { setByTwo } from '../support/settings.ts'
import { useShop } from '../support/shop.ts'
import { asPlatform } from '../support/tenants.ts'
import { CARDS_3D, openThreeD, type ThreeD } from '../support/three-d.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const VOID_WINDOW = 'payments.void_window_minutes'
const CAPTURE_WINDOW = 'payments.pre_auth_hours'
const REFUND_WINDOW = 'payments.refund_days'
const AUTO_COMPLETE = 'payments.three_d_auto_complete'
const MIRRORS = ['allow_non_3d', 'preferred_three_d_flow']

const shop = useShop()
let threeD: ThreeD
before(async () => {
  threeD = openThreeD(shop.vezne, { key: 'admin', realm: 'tenant-load', merchant: 'M-3001' })
})

const create = (key: string, value: string, more: object = {}): Promise<Answer> =>
  shop.call('POST', '/settings', { key, value, ...more })
const set = (key: string, value: string): Promise<string> => setByTwo(shop.vezne, key, value)
const STANDARD: Readonly<Record<string, string>> = {
  [VOID_WINDOW]: '',
  [CAPTURE_WINDOW]: '168',
  [REFUND_WINDOW]: '180',
}
/** What counts without it may be more, so two people set that first. */
const unset = async (id: string): Promise<void> => {
  const { key } = (await shop.call('GET', `/settings/${id}`)).body
  if (STANDARD[key] !== undefined) await set(key, STANDARD[key])
  assert.equal((await shop.call('DELETE', `/settings/${id}`)).status, 204)
}
const mirror = async (key: string): Promise<Json> => {
  const { items } = (await shop.call('GET', `/settings?key=${key}`)).body
  assert.equal(items.length, 1)
  return items[0]
}
const prefer = async (flow: string): Promise<void> => {
  const policy = { allow_non_3d: true, preferred_three_d_flow: flow }
  const answer = await asPlatform(shop.vezne, 'PUT', `/platform/tenants/${threeD.tenantId}/payment-policy`, policy)
  assert.equal(answer.status, 200, answer.text)
}
/** To the next time that clocks in Istanbul show this. */
const untilIstanbul = async (time: string): Promise<void> => {
  const now = shop.vezne.runtime.clock.ms()
  const today = Date.parse(`${new Date(now + 3 * HOUR_MS).toISOString().slice(0, 10)}T${time}:00+03:00`)
  await shop.vezne.moveClock((today > now ? today : today + DAY_MS) - now)
}
const voids = async (id: string): Promise<void> => {
  const answer = await shop.follow(id, 'void')
  assert.equal(answer.body.status, 'voided', answer.text)
}

test('a value the key does not allow is refused, on create and on change', async () => {
  for (const [key, good, ...bad] of [
    [VOID_WINDOW, '', 'banana', '0', '-1', '1.5', ' 30', '44641', '999999999999'],
    [CAPTURE_WINDOW, '168', '', '0', 'seven days', '8761'],
    [REFUND_WINDOW, '180', '', '0', '1e2', '3651'],
    [AUTO_COMPLETE, 'true', '', 'yes', 'TRUE'],
  ] as const) {
    for (const value of bad) assertProblem(await create(key, value), 'validation_failed')
    const id = await set(key, good)
    for (const value of bad)
      assertProblem(await shop.call('PUT', `/settings/${id}`, { key, value }), 'validation_failed')
    await unset(id)
  }
})

test('void window: the same day in Istanbul where nothing or an empty text is set, else the minutes', async () => {
  await untilIstanbul('12:00')
  const [atNoon, later] = [await shop.sell(), await shop.sell()]
  await shop.vezne.moveClock(8 * HOUR_MS)
  await voids(atNoon)
  const id = await set(VOID_WINDOW, '')
  await voids(later)

  await untilIstanbul('23:50')
  const [first, second, third] = [await shop.sell(), await shop.sell(), await shop.sell()]
  await shop.vezne.moveClock(20 * MINUTE_MS)
  assertProblem(await shop.follow(first, 'void'), 'void_not_allowed', /on the day it was completed/)
  await set(VOID_WINDOW, '30')
  await voids(first)
  await shop.vezne.moveClock(11 * MINUTE_MS)
  assertProblem(await shop.follow(second, 'void'), 'void_not_allowed', /30 minutes/)
  const asked = await shop.call('POST', '/cancellation-requests', { transaction_id: second })
  assertProblem(asked, 'payment_not_voidable')
  assert.equal((await shop.follow(second, 'refund')).body.status, 'refunded')
  await unset(id)
  assertProblem(await shop.follow(third, 'void'), 'void_not_allowed', /on the day it was completed/)
})

test('a stored value that the key does not allow counts as not set', async () => {
  const id = await set(VOID_WINDOW, '1')
  await shop.own('update settings set value = $1 where id = $2', ['banana', id])
  shop.vezne.runtime.notifications.publish('settings', threeD.tenantId)
  await untilIstanbul('12:00')
  const sold = await shop.sell()
  await shop.vezne.moveClock(HOUR_MS)
  await voids(sold)
  await unset(id)
})

test('capture window: seven days or the hours that are set; afterwards the payment stays authorized and can be voided', async () => {
  const [inTime, late] = [await shop.authorize(), await shop.authorize()]
  await shop.vezne.moveClock(167 * HOUR_MS)
  assert.equal((await shop.follow(inTime, 'capture')).body.status, 'completed')
  await shop.vezne.moveClock(2 * HOUR_MS)
  assertProblem(await shop.follow(late, 'capture'), 'pre_auth_expired', /168 hours/)
  const id = await set(CAPTURE_WINDOW, '1')
  const short = await shop.authorize()
  await shop.vezne.moveClock(61 * MINUTE_MS)
  assertProblem(await shop.follow(short, 'capture'), 'pre_auth_expired', /1 hours/)
  assert.equal((await shop.read(short)).status, 'authorized')
  await voids(short)
  await set(CAPTURE_WINDOW, '240')
  assert.equal((await shop.follow(late, 'capture')).body.status, 'completed')
  await unset(id)
})

test('a bank that expires a pre-authorization sooner than the setting shortens the window', () => {
  const { windows } = parsePaymentSettings(new Map([[CAPTURE_WINDOW, '8760']]))
  assert.deepEqual(limitWindows(windows, { captureWithinMs: 15 * DAY_MS }), { ...windows, captureMs: 15 * DAY_MS })
  assert.deepEqual(limitWindows(windows, {}), windows)
})

test('refund window: the days that are set, else 180', async () => {
  const id = await set(REFUND_WINDOW, '1')
  const sold = await shop.sell()
  await shop.vezne.moveClock(25 * HOUR_MS)
  assertProblem(await shop.follow(sold, 'refund'), 'bank_refund_period_expired', /1 days/)
  await unset(id)
  assert.equal((await shop.follow(sold, 'refund')).body.status, 'refunded')
})

test('three_d_auto_complete false: a passed challenge waits for 3d/complete, unless the request says otherwise', async () => {
  const id = await set(AUTO_COMPLETE, 'false')
  const held = await threeD.init(CARDS_3D.challenge)
  assert.match((await threeD.pass(held)).headers.location ?? '', /status=pending_3ds$/)
  assert.equal((await threeD.transaction(held.id)).status, 'three_d_secure_auth_processing')
  const done = await threeD.complete(held.id)
  assert.equal(done.body.status, 'completed', done.text)
  const asked = await threeD.init(CARDS_3D.challenge, { extra_properties: { manual_complete: 'false' } })
  assert.match((await threeD.pass(asked)).headers.location ?? '', /status=completed$/)
  await unset(id)
  const free = await threeD.init(CARDS_3D.challenge)
  assert.match((await threeD.pass(free)).headers.location ?? '', /status=completed$/)
})

test('the payment policy is shown among the settings, read-only, and nothing can be set under its keys', async () => {
  await prefer('pay')
  assert.deepEqual(await Promise.all(MIRRORS.map(async (key) => (await mirror(key)).value)), ['true', 'pay'])
  const { items, total_count } = (await shop.call('GET', '/settings?is_read_only=true')).body
  assert.deepEqual([items.map(({ key }: Json) => key).sort(), total_count], [MIRRORS, 2])
  const note = await set('shop.note', 'a')
  for (const key of MIRRORS) {
    const { id, is_read_only } = await mirror(key)
    assert.equal(is_read_only, true)
    for (const answer of [
      await shop.call('PUT', `/settings/${id}`, { key, value: 'true' }),
      await shop.call('PUT', `/settings/${id}`, { key: 'shop.mine', value: 'true' }),
      await shop.call('DELETE', `/settings/${id}`),
      await create(key, 'true'),
      await create(key, 'true', { scope: 'user', scope_id: id }),
      await shop.call('PUT', `/settings/${note}`, { key, value: 'true' }),
    ])
      assertProblem(answer, 'conflict', /read-only/)
  }
  await unset(note)
  await prefer('standard')
  assert.equal((await mirror('preferred_three_d_flow')).value, 'standard')
})

test('preferred_three_d_flow: after routing rules, configurations of that model come first, others where there is none', async () => {
  await shop.own(
    `update connector_configurations c set extra_properties = c.extra_properties || '{"three_d_model":"3d_pay"}'
       from connectors k where k.tenant_id = c.tenant_id and k.id = c.connector_id and c.tenant_id = $1 and k.code = $2`,
    [threeD.tenantId, 'GARANTI_VPOS'],
  )
  const started = async (): Promise<Json> => {
    shop.vezne.runtime.notifications.publish('connectors', threeD.tenantId)
    const { answer, id } = await threeD.init(CARDS_3D.challenge)
    assert.equal(answer.body.status, 'pending_3ds', answer.text)
    return (await threeD.transaction(id)).secure_type
  }
  await prefer('pay')
  assert.equal(await started(), 'three_ds_v2', 'as the rule says')
  await shop.own('update routing_rules set is_active = false where tenant_id = $1', [threeD.tenantId])
  for (const [flow, secureType] of [
    ['pay', 'three_d_pay'],
    ['standard', 'three_ds_v2'],
    ['hosted', 'three_ds_v2'],
  ] as const) {
    await prefer(flow)
    assert.equal(await started(), secureType, flow)
  }
})
