/** Deadlines of chargebacks: the alarms that a sweep raises by the clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTime } from '../../src/core/clock.ts'
import { chargebacksOf } from '../support/chargebacks.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const DAY_MS = 24 * 3_600_000
const shop = useShop()

const { sell, open, put, read } = chargebacksOf(() => shop)

test('the alarms of a deadline are raised once each by the clock; the state stays', async () => {
  const { id } = await open(await sell(), { response_deadline: isoTime(shop.vezne.runtime.clock.ms() + 3 * DAY_MS) })
  const stored = async () => (await shop.rows('select status, deadline_alarm from chargebacks where id = $1', [id]))[0]
  assert.deepEqual(await stored(), { status: 'opened', deadline_alarm: null })
  await shop.vezne.moveClock(2 * DAY_MS + 60_000)
  await until('the alarm that it is due', async () => (await stored()).deadline_alarm === 'due')
  assert.equal((await read(id)).deadline_alarm, 'due')
  await shop.vezne.moveClock(DAY_MS)
  await until('the alarm that it was missed', async () => (await stored()).deadline_alarm === 'missed')
  assert.equal((await read(id)).status, 'opened')
  assert.equal((await put(id, { action: 'dispute', merchant_response: 'late' })).status, 204)
  assert.equal((await read(id)).deadline_alarm, null)
})
