/** A plan that a restore lost, started again with its key: the card is not charged a second time. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { openRestored } from '../support/after-restore.ts'
import { startBank } from '../support/bank.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import { createPlan, paymentsOfPlan, planBody, statesOf } from '../support/card-plans.ts'
import { useShop } from '../support/shop.ts'
import { use } from '../support/use.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!
const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))

before(() => openRestored(shop))

const chargesAtBank = async (): Promise<number> =>
  (await bank.control.journal()).filter(({ operation }) => operation === 'sale').length

const losePlan = async (id: string): Promise<void> => {
  for (const { id: payment } of await paymentsOfPlan(shop, id))
    for (const [table, column] of [
      ['idempotency_claims', 'holder'],
      ['journal', 'payment_id'],
      ['events', 'resource_id'],
      ['payments', 'id'],
    ])
      await shop.own(`delete from ${table} where ${column} = $1`, [payment])
  await shop.own('delete from events where resource_id = $1', [id])
  await shop.own('delete from recurring_installments where plan_id = $1', [id])
  await shop.own('delete from recurring_plans where id = $1', [id])
}

for (const later of [false, true])
  test(`the start of a lost plan is repeated ${later ? 'the next day' : 'at once'}: its first payment is known again`, async () => {
    const connector_config_id = await shop.configurationOf(demo.code)
    const key = { 'idempotency-key': randomUUID() }
    const body = { connector_config_id, installment_count: 2 }
    const first = await createPlan(shop, body, key)
    const charges = await chargesAtBank()
    await losePlan(first.id)
    if (later) await shop.vezne.moveClock(23 * 3_600_000)
    const again = await shop.call('POST', '/recurring', planBody(body), key)
    assert.equal(again.status, 200, again.text)
    assert.equal(statesOf(again.body.plan)[0], 'completed')
    assert.equal(await chargesAtBank(), charges)
  })
