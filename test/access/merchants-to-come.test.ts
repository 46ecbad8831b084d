/** What waits of a merchant that does not sell yet is seen by whoever decides it, also where the tenant has one merchant that sells. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPeople } from '../support/people.ts'
import { FALLBACK, MARKET, startTwoPeople, TENANT } from '../support/two-banks.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

/** Tokens of two people, from when the tenant has one active merchant. */
let first: string
let second: string
let coming: string
const two = use(startTwoPeople)
before(async () => {
  await two.wantTwo()
  const { vezne } = two
  await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.execute('update merchants set is_active = false where tenant_id = $1 and id <> $2', [TENANT, MARKET]),
  )
  vezne.runtime.notifications.publish('merchants', TENANT)
  const people = openPeople(vezne)
  const login = (name: string) => people.token(name, people.demoPassword(name))
  first = await login('finance@demo.example')
  second = await login('admin@demo.example')
  await done(first, 'POST', '/settings', { key: 'settlements.terms_four_eyes', value: 'true' })
  const body = { name: 'To come', status: 'pending' }
  const made = await vezne.request('identity', 'POST', '/api/v1/merchants', { token: second, body })
  assert.equal(made.status, 201, made.text)
  coming = made.body.id
  const own = await vezne.request('identity', 'GET', '/api/v1/merchants/me', { token: second })
  assert.equal(own.body.id, MARKET, 'the only one that sells')
})

const done = async (token: string, method: string, path: string, body?: object): Promise<Json> => {
  const answer = await two.vezne.request('cards', method, `/api/v1${path}`, { token, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const idsOf = async (path: string): Promise<string[]> =>
  (await done(second, 'GET', path)).items.map(({ id }: Json) => id)

test('the number that its bank is to know it by', async () => {
  const profiles = `/merchants/${coming}/bank-profiles`
  const made = { connector_config_id: FALLBACK, sub_merchant_id: 'SM-7' }
  const { id, pending_change } = await done(first, 'POST', profiles, made)
  assert.deepEqual(await idsOf('/merchants/bank-profile-changes?waits_for=me'), [id])
  const [shown] = await done(second, 'GET', profiles)
  assert.equal(shown.pending_change.id, pending_change.id)
  assert.deepEqual(await done(second, 'GET', '/merchants/bank-profile-counts'), { [coming]: 1 })
  await done(second, 'POST', `${profiles}/${id}/confirm`, { change_id: shown.pending_change.id })
})

test('its terms', async () => {
  const rates = [{ basis_points: 100 }]
  const asked = { merchant_id: coming, effective_from: '2026-01-01', rates, value_date_plan: 'next_day' }
  const { id } = await done(first, 'POST', '/settlements/terms', asked)
  assert.deepEqual(await idsOf('/settlements/terms?waits_for=me'), [id])
  await done(second, 'POST', `/settlements/terms/${id}/confirm`)
})

test('a settlement that a person writes down', async () => {
  const days = { period_start: '2020-01-05', period_end: '2020-01-11' }
  const { id } = await done(first, 'POST', '/settlements', { merchant_id: coming, ...days, gross_amount: 100 })
  assert.deepEqual(await idsOf('/settlements?waits_for=me'), [id])
  assert.equal((await done(second, 'GET', `/settlements/${id}`)).merchant_id, coming)
  assert.equal((await done(second, 'POST', `/settlements/${id}/confirm`)).awaits, null)
})
