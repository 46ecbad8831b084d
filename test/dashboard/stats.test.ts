/** The dashboard against a brute-force count over the list of transactions: every period, refunds, voids, currencies, a merchant, a tenant without payments. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ISTANBUL = 3 * HOUR
const SECOND = { 'x-external-merchant-id': 'M-3002' }

const shop = useShop()
let rows: Json[]
before(async () => {
  const { vezne } = shop
  const token = await vezne.token('admin', 'tenant-load')
  const merchant = { external_id: 'M-3002', name: 'Second shop' }
  const made = await vezne.request('identity', 'POST', '/api/v1/merchants', { token, body: merchant })
  assert.equal(made.status, 201, made.text)
  const fail = () => shop.call('POST', '/payments', paymentBody({ card: { number: CARDS.declined } }))
  // To the last hour of a day of Istanbul.
  const now = vezne.runtime.clock.ms()
  await vezne.moveClock(DAY - ((now + ISTANBUL) % DAY) + 23 * HOUR + HOUR / 2)
  await shop.sell()
  await fail()
  await vezne.moveClock(35 * DAY)
  const refunded = await shop.sell({ amount: { amount: 5_000, currency: 'TRY' } })
  await shop.follow(refunded, 'refund')
  await vezne.moveClock(6 * DAY)
  await shop.authorize()
  await shop.call('POST', '/payments', paymentBody(), SECOND)
  await vezne.moveClock(DAY + HOUR)
  await shop.follow(await shop.sell(), 'void')
  await shop.sell({ amount: { amount: 900, currency: 'USD' } })
  await shop.follow(await shop.sell(), 'refund', { amount: 300 })
  await fail()
  rows = (await get('/transactions?page_size=100')).items
})

/** Of the token's merchant, unless a header names another. */
const get = async (path: string, headers: Record<string, string> = {}): Promise<Json> => {
  const { vezne } = shop
  const token = await vezne.token('admin', 'tenant-load')
  const answer = await vezne.request('cards', 'GET', `/api/v1${path}`, { token, headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const stats = (period: string, headers = {}) =>
  get(`/dashboard/stats${period === '' ? '' : `?period=${period}`}`, headers)

const SUCCESSFUL = [
  'authorized',
  'capture_processing',
  'completed',
  'refund_processing',
  'refunded',
  'canceled_processing',
]

const bruteForce = (days: number, back: number, of = rows): Json => {
  const now = shop.vezne.runtime.clock.ms() - back
  const from = now + ISTANBUL - ((now + ISTANBUL) % DAY) - (days - 1) * DAY - ISTANBUL
  const inside = of.filter(
    (row) => Date.parse(row.created) >= from && Date.parse(row.created) <= now && row.operation_type !== 'refund',
  )
  const successful = inside.filter((row) => SUCCESSFUL.includes(row.status))
  const failed = inside.filter((row) => row.status === 'failed').length
  const ended = successful.length + failed
  return {
    inside,
    transactions: inside.length,
    successful: successful.length,
    failed,
    canceled: inside.filter((row) => row.status === 'canceled').length,
    rate: ended === 0 ? 0 : Math.round((successful.length * 10_000) / ended) / 100,
    amount: successful.filter((row) => row.currency === 'TRY').reduce((sum, row) => sum + row.amount, 0),
    ended,
  }
}

const PERIODS: [period: string, days: number][] = [
  ['', 1],
  ['today', 1],
  ['last_7_days', 7],
  ['last_30_days', 30],
]
for (const [period, days] of PERIODS)
  test(`${period || 'no period, which is today'}: every figure is that of a count`, async () => {
    const seen = await stats(period)
    const now = bruteForce(days, 0)
    const then = bruteForce(days, days * DAY)
    assert.equal(seen.period, period || 'today')
    assert.deepEqual(
      [
        seen.today_transactions,
        seen.today_successful,
        seen.today_failed,
        seen.today_canceled,
        seen.today_success_rate,
        seen.today_total_amount,
      ],
      [now.transactions, now.successful, now.failed, now.canceled, now.rate, now.amount],
    )
    assert.ok(now.transactions > 0)
    const trend = (a: number, b: number, has: boolean) => ({
      value: !has ? 0 : b === 0 ? Math.sign(a) * 100 : Math.round(((a - b) * 10_000) / b) / 100,
      is_positive: a >= b,
      has_baseline: has,
    })
    assert.deepEqual(seen.transactions_trend, trend(now.transactions, then.transactions, then.transactions > 0))
    assert.deepEqual(seen.success_rate_trend, trend(now.rate, then.rate, then.ended > 0))
    assert.deepEqual(seen.amount_trend, trend(now.amount, then.amount, then.transactions > 0))
    assert.deepEqual(
      Object.fromEntries(seen.status_distribution.map((each: Json) => [each.status, each.value])),
      Object.fromEntries(
        Object.entries(Object.groupBy(now.inside as Json[], ({ status }) => status)).map(([status, of]) => [
          status,
          of!.length,
        ]),
      ),
    )
    const labels = seen.trend_buckets.map(({ label }: Json) => label)
    assert.equal(labels.length, days === 1 ? 24 : days)
    for (const { label, transactions } of seen.trend_buckets) {
      const length = days === 1 ? 13 : 10
      const inBucket = (now.inside as Json[]).filter((row) => {
        const local = new Date(Date.parse(row.created) + ISTANBUL).toISOString()
        return days === 1 ? `${local.slice(11, 13)}:00` === label : local.slice(0, length) === label
      })
      assert.equal(transactions, inBucket.length, label)
    }
  })

test('the newest failed payments, with what a person needs to look them up', async () => {
  const { recent_failed_transactions: recent } = await stats('today')
  const failed = rows.filter(({ status }) => status === 'failed')
  assert.deepEqual(
    recent,
    failed.map((row) => ({
      id: row.id,
      merchant_name: row.merchant_name,
      amount: row.amount,
      error_message: row.error_message,
      connector_name: row.connector_configuration_name,
      created: row.created,
    })),
  )
  assert.equal(recent.length, 2)
})

test('with a merchant named, the figures are its own', async () => {
  const own = (await get('/transactions', SECOND)).items
  const seen = await stats('last_7_days', SECOND)
  assert.equal(seen.today_transactions, bruteForce(7, 0, own).transactions)
  assert.equal(seen.today_transactions, 1)
  assert.deepEqual(seen.recent_failed_transactions, [])
})

test('a tenant without payments has zeros, no baseline and its connectors', async () => {
  const { vezne } = shop
  const { status, body } = await vezne.request('cards', 'GET', '/api/v1/dashboard/stats', {
    token: await vezne.token('admin', 'tenant-other'),
  })
  assert.equal(status, 200)
  assert.deepEqual(
    [body.today_transactions, body.today_success_rate, body.transactions_trend],
    [0, 0, { value: 0, is_positive: true, has_baseline: false }],
  )
  assert.ok(body.total_connectors > 0 && body.problem_connectors === 0)
})
