/** Refunds in lists: every filter selects what it says, the detail names the payment and its other refunds. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openEndpoints } from '../support/endpoints.ts'
import { assertProblem } from '../support/problems.ts'
import { useLaneShop } from '../support/shop.ts'

const made: Record<string, string> = {}
const DAY = 24 * 3_600_000
const shop = useLaneShop()
before(async () => {
  const first = await shop.sell({ external_id: 'ORDER-9', basket_id: 'BASKET-9' })
  const second = await shop.sell()
  made.first = first
  await shop.follow(first, 'refund', { extra_properties: { simulate: '99' }, amount: 700 })
  await shop.endpoints.moveClock(2 * DAY)
  const refund = async (id: string, body: object) => (await shop.follow(id, 'refund', body)).body
  await refund(first, { amount: 500, reason_code: 'fraud', reason: 'Stolen card' })
  await refund(first, { amount: 600, extra_properties: { simulate: '05' } })
  made.full = (await refund(second, { reason_code: 'wrong_amount' })).extra_properties.refund_id
  await shop.follow(await shop.sell(), 'void')
})

const FILTERS: [query: string, count: number][] = [
  ['', 4],
  ['status=pending', 1],
  ['status=COMPLETED', 2],
  ['status=failed', 1],
  ['status=pending,failed', 2],
  ['status=pending&status=completed&sla_breached=false', 2],
  ['transaction_id=00000000-0000-4000-8000-0000000000ff', 0],
  ['reason_code=fraud', 1],
  ['reason_code=other', 0],
  ['refund_type=full', 1],
  ['refund_type=partial', 3],
  ['min_amount=600', 3],
  ['max_amount=600', 2],
  ['sla_breached=true', 1],
  ['sla_breached=false', 3],
  ['external_merchant_id=M-3001', 4],
  ['external_merchant_id=M-9999', 0],
  ['merchant_id=00000000-0000-4000-8000-0000000000ff', 0],
  ['search_term=stolen', 1],
  ['search_term=basket-9', 3],
  ['search_term=%25', 0],
  ['end_date=2020-01-01T00:00:00Z', 0],
  ['start_date=2020-01-01T00:00:00Z', 4],
]
for (const [query, count] of FILTERS)
  test(`?${query} finds ${count}`, async () => {
    const { status, body, text } = await shop.call('GET', `/refunds?${query}`)
    assert.equal(status, 200, text)
    assert.deepEqual([body.total_count, body.items.length], [count, count])
  })

test('the refunds of one payment, as refunds and among the transactions', async () => {
  const ofFirst = (await shop.call('GET', `/refunds?transaction_id=${made.first}&sort=created`)).body
  assert.deepEqual(
    ofFirst.items.map((row: { transaction_id: string; refund_amount: number }) => [
      row.transaction_id,
      row.refund_amount,
    ]),
    [700, 500, 600].map((amount) => [made.first, amount]),
  )
  const children = (await shop.call('GET', `/transactions?parent_transaction_id=${made.first}&sort=created`)).body
  assert.deepEqual([children.total_count, idsOf(children)], [3, idsOf(ofFirst)])
  const failed = (await shop.call('GET', `/transactions?parent_transaction_id=${made.first}&status=failed`)).body
  assert.deepEqual([failed.total_count, failed.items[0].amount], [1, 600])
  assert.equal((await shop.call('GET', `/refunds?transaction_id=${made.first}&status=completed`)).body.total_count, 1)
})
const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id)

test('newest first, in pages', async () => {
  const [first, second] = [
    await shop.call('GET', '/refunds?page_size=3'),
    await shop.call('GET', '/refunds?page_size=3&page=2'),
  ]
  const created = [...first.body.items, ...second.body.items].map((item: { created: string }) => item.created)
  assert.equal(created.length, 4)
  assert.deepEqual(created, created.toSorted().reverse())
})

test('the detail names the payment, the bank and the other refunds; its id is also a transaction', async () => {
  const list = await shop.call('GET', '/refunds?reason_code=fraud')
  const { id } = list.body.items[0]
  const { body } = await shop.call('GET', `/refunds/${id}`)
  assert.deepEqual(
    [body.transaction_id, body.refund_amount, body.original_amount, body.status, body.reason],
    [made.first, 500, 15_000, 'completed', 'Stolen card'],
  )
  assert.deepEqual(
    [
      body.original_transaction_basket_id,
      body.original_transaction_card_last4,
      body.original_transaction_connector_name,
    ],
    ['BASKET-9', '7894', 'SIM-PRIMARY'],
  )
  assert.match(body.provider_transaction_id, /^SIM-[0-9a-f]{20}$/)
  assert.deepEqual(
    body.sibling_refunds.map((each: { refund_amount: number; status: string }) => [each.refund_amount, each.status]),
    [
      [700, 'pending'],
      [600, 'failed'],
    ],
  )
  const child = await shop.read(id)
  assert.deepEqual([child.operation_type, child.parent_transaction_id], ['refund', made.first])
  assert.match(child.provider_raw_request, /"operation":"refund"/)
  const listed = await shop.call('GET', '/transactions?operation_type=refund')
  assert.equal(listed.body.total_count, 4)
})

test('reversed ranges are 422; other callers and unknown ids find nothing', async () => {
  assertProblem(await shop.call('GET', '/refunds?min_amount=2&max_amount=1'), 'validation_failed')
  assertProblem(await shop.call('GET', `/refunds/${made.first}`), 'resource_not_found')
  const other = await openEndpoints()
  const token = other.as(['tenant-admin'])
  assertProblem(await other.request('cards', 'GET', `/api/v1/refunds/${made.full}`, { token }), 'resource_not_found')
  assert.equal((await other.call('cards', 'GET /api/v1/refunds', { token })).body.total_count, 0)
  await other.close()
})
