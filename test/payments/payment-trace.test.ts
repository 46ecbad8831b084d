/** A payment is found by the caller's order id or its error code, names its correlation id, and leads to its trace. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let token: string
before(async () => {
  token = await vezne.token('admin')
})

const headers = { 'x-external-merchant-id': 'M-1001' }
const get = (path: string, as = token) => vezne.request('cards', 'GET', `/api/v1/${path}`, { token: as })
const pay = (body: object) => vezne.request('cards', 'POST', '/api/v1/payments', { token, headers, body })

test('a payment leads to its trace, for those who may read it', async () => {
  const paid = await pay({ ...paymentBody(), external_id: 'traced-1' })
  assert.equal(paid.status, 200, paid.text)
  const id = paid.body.transaction_id
  const correlation = paid.headers['x-correlation-id']
  assert.equal((await get(`payments/${id}`)).body.correlation_id, correlation)
  assert.equal((await get(`transactions/${id}`)).body.correlation_id, correlation)
  const [trace, same] = [await get(`payments/${id}/trace`), await get(`Trace/${correlation}`)]
  assert.equal(trace.status, 200, trace.text)
  assert.equal(trace.body.data.correlationId, correlation)
  assert.deepEqual(trace.body.data.summary.transactionIds, same.body.data.summary.transactionIds)
  const foreign = await get(`payments/${id}/trace`, await vezne.token('admin', 'tenant-other'))
  assert.equal(foreign.body.code, 'payment_not_found', foreign.text)
})

test('transactions by the order id of the caller, exactly, and by the code of a failure', async () => {
  for (const external_id of ['found-1', 'found-10']) await pay({ ...paymentBody(), external_id })
  await pay({ ...paymentBody({ card: { number: CARDS.insufficient } }), external_id: 'found-1' })
  const found = await get('transactions?external_id=found-1')
  assert.deepEqual(
    found.body.items.map((each: { external_id: string; status: string }) => [each.external_id, each.status]),
    [
      ['found-1', 'failed'],
      ['found-1', 'completed'],
    ],
    found.text,
  )
  const code = found.body.items[0].error_code
  const failed = await get(`transactions?external_id=found-1&error_code=${code}`)
  assert.deepEqual([failed.body.total_count, failed.body.items[0].status], [1, 'failed'], failed.text)
  assert.equal((await get('transactions?error_code=no_such_code')).body.total_count, 0)
})
