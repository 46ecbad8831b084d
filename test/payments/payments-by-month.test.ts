/** Payments in a part of the table for each month: captures, voids and refunds stay with their payment, and everything is found as in one table. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepPartitions } from '../support/kept-partitions.ts'
import { setByTwo } from '../support/settings.ts'
import { openShop, type Shop } from '../support/shop.ts'

const DAY_MS = 86_400_000
let shop: Shop
before(async () => {
  shop = await openShop({ env: { VEZNE_ROLE: 'api' } }) // without a worker: its hourly job would keep them as well
})
after(() => shop.vezne.stop())

const keep = () => keepPartitions(shop.vezne.runtime, shop.vezne.config.keptMonths)
const homes = async (table: string, column: string, id: string): Promise<string[]> =>
  (
    await shop.rows(
      `select distinct replace(tableoid::regclass::text, $2 || '_', '') as home from ${table} where ${column} = $1`,
      [id, table],
    )
  ).map(({ home }) => home)

test('an old payment is captured, refunded, listed and traced beside new ones, its operations in its month', async () => {
  const { moveClock } = shop.vezne
  await setByTwo(shop.vezne, 'payments.refund_days', '3650')
  const old = await shop.sell()
  const authorized = await shop.authorize()
  const [first] = (await homes('payments', 'id', old)) as [string]
  for (let month = 0; month < 3; month++) {
    await moveClock((month === 0 ? 70 : 31) * DAY_MS)
    await keep()
    await shop.sell()
  }
  const both = await Promise.all([0, 1].map((n) => shop.follow(old, 'refund', { amount: 100 + n }, `month-${n}`)))
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await shop.follow(old, 'refund', { amount: 100 }, 'month-0')).text, both[0]!.text)
  assert.deepEqual(await homes('payment_operations', 'payment_id', old), [first])
  const children = await homes('payments', 'parent_id', old)
  assert.deepEqual([children.length, children.includes(first)], [1, false], 'a refund shown as a payment is of today')

  const captures = await Promise.all([0, 1].map(() => shop.follow(authorized, 'capture', {})))
  assert.equal(captures.filter(({ status }) => status === 200).length, 0, 'its authorization has ended')
  assert.equal((await shop.read(old)).id, old)
  const listed = (await shop.call('GET', '/transactions')).body
  assert.equal(
    listed.total_count,
    (
      await shop.rows('select count(*)::int as n from payments where merchant_id = $1', [listed.items[0].merchant_id])
    )[0].n,
  )
  const refunds = (await shop.call('GET', '/refunds')).body
  assert.equal(refunds.total_count, 2)
  for (const { id } of refunds.items) assert.equal((await shop.call('GET', `/refunds/${id}`)).body.id, id)
})

test('what the database promises of one payment it promises in every month', async () => {
  const sold = await shop.sell()
  await shop.follow(sold, 'refund', { amount: 100 })
  const [operation] = await shop.rows('select tenant_id, id from payment_operations where payment_id = $1', [sold])
  const copy = (kind: string, status: string) =>
    shop.vezne.runtime.db.transaction({ of: operation.tenant_id }, (tx) =>
      tx.execute(
        `insert into payment_operations (tenant_id, id, payment_id, merchant_id, kind, status, amount, currency, state_before,
           configuration_id, connector_code, attempt_no, attempt_at, path, correlation_id, client_id, created_by, request_body,
           created, last_modified)
         select tenant_id, gen_random_uuid(), payment_id, merchant_id, $2, $3, amount, currency, state_before, configuration_id,
           connector_code, attempt_no, attempt_at, path, correlation_id, client_id, created_by, request_body, created, last_modified
         from payment_operations where id = $1`,
        [operation.id, kind, status],
      ),
    )
  assert.equal(await copy('capture', 'completed'), 1)
  await assert.rejects(copy('capture', 'completed'), { code: '23505' })
  assert.equal(await copy('void', 'processing'), 1)
  await assert.rejects(copy('void', 'processing'), { code: '23505' })
  const drop = (await shop.rows(`select drop_oldest_partition('payments', 0) as name`, []))[0].name
  assert.equal(drop, null, 'law keeps it for ten years')
})
