/** Webhooks of a payment whose month of events is dropped: what is still delivered or listed stays, and nothing waits for what is gone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { uuidAt } from '../../src/webhooks/events/event-outbox.ts'
import { HOOKS, openHookShop } from '../support/hook-shop.ts'
import { keepPartitions } from '../support/kept-partitions.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const DAY_MS = 86_400_000
const KEPT = { events: 3, journal: 120 }
const shop = use(openHookShop)

test('a young event of an old payment is delivered after its month was dropped; one that is gone holds nothing up', async () => {
  const { vezne, call, answers } = shop
  const { id } = await shop.subscribe()
  await shop.pay()
  const [{ transaction_id: payment }] = (await shop.logUntil(id, 1)).items
  await vezne.moveClock(130 * DAY_MS)
  answers.status = 500
  const refund = await call('POST', `/api/v1/payments/${payment}/refund`, {
    body: { amount: 100 },
    headers: { 'x-external-merchant-id': 'M-3001' },
  })
  assert.equal(refund.status, 200, refund.text)
  await shop.logUntil(id, 1)
  await until('the first attempt has failed', async () => (await shop.log(id)).items[0]?.is_success === false)

  await keepPartitions(vezne.runtime, KEPT)
  const [failed] = (await shop.log(id)).items
  assert.equal(failed.event_type, 'refund.completed')
  const before = shop.target.received.length
  answers.status = 200
  await vezne.moveClock(DAY_MS)
  await until('its next attempt was made', () => shop.target.received.length > before)
  await until('it is logged', async () => (await shop.log(id)).items[0]?.is_success === true)

  await call('POST', `${HOOKS}/deliveries/${failed.id}/replay`)
  await until('sent once more', () => shop.target.received.length > before + 1)
  await until('and logged', async () => (await shop.log(id)).total_count === 4)

  answers.status = 500
  await vezne.moveClock(DAY_MS)
  await call('POST', `${HOOKS}/deliveries/${failed.id}/replay`)
  await until('failed', async () => (await shop.log(id)).total_count === 5)
  answers.status = 200
  const owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  await owner.query('delete from events_others where resource_id = $1', [payment])
  await owner.query(
    `insert into webhook_deliveries (tenant_id, resource_id, sequence, subscription_id, attempt_number, id, event_type, activation, state, due_at)
     select tenant_id, resource_id, sequence, subscription_id, 9, ${uuidAt('$2::timestamptz')}, event_type, activation, 'waiting', $2
       from webhook_deliveries where resource_id = $1 and attempt_number = 1 and sequence > 1`,
    [payment, vezne.runtime.clock.now()],
  )
  await shop.next(() => shop.pay())
  await until('what waited in vain is dropped', async () => {
    const { rows } = await owner.query('select state from webhook_deliveries where attempt_number = 9')
    return rows[0]?.state === 'dropped'
  })
  await owner.end()
  const again = await call('POST', `${HOOKS}/deliveries/${failed.id}/replay`)
  assert.equal(again.status, 409, again.text)
  assert.match(again.text, /no longer kept/)
})
