/** Refunds that a restore lost, and those that are made again or anew afterwards: the bank's books and ours agree. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { openRestored, orderOfPayment } from '../support/after-restore.ts'
import { startBank } from '../support/bank.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import { paymentBody } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'
import { use } from '../support/use.ts'

const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))
const PART = { amount: { amount: 5_000, currency: 'TRY' } }

before(() => openRestored(shop))

const refundedOf = async (id: string) => {
  const [row] = await shop.rows('select refunded::int from payments where id = $1', [id])
  return { here: row.refunded, there: (await orderOfPayment(shop, bank, id)).refunded }
}

const loseRefunds = async (id: string): Promise<void> => {
  for (const text of [
    `delete from idempotency_claims where holder in (select id from payment_operations where payment_id = $1)`,
    `delete from payment_operations where payment_id = $1`,
    `update payments set refunded = 0, status = 'completed' where id = $1`,
  ])
    await shop.own(text, [id])
}

for (const { demo } of wiredConnectors) {
  const pay = async (): Promise<string> => {
    const connector_configuration_id = await shop.configurationOf(demo.code)
    const body = paymentBody({ extra_properties: { connector_configuration_id } })
    const paid = await shop.call('POST', '/payments', body, { 'idempotency-key': randomUUID() })
    assert.equal(paid.status, 200, paid.text)
    return paid.body.transaction_id
  }

  test(`${demo.code}: a lost refund without a key, made again, is not paid out a second time; a further one is`, async () => {
    const id = await pay()
    assert.equal((await shop.follow(id, 'refund', PART)).status, 200)
    await loseRefunds(id)
    assert.equal((await shop.follow(id, 'refund', PART)).status, 200)
    assert.deepEqual(await refundedOf(id), { here: 5_000, there: 5_000 })
    assert.equal((await shop.follow(id, 'refund', PART)).status, 200)
    assert.deepEqual(await refundedOf(id), { here: 10_000, there: 10_000 })
  })

  test(`${demo.code}: two lost refunds: none of them is paid out a second time`, async () => {
    const id = await pay()
    for (const _ of [1, 2]) assert.equal((await shop.follow(id, 'refund', PART)).status, 200)
    await loseRefunds(id)
    for (const _ of [1, 2]) await shop.follow(id, 'refund', PART)
    assert.equal((await refundedOf(id)).there, 10_000)
  })

  test(`${demo.code}: a lost refund, and one of a greater amount, which is another one`, async () => {
    const id = await pay()
    assert.equal((await shop.follow(id, 'refund', PART)).status, 200)
    await loseRefunds(id)
    const other = await shop.follow(id, 'refund', { amount: { amount: 6_000, currency: 'TRY' } })
    assert.equal(other.status, 200, other.text)
    assert.equal((await refundedOf(id)).there, 11_000)
  })

  test(`${demo.code}: two refunds at once do not both count as the lost one`, async () => {
    const id = await pay()
    assert.equal((await shop.follow(id, 'refund', PART, randomUUID())).status, 200)
    await loseRefunds(id)
    const keys = [randomUUID(), randomUUID()]
    await Promise.all(keys.map((key) => shop.follow(id, 'refund', PART, key)))
    for (const key of keys) {
      const again = await shop.follow(id, 'refund', PART, key)
      assert.equal(again.status, 200, again.text)
    }
    assert.deepEqual(await refundedOf(id), { here: 10_000, there: 10_000 })
  })
}
