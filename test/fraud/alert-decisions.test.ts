/** Decisions of alerts end to end: payments continue or fail and are announced, and a transfer with four people. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { ok, startReceiver } from '../support/receiver.ts'
import { heldId } from '../support/reviews.ts'
import { GOOD_IBAN, item, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const DAY_MS = 24 * 3_600_000
const THRESHOLD = 15_000_000 // of the demo rule for transfers

const team = use(startTransferTeam)
const receiver = use(() => startReceiver(ok))
before(async () => {
  const url = `${receiver.origin}/hook`
  const made = await cards('POST', '/webhook-subscriptions', { url, events: ['payment.completed', 'payment.failed'] })
  assert.equal(made.status, 201, made.text)
})

const cards = async (method: string, path: string, body?: unknown): Promise<Answer> =>
  team.vezne.request('cards', method, `/api/v1${path}`, {
    token: await team.vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    ...(body === undefined ? {} : { body }),
  })
const asAnalyst = async (method: string, path: string, body?: unknown): Promise<Answer> =>
  team.vezne.request('fraud', method, `/api/v1/fraud${path}`, {
    token: await team.vezne.token('fraud'),
    ...(body === undefined ? {} : { body }),
  })
const hold = async (): Promise<string> =>
  heldId(await cards('POST', '/payments', paymentBody({ buyer: { email: 'review@demo.example' } })))
const alertOf = async (id: string): Promise<Json> => (await asAnalyst('GET', `/alerts?search_term=${id}`)).body.items[0]
const decide = async (id: string, verb: 'approve' | 'reject', body?: unknown): Promise<Answer> =>
  asAnalyst('POST', `/alerts/${(await alertOf(id)).id}/${verb}`, body)
const outcomeOf = async (id: string): Promise<string | null> =>
  (await asAnalyst('GET', `/logs?search_term=${id}`)).body.items[0].outcome
/** Types of what the shop's server was sent about a payment. */
const told = (id: string): string[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body.toString()))
    .filter((event) => JSON.stringify(event).includes(id))
    .map(({ type, event_type }) => type ?? event_type)

test('a payment under review, approved by an analyst: it completes and the shop is notified', async () => {
  const id = await hold()
  assert.equal((await cards('GET', `/payments/${id}`)).body.status, 'pending')
  assert.deepEqual([(await alertOf(id)).status, await outcomeOf(id)], ['open', null])
  const answer = await decide(id, 'approve', { notes: 'Known shopper' })
  assert.deepEqual([answer.status, answer.body.status], [200, 'approved'], answer.text)
  assert.equal((await cards('GET', `/payments/${id}`)).body.status, 'completed')
  assert.equal(await outcomeOf(id), 'success')
  await until('the shop is told', () => told(id).length > 0)
  assert.deepEqual(told(id), ['payment.completed'])
})

test('an analyst rejects it: it fails as blocked, and the shop is notified', async () => {
  const id = await hold()
  assert.equal((await decide(id, 'reject')).body.status, 'rejected')
  const { status, error_code } = (await cards('GET', `/payments/${id}`)).body
  assert.deepEqual([status, error_code, await outcomeOf(id)], ['failed', 'fraud_blocked', 'failed'])
  await until('the shop is told', () => told(id).length > 0)
  assert.deepEqual(told(id), ['payment.failed'])
})

test('the trace contains how the review ended, by whom and why', async () => {
  const answer = await cards('POST', '/payments', paymentBody({ buyer: { email: 'review@demo.example' } }))
  const id = heldId(answer)
  const { body: alert } = await decide(id, 'approve', { notes: 'Known shopper' })
  const trace = await cards('GET', `/Trace/${answer.headers['x-correlation-id']}`)
  const events = trace.body.data.events.filter(({ source }: Json) => source.startsWith('Fraud'))
  assert.deepEqual(
    events.map(({ source, title, subtitle, isSuccess }: Json) => [source, title, subtitle, isSuccess]),
    [
      ['FraudCheck', 'review, score 50', 'DEMO-REVIEW', true],
      ['FraudAlert', 'open to approved', 'Known shopper', true],
    ],
  )
  const { reviewedBy, reviewedAt, newStatus } = events[1].details
  assert.deepEqual([reviewedBy, reviewedAt, newStatus], [alert.reviewed_by, alert.reviewed_at, 'approved'])
  assert.equal(trace.body.data.summary.hasErrors, false)
})

