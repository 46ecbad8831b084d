/** Transactions: every filter selects what it says, counts are exact, pages fit together. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { closeBlock } from '../../src/lists/blocks/close-block.ts'
import { findWrongBlocks } from '../../src/lists/blocks/compare-blocks.ts'
import { foldDeltas } from '../../src/lists/blocks/fold-deltas.ts'
import { PAYMENT_LIST } from '../../src/payments/queries/payment-list.ts'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let token: string
let startedAt: string
before(async () => {
  // Hundreds of requests in a second or two.
  token = await vezne.token('admin')
  startedAt = vezne.runtime.clock.now().toISOString()
  for (const [body, merchant] of MADE)
    await vezne.request('cards', 'POST', '/api/v1/payments', {
      token,
      body,
      headers: { 'x-external-merchant-id': merchant },
    })
})

const MADE: [body: unknown, merchant: string][] = [
  [paymentBody({ external_id: 'Order-Alpha', basket_id: 'B1', installment: 3 }), 'M-1001'],
  [paymentBody({ external_id: 'order-beta', basket_id: 'B2', amount: { amount: 99_900, currency: 'USD' } }), 'M-1002'],
  [
    paymentBody({ operation_type: 'pre_auth', card: { number: CARDS.debit }, buyer: { email: 'Ada@Example.com' } }),
    'M-1001',
  ],
  [paymentBody({ card: { number: CARDS.declined } }), 'M-1001'],
  [paymentBody({ card: { number: '5301010000000012' } }), 'M-1002'],
  [paymentBody({ card: { number: CARDS.amex, cvv: '0000' } }), 'M-1001'],
]
const SIM_PRIMARY = '00000000-0000-4000-8000-000000000031'
const SIM_FALLBACK = '00000000-0000-4000-8000-000000000032'
const MERCHANT_2 = '00000000-0000-4000-8000-000000000021'

const FILTERS: [query: string, count: number][] = [
  ['', 6],
  ['status=completed', 4],
  ['status=COMPLETED', 4],
  ['status=authorized', 1],
  ['status=failed', 1],
  ['status=voided', 0],
  ['status=pending', 0],
  ['status=pending_3ds', 0],
  ['status=partially_refunded', 0],
  ['status=failed,authorized', 2],
  ['status=failed&status=Authorized&status=failed', 2],
  ['status=completed,partially_refunded', 4],
  ['status=authorized,partially_refunded', 1],
  ['status=pending,voided', 0],
  ['operation_type=pre_auth', 1],
  ['payment_type=card', 6],
  ['payment_type=link', 0],
  ['secure_type=non_3d', 6],
  ['card_schema_type=Visa', 4],
  ['card_schema_type=amex', 1],
  ['card_type=Debit', 1],
  ['card_type=prepaid', 1],
  ['installment_count=3', 1],
  ['bin_number=4546', 2],
  ['bin_number=370101', 1],
  ['min_amount=20000', 1],
  ['max_amount=20000', 5],
  ['min_amount=15000&max_amount=15000', 5],
  [`merchant_id=${MERCHANT_2}`, 2],
  ['external_merchant_id=M-1002', 2],
  ['external_merchant_id=M-9999', 0],
  ['external_merchant_id=M-1002&merchant_id=00000000-0000-4000-8000-000000000020', 0],
  ['basket_id=B1', 1],
  ['customer_email=ADA@example.com', 1],
  ['customer_email=ada@example.com&status=failed', 0],
  ['customer_email=ada', 0],
  ['parent_transaction_id=00000000-0000-4000-8000-0000000000ff', 0],
  ['connector_code=SIMBANK', 6],
  ['connector_code=OTHER', 0],
  [`connector_configuration_id=${SIM_PRIMARY}`, 6],
  [`connector_configuration_id=${SIM_FALLBACK}`, 0],
  ['search_term=ORDER-', 2],
  ['search_term=alpha', 1],
  ['search_term=b2', 1],
  ['search_term=7894', 2],
  ['search_term=%25', 0],
  ['search_term=_', 0],
  ['search_term=----', 0],
  ['end_date=2020-01-01T00:00:00Z', 0],
  ['start_date=2020-01-01T00:00:00%2B03:00', 6],
]
for (const [query, count] of FILTERS)
  test(`?${query} finds ${count}`, async () => {
    const answer = await vezne.request('cards', 'GET', `/api/v1/transactions?${query}`, { token })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.total_count, count)
    assert.equal(answer.body.items.length, count)
  })

test('a range of times is inclusive, the start of an id finds its row', async () => {
  const all = await vezne.request('cards', 'GET', '/api/v1/transactions', { token })
  const one = all.body.items[2]
  const exact = await vezne.request('cards', 'GET', `/api/v1/transactions?search_term=${one.id}`, { token })
  assert.deepEqual(
    exact.body.items.map((item: { id: string }) => item.id),
    [one.id],
  )
  const at = encodeURIComponent(one.created)
  const then = await vezne.request('cards', 'GET', `/api/v1/transactions?start_date=${at}&end_date=${at}`, { token })
  assert.ok(then.body.items.some((item: { id: string }) => item.id === one.id))
  const since = await vezne.request(
    'cards',
    'GET',
    `/api/v1/transactions?start_date=${encodeURIComponent(startedAt)}`,
    { token },
  )
  assert.equal(since.body.total_count, 6)
})

test('pages fit together, newest first', async () => {
  const page = (n: number) => vezne.request('cards', 'GET', `/api/v1/transactions?page_size=4&page=${n}`, { token })
  const [first, second, beyond] = [await page(1), await page(2), await page(3)]
  assert.deepEqual([first.body.has_previous_page, first.body.has_next_page, first.body.total_pages], [false, true, 2])
  assert.deepEqual(
    [second.body.has_previous_page, second.body.has_next_page, second.body.items.length],
    [true, false, 2],
  )
  assert.deepEqual(beyond.body.items, [])
  const created = [...first.body.items, ...second.body.items].map((item: { created: string }) => item.created)
  assert.deepEqual(created, created.toSorted().reverse())
  const ids = async (query: string): Promise<string[]> =>
    (await vezne.request('cards', 'GET', `/api/v1/transactions?${query}`, { token })).body.items.map(
      ({ id }: { id: string }) => id,
    )
  const newest = await ids('sort=-created')
  assert.deepEqual(
    [await ids('sort=created&page_size=4'), await ids('sort=created&page_size=4&page=2')].flat(),
    newest.toReversed(),
  )
  assert.deepEqual(await ids('sort=created&page=2'), [])
})

test('a merchant sees its own', async () => {
  const m1 = await vezne.token('m1')
  const own = await vezne.request('cards', 'GET', '/api/v1/transactions', { token: m1 })
  assert.equal(own.body.total_count, 4)
  const other = await vezne.request('cards', 'GET', `/api/v1/transactions?merchant_id=${MERCHANT_2}`, { token: m1 })
  assert.equal(other.body.total_count, 0)
})

test('detail and histories contain what the list does not; another tenant finds nothing', async () => {
  const { body } = await vezne.request('cards', 'GET', '/api/v1/transactions?status=failed', { token })
  const { id } = body.items[0]
  const detail = await vezne.request('cards', 'GET', `/api/v1/transactions/${id}`, { token })
  assert.equal(detail.body.error_code, 'do_not_honor')
  assert.match(detail.body.provider_raw_request, /400202\*+0024/)
  const histories = await vezne.request('cards', 'GET', `/api/v1/transactions/${id}/histories`, { token })
  assert.deepEqual(
    histories.body.map((row: { previous_status: string; new_status: string }) => [row.previous_status, row.new_status]),
    [
      [null, 'created'],
      ['created', 'processing'],
      ['processing', 'failed'],
    ],
  )
  const foreign = await vezne.token('admin', 'tenant-other')
  for (const path of [`/api/v1/transactions/${id}`, `/api/v1/transactions/${id}/histories`, `/api/v1/payments/${id}`])
    assert.equal((await vezne.request('cards', 'GET', path, { token: foreign })).status, 404, path)
})

test('a reversed range is 422, a bad value 400', async () => {
  const status = async (query: string) =>
    (await vezne.request('cards', 'GET', `/api/v1/transactions?${query}`, { token })).status
  assert.equal(await status('min_amount=2&max_amount=1'), 422)
  assert.equal(await status('start_date=2026-02-01T00:00:00Z&end_date=2026-01-01T00:00:00Z'), 422)
  for (const bad of [
    'page=0',
    'page=-1',
    'page_size=0',
    'page_size=101',
    'page=x',
    'status=nope',
    'status=failed,nope',
    'status=',
    'sort=amount',
    'parent_transaction_id=x',
    'merchant_id=x',
    'start_date=2026-01-01',
    'bin_number=12345678',
    `search_term=${'x'.repeat(201)}`,
  ])
    assert.equal(await status(bad), 400, bad)
})

test('every filter finds as many once the rows are closed, and after one of them has changed', async () => {
  const { db } = vezne.runtime
  const tenantId = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')?.tenant_id as string
  const sizes = { rows: 1, open: 1, fan: 2, deltas: 1 }
  while (await closeBlock(db, PAYMENT_LIST, tenantId, sizes));
  const find = async (query: string): Promise<Answer> => {
    const answer = await vezne.request('cards', 'GET', `/api/v1/transactions?${query}`, { token })
    assert.equal(answer.status, 200, `${query} ${answer.text}`)
    return answer
  }
  const counts = async (): Promise<number[]> => {
    const found: number[] = []
    for (const [query] of FILTERS) found.push((await find(query)).body.total_count)
    return found
  }
  assert.deepEqual(
    await counts(),
    FILTERS.map(([, count]) => count),
  )
  const { id } = (await find('status=authorized')).body.items[0]
  const voided = await vezne.request('cards', 'POST', `/api/v1/payments/${id}/void`, { token, body: {} })
  assert.equal(voided.status, 200, voided.text)
  const after = await counts()
  assert.equal((await find('status=authorized')).body.total_count, 0)
  assert.deepEqual(
    (await find('status=voided')).body.items.map((item: { id: string }) => item.id),
    [id],
  )
  assert.ok(await foldDeltas(db, PAYMENT_LIST, tenantId))
  assert.deepEqual(await counts(), after)
  assert.deepEqual(await findWrongBlocks(db, PAYMENT_LIST, tenantId), [])
})
