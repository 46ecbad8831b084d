/** A payment that a fraud rule holds is offered nothing: a review takes longer than an offer stands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { heldId, openReviews } from '../support/reviews.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const PAYMENTS = '/api/v1/payments'
const call = async (method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, path, { token: await vezne.token('m1'), ...(body ? { body } : {}) })
const read = async (id: string) => (await call('GET', `${PAYMENTS}/${id}`)).body

test('held: no offer in the currency of the card, and charged in its own once it is approved', async () => {
  const id = heldId(
    await call(
      'POST',
      PAYMENTS,
      paymentBody({
        card: { number: CARDS.foreign },
        buyer: { email: 'review@demo.example' },
        extra_properties: { dcc: 'true' },
      }),
    ),
  )
  assert.equal((await read(id)).extra_properties.dcc_offered, undefined)
  await openReviews(vezne).decide(id, 'approve')
  await until('charged', async () => (await read(id)).status === 'completed')
  const heard = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query('select endpoint from api_request_logs where transaction_id = $1', [id]),
  )
  assert.deepEqual(heard, [{ endpoint: 'simbank://sale' }])
  assert.equal((await read(id)).extra_properties.dcc_charged_amount, undefined)
  assertProblem(await call('POST', `${PAYMENTS}/${id}/dcc/confirm`, { accept_dcc: true }), 'dcc_not_available')
})
