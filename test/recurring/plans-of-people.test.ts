/** What a plan keeps of people and their cards: told before a card expires, exported, and erased. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellExpiringCards } from '../../src/recurring/expiring-cards.ts'
import { personalDataOfRecurringPlans } from '../../src/recurring/personal-data-of-recurring-plans.ts'
import { createPlan, moveClock, readPlan, untilStates } from '../support/card-plans.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

test('an alarm tells a month ahead of a card that expires, once; personal data is exported, and erased when the plan has ended', async () => {
  const today = shop.vezne.runtime.clock.now()
  // In the middle of a month, so that neither the start nor an installment crosses its end.
  const middle = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 10, 9)
  await shop.vezne.runtime.clock.move({ advanceMs: middle - today.getTime() })
  const now = new Date(middle)
  const start_date = new Date(now.getTime() + 86_400_000).toISOString()
  const expiry = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const card = {
    expire_month: String(expiry.getUTCMonth() + 1).padStart(2, '0'),
    expire_year: String(expiry.getUTCFullYear()),
  }
  const plan = await createPlan(shop, { start_date, card, buyer: { email: 'plan@person.example' } })
  assert.equal(plan.card_expires_before_installment, 3)
  const told = async () => {
    await tellExpiringCards(shop.vezne.runtime)
    const [row] = await shop.rows('select expiry_alarm_at from recurring_plans where id = $1', [plan.id])
    return row.expiry_alarm_at !== null
  }
  assert.equal(await told(), false)
  await moveClock(shop, 34 * 86_400)
  await untilStates(shop, plan.id, ['completed', 'completed', 'pending'])
  assert.equal(await told(), true)

  const { clock, db, sealer } = shop.vezne.runtime
  const [{ tenant_id }] = await shop.rows('select tenant_id from recurring_plans where id = $1', [plan.id])
  const lot = {
    runtime: { clock, sealer },
    tenantId: tenant_id,
    sought: { mark: 'email', text: 'plan@person.example' },
    after: null,
  } as const
  const find = () => db.transaction({ of: tenant_id }, (tx) => personalDataOfRecurringPlans.find({ ...lot, tx }))
  const erase = () => db.transaction({ of: tenant_id }, (tx) => personalDataOfRecurringPlans.erase({ ...lot, tx }))
  assert.equal((await find()).records.length, 1)
  assert.deepEqual([(await erase()).erased, (await erase()).kept], [0, { plan_active: 1 }])
  assert.equal((await shop.call('POST', `/recurring/${plan.id}/cancel`)).status, 200)
  assert.equal((await erase()).erased, 1)
  assert.deepEqual([(await find()).records.length, (await readPlan(shop, plan.id)).card_holder_name], [0, '***'])
})
