/** With chargebacks.four_eyes one person neither loses nor wins a chargeback: the first word waits, another person’s same call carries it out, and no money moves before. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { chargebacksOf } from '../support/chargebacks.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { asPlatform, tokenOf } from '../support/tenants.ts'
import { authPath } from '../support/tokens.ts'

const TENANT = { id: '00000000-0000-4000-8000-000000000012', slug: 'tenant-load' }

/** Two cashiers, another key of the first one, and a key that the platform issued. */
let first: string
let second: string
let hisOther: string
let ofPlatform: string
const { sell, open, read, eventsOf, booked } = chargebacksOf(() => shop)
const shop = useShop()
before(async () => {
  const { vezne } = shop
  const set = await shop.call('POST', '/settings', { key: 'chargebacks.four_eyes', value: 'true' })
  assert.equal(set.status, 201, set.text)
  first = await vezne.token('admin', TENANT.slug)
  second = await tokenOf(vezne, TENANT, ['pos-operator'])
  const keyOf = async ({ body, text, status }: Answer, from: number): Promise<string> => {
    assert.equal(status, 201, text)
    const sent = { client_id: body.api_key.client_id, client_secret: body.secret }
    return (await vezne.request('identity', 'POST', authPath(TENANT.slug, 'token'), { body: sent, from })).body
      .access_token
  }
  const asked = { display_name: 'K', roles: ['pos-operator'] }
  hisOther = await keyOf(
    await vezne.request('identity', 'POST', '/api/v1/tenants/me/api-keys', { token: first, body: asked }),
    50,
  )
  ofPlatform = await keyOf(await asPlatform(vezne, 'POST', `/platform/tenants/${TENANT.id}/api-keys`, asked), 51)
})

const put = (token: string, id: string, body: object) =>
  shop.vezne.request('cards', 'PUT', `/api/v1/chargebacks/${id}/status`, { token, body })
const taken = async (answer: Promise<Answer>): Promise<void> => {
  const { status, text } = await answer
  assert.equal(status, 204, text)
}
const stands = async (id: string) => {
  const { status, awaits, ended_by } = await read(id)
  return [status, awaits, ended_by]
}

test('whoever opened it does not lose it alone: no posting, no event, and the payment stays blocked until another person says so', async () => {
  const sale = await sell()
  const { id } = await open(sale)
  await taken(put(first, id, { status: 'lost', notes: 'the bank wrote' }))
  assert.deepEqual(await stands(id), ['opened', 'lost', null])
  // A person who has nobody else is told who helps.
  assertProblem(await put(first, id, { status: 'lost' }), 'four_eyes_violation', /make a user .* the platform confirms/)
  assertProblem(await put(hisOther, id, { status: 'lost' }), 'four_eyes_violation')
  assertProblem(await put(ofPlatform, id, { status: 'lost' }), 'forbidden')
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }: { type: string }) => type),
    ['chargeback.opened'],
  )
  assert.ok(!(await booked(sale)).some((line) => line.startsWith('chargeback')))
  assertProblem(await shop.follow(sale, 'refund', { amount: 100 }), 'refund_not_allowed')
  await taken(put(second, id, { action: 'lose' }))
  const [status, awaits, endedBy] = await stands(id)
  assert.deepEqual([status, awaits], ['lost', null])
  assert.ok(endedBy)
  assert.ok((await booked(sale)).some((line) => line.startsWith('chargeback')))
  assert.equal((await read(id)).notes, 'the bank wrote')
})

test('nor is it won and refunded on top by one; another word, or a dispute, takes the first one back', async () => {
  const sale = await sell()
  const { id } = await open(sale)
  await taken(put(first, id, { status: 'won' }))
  assertProblem(await shop.follow(sale, 'refund', { amount: 100 }), 'refund_not_allowed')
  await taken(put(second, id, { status: 'lost' }))
  assert.deepEqual(await stands(id), ['opened', 'lost', null])
  await taken(put(first, id, { status: 'disputed' }))
  assert.deepEqual(await stands(id), ['disputed', null, null])
  await taken(put(second, id, { status: 'won' }))
  await taken(put(first, id, { status: 'won' }))
  assert.equal((await read(id)).status, 'won')
  assert.equal((await shop.follow(sale, 'refund', { amount: 100 })).status, 200)
})

test('what a key of the platform says is nobody’s word', async () => {
  const { id } = await open(await sell())
  await taken(put(ofPlatform, id, { status: 'lost' }))
  await taken(put(first, id, { status: 'lost' }))
  assert.deepEqual(await stands(id), ['opened', 'lost', null])
  await taken(put(second, id, { status: 'lost' }))
  assert.equal((await read(id)).status, 'lost')
})

test('two people at the same moment: one asks, the other carries it out, once', async () => {
  const sale = await sell()
  const { id } = await open(sale)
  await Promise.all([put(first, id, { status: 'lost' }), put(second, id, { status: 'lost' })])
  assert.equal((await read(id)).status, 'lost')
  assert.equal((await booked(sale)).filter((line) => line.startsWith('chargeback')).length, 1)
})

test('the database keeps the two apart as well, whoever sends the statement', async () => {
  const { id } = await open(await sell())
  const change = (sql: string) => shop.own(`update chargebacks set ${sql} where id = $1`, [id])
  const lost = `status = 'lost', resolved_at = now()`
  await assert.rejects(change(`${lost}, ended_by = 'one'`), /two people/)
  await change(`asked_action = 'lose', asked_by = 'one'`)
  await assert.rejects(change(`${lost}, ended_by = 'one'`), /two people/)
  await assert.rejects(change(`status = 'won', resolved_at = now(), ended_by = 'other'`), /two people/)
  await assert.rejects(change(`ended_by = 'other'`), /with its end/)
  await change(`${lost}, ended_by = 'other'`)
})