test('ten people at once, of both scopes, with both decisions: one decides, nine learn who', async () => {
  for (let round = 0; round < 3; round++) {
    const id = await hold()
    const alert = await alertOf(id)
    const [own, platform] = [await team.vezne.token('fraud'), await team.vezne.token('admin', 'master')]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        team.vezne.request(
          'fraud',
          'POST',
          `/api/v1/${at % 3 === 0 ? 'platform/' : ''}fraud/alerts/${alert.id}/${at % 2 === 0 ? 'approve' : 'reject'}`,
          { token: at % 3 === 0 ? platform : own },
        ),
      ),
    )
    const [won, ...others] = answers.filter(({ status }) => status === 200)
    assert.deepEqual(others, [])
    const { status, reviewed_by } = (won as Answer).body
    for (const lost of answers.filter((answer) => answer !== won)) {
      const { detail } = assertProblem(lost, 'invalid_state_transition')
      assert.ok(detail.includes(`is ${status}: ${reviewed_by}`), detail)
    }
    const payment = (await cards('GET', `/payments/${id}`)).body
    assert.equal(payment.status, status === 'approved' ? 'completed' : 'failed')
    await until('the shop is told', () => told(id).length > 0)
    assert.deepEqual(told(id), [status === 'approved' ? 'payment.completed' : 'payment.failed'])
  }
})

const large = (): Json =>
  item({
    amount: { value: THRESHOLD, currency_code: 'TRY' },
    recipient: { iban: GOOD_IBAN, holder_name: 'Büyük Alıcı' },
  })

test('a transfer above the threshold is under review, approved by an analyst, and completed by its three people', async () => {
  const [id, small] = await team.create([large(), item()])
  const held = await team.approve([id as string, small as string])
  assert.deepEqual([held.body.total_approved, held.body.skipped[0].id], [1, id])
  assert.equal(await alertOf(small as string), undefined)
  const alert = await alertOf(id as string)
  assert.deepEqual(
    [alert.process, alert.amount_minor, alert.reason_codes],
    ['para_transferi', THRESHOLD, 'DEMO-TRANSFER-REVIEW'],
  )
  assert.equal((await decide(id as string, 'approve')).status, 200)
  assert.equal((await team.transfer(id as string)).status, 'pending')
  assert.equal((await team.approve([id as string])).body.total_approved, 1)
  assert.equal((await team.send([id as string])).status, 202)
  await team.untilStates([id as string], ['completed'])
  assert.equal(await outcomeOf(id as string), 'success')
})

test('a transfer whose alert is rejected is rejected', async () => {
  const [id] = await team.create([large()])
  assert.equal((await decide(id as string, 'reject')).status, 200)
  assert.equal((await team.transfer(id as string)).status, 'rejected')
  assert.equal(await outcomeOf(id as string), 'cancelled')
})

test('rejected by its own people meanwhile: nothing waits for an approval, and a rejection closes the alert', async () => {
  const [id] = await team.create([large()])
  const rejected = await team.call('checker', 'POST', '/api/v1/transfers/bulk/reject', { transfer_ids: [id] })
  assert.equal(rejected.status, 200, rejected.text)
  const { detail } = assertProblem(await decide(id as string, 'approve'), 'invalid_state_transition')
  assert.match(detail, /has ended meanwhile/)
  assert.equal((await alertOf(id as string)).status, 'open')
  assert.equal((await decide(id as string, 'reject')).body.status, 'rejected')
})

test('no decision: a day later the payment fails and is announced; the transfer stays, and cannot be approved', async () => {
  const payment = await hold()
  const [transfer] = await team.create([large()])
  await team.vezne.moveClock(DAY_MS - 60_000)
  assert.equal((await alertOf(payment)).status, 'open')
  await team.vezne.moveClock(60_000)
  assert.deepEqual(
    [(await alertOf(payment)).status, (await alertOf(transfer as string)).status],
    ['expired', 'expired'],
  )
  await until('the shop is told', () => told(payment).length > 0)
  assert.deepEqual(told(payment), ['payment.failed'])
  const { status, error_code } = (await cards('GET', `/payments/${payment}`)).body
  assert.deepEqual([status, error_code], ['failed', 'fraud_blocked'])
  for (const verb of ['approve', 'reject'] as const)
    for (const id of [payment, transfer as string]) {
      const { detail } = assertProblem(await decide(id, verb), 'invalid_state_transition')
      assert.match(detail, /is expired since .*: nobody decided it in time/)
    }
  assert.equal((await team.transfer(transfer as string)).status, 'pending')
  assert.notEqual((await team.approve([transfer as string])).status, 200)
  assert.equal((await team.transfer(transfer as string)).status, 'pending')
})
