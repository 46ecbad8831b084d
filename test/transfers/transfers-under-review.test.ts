/** A transfer under a fraud review: no approval while its alert is open; released by approval, ended by rejection, only rejectable after expiry. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { ALERT_LIFE_MS, openReviews, type Reviews } from '../support/reviews.ts'
import { claimsIn } from '../support/tokens.ts'
import { item, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const LARGE = 15_000_000 // kuruş: the demo rule reviews from here on

const team = use(startTransferTeam)
let reviews: Reviews
let analyst: string
before(async () => {
  reviews = openReviews(team.vezne)
  analyst = claimsIn(await team.vezne.token('fraud')).sub
})

const held = async (changes: object = {}): Promise<string> => {
  const [id] = await team.create([item({ amount: { value: LARGE, currency_code: 'TRY' }, ...changes })])
  return id as string
}
const reject = (id: string) => team.call('checker', 'POST', '/api/v1/transfers/bulk/reject', { transfer_ids: [id] })
/** Reason it cannot be approved. */
const whyNot = async (id: string): Promise<string> =>
  assertProblem(await team.approve([id]), 'invalid_state_transition').detail.match(/: (\w+)\)/)?.[1] ?? ''
const lastStep = async (id: string) => {
  const { history } = await team.transfer(id)
  const { previous_status, new_status, actor } = history.at(-1)
  return [previous_status, new_status, actor]
}
const types = async (id: string): Promise<string[]> =>
  (
    await team.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ type: string }>('select type from events where resource_id = $1 order by sequence', [id]),
    )
  ).map(({ type }) => type)

test('approved by an analyst: its people take their steps, and it completes', async () => {
  const id = await held()
  assert.equal(await whyNot(id), 'fraud_review_open')
  assert.equal((await reviews.decide(id, 'approve')).status, 200)
  assert.deepEqual(await lastStep(id), ['pending', 'pending', analyst])
  assert.equal((await team.approve([id])).status, 200)
  await team.send([id])
  const [done] = await team.untilStates([id], ['completed', 'failed'])
  assert.equal(done.status, 'completed')
  assert.deepEqual(await types(id), ['transfer.created', 'transfer.succeeded'])
})

test('rejected by an analyst: final, recorded only in its history, and its external id is free again', async () => {
  const id = await held({ external_id: 'HELD-1' })
  assert.equal((await reviews.decide(id, 'reject')).status, 200)
  const { status, error_code, error_message } = await team.transfer(id)
  assert.deepEqual([status, error_code, error_message], ['rejected', null, null])
  assert.deepEqual(await lastStep(id), ['pending', 'rejected', analyst])
  assert.deepEqual(await types(id), ['transfer.created'])
  assertProblem(await team.approve([id]), 'payment_already_rejected')
  await held({ external_id: 'HELD-1' })
})

test('its creator decides nothing about the alert, neither way', async () => {
  const answer = await team.call('admin', 'POST', '/api/v1/transfers/bulk/create', {
    items: [item({ amount: { value: LARGE, currency_code: 'TRY' } })],
  })
  const id = answer.body.transfers[0].id
  const { id: alertId } = await reviews.alertOf(id)
  const token = await team.vezne.token('admin')
  for (const [query, isThere] of [
    ['status=open', true],
    ['waits_for=me', false],
  ] as const) {
    const { body } = await team.vezne.request('fraud', 'GET', `/api/v1/fraud/alerts?${query}&page_size=100`, { token })
    assert.equal(
      body.items.some((alert: { id: string }) => alert.id === alertId),
      isThere,
      query,
    )
  }
  for (const verb of ['approve', 'reject'])
    assertProblem(
      await team.vezne.request('fraud', 'POST', `/api/v1/fraud/alerts/${alertId}/${verb}`, { token }),
      'four_eyes_violation',
    )
  assert.equal((await reviews.decide(id, 'reject')).status, 200)
  assert.equal((await team.transfer(id)).status, 'rejected')
})

test('forgotten: it stays pending, cannot be approved any more, and can be rejected', async () => {
  const id = await held()
  await team.vezne.moveClock(ALERT_LIFE_MS)
  await until('the alert is over', async () => (await reviews.alertOf(id)).status === 'expired')
  assert.equal((await team.transfer(id)).status, 'pending')
  assert.equal(await whyNot(id), 'fraud_review_open')
  assertProblem(await reviews.decide(id, 'approve'), 'invalid_state_transition')
  assert.equal((await reject(id)).status, 200)
  assert.equal((await team.transfer(id)).status, 'rejected')
})

test('rejected by its people first: nothing waits for the alert', async () => {
  const id = await held()
  assert.equal((await reject(id)).status, 200)
  assertProblem(await reviews.decide(id, 'approve'), 'invalid_state_transition')
  assert.equal((await reviews.decide(id, 'reject')).status, 200)
})

test('approvals of the alert and rejections of the transfer at once: each ends as one of them decided', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => held()))
  for (const id of ids) {
    const [alert, people] = await Promise.all([reviews.decide(id, 'approve'), reject(id)])
    const { status } = await team.transfer(id)
    assert.equal(status, 'rejected') // an approved alert does not prevent a rejection
    assert.equal(people.status, 200, people.text)
    assert.ok([200, 409].includes(alert.status), alert.text)
    assertProblem(await team.approve([id]), 'payment_already_rejected')
  }
})
