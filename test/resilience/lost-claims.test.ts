/** A claim whose commit was lost on the way: its leases are released, and nothing waits for one to expire. Running work keeps its own. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { type LoadTeam, RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { type LossyDatabase, openLossyDatabase } from '../support/lossy-database.ts'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { extendLeases } from './chaos/platform-records.ts'

const SILENT_CARD = '4539450000000017'
const SLOW_CARD = '4539450000000009'
const PAST_THE_WINDOW_MS = 200_000
const DUE_MS = 5_000

let team: LoadTeam
let road: LossyDatabase
before(async () => {
  team = await startLoadTeam({
    reach: async (url) => {
      road = await openLossyDatabase(url)
      return road.url
    },
  })
  for (const [card_number, expected_result, simulated_delay_ms] of [
    [SILENT_CARD, 'Timeout', 50],
    [SLOW_CARD, 'Success', 6_000],
  ])
    assert.equal(
      (await cards('/test-cards', { ...LIKE_ANY, card_number, expected_result, simulated_delay_ms })).status,
      201,
    )
})
after(async () => {
  await team.stop()
  await road.close()
})

const LIKE_ANY = {
  expiry_month: 12,
  expiry_year: 2030,
  card_schema_type: 'Visa',
  card_type: 'Credit',
  card_brand: 'Other',
}

const cards = async (path: string, body: object): Promise<Answer> =>
  team.vezne.request('cards', 'POST', `/api/v1${path}`, {
    token: await team.vezne.token('admin', 'tenant-load'),
    headers: { 'x-external-merchant-id': 'M-3001' },
    body,
  })
const pay = (number?: string): Promise<Answer> =>
  cards('/payments', paymentBody(number === undefined ? {} : { card: { number } }))

const row = async (table: string, id: string) =>
  (await team.rows(`select *, lease_until is not null as is_leased from ${table} where id = $1`, [id]))[0]

/** Its claim is lost, and no lease expires any more. */
const loseClaim = async (statement: string): Promise<void> => {
  const lost = road.lost()
  road.loseCommitOf(statement)
  await team.vezne.moveClock(DUE_MS)
  await until('the answer to the claim is lost', () => road.lost() > lost)
  await extendLeases(team.vezne.ownerUrl)
}

const PAYMENT_CLAIM = 'claim-due-payments'

test('of a payment: given back, and the bank is asked', async () => {
  const { status, body } = await pay(SILENT_CARD)
  assert.equal(status, 202)
  await loseClaim(PAYMENT_CLAIM)
  await until('it is given back', async () => !(await row('payments', body.transaction_id)).is_leased)
  await team.vezne.moveClock(PAST_THE_WINDOW_MS)
  await until('it is final', async () => (await row('payments', body.transaction_id)).status === 'failed')
})

test('a payment at the bank meanwhile keeps its lease: no inquiry is made, and its response is recorded', async () => {
  const slow = pay(SLOW_CARD)
  await until('it is at the bank', async () => {
    const [found] = await team.rows("select from payments where status = 'processing' and bin = 453945 and fencing = 1")
    return found !== undefined
  })
  const { body } = await pay(SILENT_CARD)
  await loseClaim(PAYMENT_CLAIM)
  await until('the other one is given back', async () => !(await row('payments', body.transaction_id)).is_leased)
  const answer = await slow
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await row('payments', answer.body.transaction_id)).fencing, 1)
})

test('of a refund: given back, and the bank is asked', async () => {
  const sold = await pay()
  assert.equal(sold.status, 200, sold.text)
  const { status, body } = await cards(`/payments/${sold.body.transaction_id}/refund`, {
    extra_properties: { simulate: '99' },
  })
  assert.equal(status, 202)
  const [{ id }] = await team.rows('select id from payment_operations where payment_id = $1', [body.transaction_id])
  await loseClaim('claim-due-payment_operations')
  await until('it is given back', async () => !(await row('payment_operations', id)).is_leased)
  await team.vezne.moveClock(PAST_THE_WINDOW_MS)
  await until('it is final', async () => (await row('payment_operations', id)).status !== 'processing')
})

test('of a transfer that was due to be sent: the bank is asked first, and it leaves once', async () => {
  const ids = await team.create([team.item(RECEIVERS.completes)])
  assert.equal((await team.bulk('checker', 'approve', { transfer_ids: ids })).status, 200)
  const lost = road.lost()
  road.loseCommitOf('claim-due-transfers')
  assert.equal((await team.bulk('sender', 'send', { transfer_ids: ids })).status, 202)
  await until('the answer to the claim is lost', () => road.lost() > lost)
  await extendLeases(team.vezne.ownerUrl)
  await team.settle()
  assert.equal((await row('transfers', ids[0] as string)).status, 'completed')
  assert.deepEqual(await team.differences(), [])
})
