/** A payment whose record fails is inquired at once: its lease is released, not waited for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'
import { asOwner } from './chaos/platform-records.ts'

const vezne = useVezne()

const sql = (text: string) => asOwner(vezne.ownerUrl, (client) => client.query(text))
const payment = async (): Promise<{ id: string; status: string; is_leased: boolean }> =>
  (await sql('select id, status, lease_until is not null as is_leased from payments order by id desc limit 1')).rows[0]

/** Less than a lease lasts (35 s), whatever the machine is busy with. */
const BOUND_MS = 20_000
const PAST_THE_WINDOW_MS = 200_000

test('the write of its outcome fails: 500, the lease is gone, and the bank is asked', async () => {
  const token = await vezne.token('admin', 'tenant-load')
  const pay = () => vezne.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody() })
  assert.equal((await pay()).status, 200) // everything it needs is loaded
  await sql('alter table api_request_logs rename to away')
  try {
    assert.equal((await pay()).status, 500)
    assert.equal((await payment()).status, 'processing')
    await until('the lease is given back', async () => !(await payment()).is_leased, BOUND_MS)
  } finally {
    await sql('alter table away rename to api_request_logs')
  }
  await vezne.moveClock(PAST_THE_WINDOW_MS)
  await until('the bank was asked', async () => (await payment()).status === 'completed', BOUND_MS)
})
