/** A payment under review whose first write was not answered: what an analyst decided meanwhile is carried out once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type LoadTeam, startLoadTeam } from '../support/load-team.ts'
import { type LossyDatabase, openLossyDatabase } from '../support/lossy-database.ts'
import { paymentBody } from '../support/payments.ts'
import { heldId } from '../support/reviews.ts'
import { over, ruleOf } from '../support/rule-rig.ts'
import { until } from '../support/until.ts'

let team: LoadTeam
let road: LossyDatabase
let token: string
before(async () => {
  team = await startLoadTeam({
    reach: async (url) => {
      road = await openLossyDatabase(url)
      return road.url
    },
  })
  token = await team.vezne.token('admin', 'tenant-load')
  const made = await fraud('POST', '/rules', ruleOf({ expression_json: over(1) }))
  assert.equal(made.status, 201, made.text)
})
after(async () => {
  await team.stop()
  await road.close()
})

const fraud = (method: string, path: string, body?: unknown) =>
  team.vezne.request('fraud', method, `/api/v1/fraud${path}`, { token, ...(body === undefined ? {} : { body }) })
const pay = () =>
  team.vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    headers: { 'x-external-merchant-id': 'M-3001' },
    body: paymentBody(),
  })
const decide = async (verb: 'approve' | 'reject'): Promise<void> => {
  let id: string | undefined
  await until('its alert is there', async () => {
    id = (await fraud('GET', '/alerts?status=open')).body.items[0]?.id
    return id !== undefined
  })
  // No one decides their own request.
  const decided = await team.vezne.request('fraud', 'POST', `/api/v1/platform/fraud/alerts/${id}/${verb}`, {
    token: await team.vezne.token('admin', 'master'),
  })
  assert.equal(decided.status, 200, decided.text)
}

for (const [verb, status, calls, told] of [
  ['approve', 'completed', 1, 200],
  ['reject', 'failed', 0, 422],
] as const)
  test(`${verb}: the bank is called ${calls} times, and the caller learns of the review`, async () => {
    const lost = road.lost()
    road.loseCommitOf('prepare-payments-plain', () => decide(verb))
    const answer = await pay()
    assert.equal(road.lost(), lost + 1)
    // The decision came first: the caller gets its result.
    const { transaction_id } = answer.body
    assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [told, undefined], answer.text)
    const [payment] = await team.rows('select status from payments where id = $1', [transaction_id])
    assert.equal(payment.status, status)
    const heard = await team.rows('select from api_request_logs where transaction_id = $1', [transaction_id])
    assert.equal(heard.length, calls)
  })

test('voided: the void whose commit was not answered is made once, and reported as made', async () => {
  const held = heldId(await pay())
  const lost = road.lost()
  road.loseCommitOf('cancel-held', async () => undefined)
  const answer = await team.vezne.request('cards', 'POST', `/api/v1/payments/${held}/void`, { token })
  assert.equal(road.lost(), lost + 1)
  assert.deepEqual([answer.status, answer.body.status], [200, 'voided'], answer.text)
  assert.equal((await team.rows('select from payment_operations where payment_id = $1', [held])).length, 1)
  assert.equal((await team.rows('select from events where resource_id = $1', [held])).length, 1)
})
