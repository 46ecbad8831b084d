/** A trace is about one payment, or about one request with a bound that it tells: callers may repeat an `X-Request-Id` for ever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRACED_MAX } from '../../src/payments/queries/trace-store.ts'
import { paymentBody } from '../support/payments.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

const SHARED = { 'x-request-id': '3f2b8f0e-9a4e-4c38-9a51-0d6c1c1b7a10' }
const payShared = async (): Promise<string> =>
  (await shop.call('POST', '/payments', paymentBody(), SHARED)).body.transaction_id

test('the trace of a payment is about it alone, with its operations, whoever shares its correlation id', async () => {
  const [id, other] = [await payShared(), await payShared()]
  const { refund_id } = (await shop.follow(id, 'refund', { amount: 100 })).body.extra_properties
  const { data } = (await shop.call('GET', `/payments/${id}/trace`)).body
  assert.deepEqual(data.summary.transactionIds, [id])
  const titles = data.events.map((event: { source: string; title: string }) => `${event.source} ${event.title}`)
  for (const title of [
    'PaymentRequest POST /api/v1/payments',
    `PaymentRequest POST /api/v1/payments/${id}/refund`,
    'ApiRequest POST simbank://refund',
    'TransactionHistory refund_processing to completed',
  ])
    assert.ok(titles.includes(title), `${title} of ${titles}`)
  const refund = (await shop.call('GET', `/payments/${refund_id}/trace`)).body.data
  assert.deepEqual([refund.summary.transactionIds, refund.summary.paymentRequestCount], [[id], 1])
  const shared = (await shop.call('GET', `/Trace/${SHARED['x-request-id']}`)).body
  assert.deepEqual([shared.data.summary.transactionIds, shared.message], [[id, other], null])
})

test('a correlation id of more payments than a trace shows is read to its bound, and the answer says so', async () => {
  await payShared()
  const columns = (
    await shop.rows(
      `select string_agg(quote_ident(attname), ',') as names from pg_attribute
        where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
          and attname not in ('id', 'idempotency_key')`,
      [],
    )
  )[0].names
  await shop.own(
    `insert into payments (id, ${columns}) select uuidv7(), p.* from
       (select ${columns} from payments where correlation_id = $1 limit 1) p, generate_series(1, ${TRACED_MAX})`,
    [SHARED['x-request-id']],
  )
  const { data, message } = (await shop.call('GET', `/Trace/${SHARED['x-request-id']}`)).body
  assert.equal(data.summary.transactionIds.length, TRACED_MAX)
  assert.match(message, new RegExp(`${TRACED_MAX}`))
})
