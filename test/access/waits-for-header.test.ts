/** Whoever asks for what takes two people is answered as ever; the header Waits-For says that it does not count yet, and only then. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { openPeople } from '../support/people.ts'
import { FALLBACK, MARKET, PRIMARY, SIMBANK, startTwoPeople } from '../support/two-banks.ts'
import { use } from '../support/use.ts'

type Surface = 'cards' | 'fraud' | 'identity'

const two = use(startTwoPeople)
let tokens: Readonly<Record<'first' | 'second', string>>
before(async () => {
  const people = openPeople(two.vezne)
  const password = people.demoPassword('admin@demo.example')
  tokens = { first: await two.vezne.token('admin'), second: await people.token('admin@demo.example', password) }
  const elsewhere = await two.call('first', 'GET', '/connector-configurations?search_term=NEST_PAY&page_size=1')
  await two.only(PRIMARY, FALLBACK, elsewhere.body.items[0].id)
  await two.wantTwo()
  for (const key of ['chargebacks.four_eyes', 'fraud.rules_four_eyes', 'settlements.terms_four_eyes'])
    await done('cards', 'POST', '/settings', { key, value: 'true' })
})

const ask = (surface: Surface, method: string, path: string, body?: object, who: 'first' | 'second' = 'first') =>
  two.vezne.request(surface, method, `/api/v1${path}`, {
    token: tokens[who],
    ...(body === undefined ? {} : { body }),
    ...(path === '/payments' ? { headers: { 'x-merchant-id': MARKET } } : {}),
  })
const said = (answer: Answer): string | undefined => {
  assert.ok(answer.status < 300, answer.text)
  return answer.headers['waits-for'] as string | undefined
}
const waits = async (...call: Parameters<typeof ask>): Promise<Answer> => {
  const answer = await ask(...call)
  assert.equal(said(answer), 'second-person', `${call[1]} ${call[2]}`)
  return answer
}
const done = async (...call: Parameters<typeof ask>): Promise<Answer> => {
  const answer = await ask(...call)
  assert.equal(said(answer), undefined, `${call[1]} ${call[2]}`)
  return answer
}

test('what redirects payments, and profiles', async () => {
  await waits('cards', 'POST', `/connector-configurations/${PRIMARY}/deactivate`)
  await waits('cards', 'POST', `/connectors/${SIMBANK}/deactivate`)
  const target = { target_connector_config_id: PRIMARY, min_amount: 0, max_amount: 1 }
  const rule = await waits('cards', 'POST', '/routing-rules', { name: 'Waits', ...target })
  await done('cards', 'DELETE', `/routing-rules/${rule.body}`)
  const profiles = `/merchants/${MARKET}/bank-profiles`
  const profile = await waits('cards', 'POST', profiles, { connector_config_id: FALLBACK, sub_merchant_id: 'S-1' })
  const { id, pending_change } = profile.body
  await done('cards', 'POST', `${profiles}/${id}/confirm`, { change_id: pending_change.id }, 'second')
})

test('merchants in use, keys and people', async () => {
  const { id, name, external_id } = (await done('identity', 'POST', '/merchants', { name: 'Shop', external_id: 'W-1' }))
    .body
  await done('cards', 'POST', '/payments', paymentBody())
  await done('identity', 'PUT', `/merchants/${id}`, { name: 'Shop', external_id })
  const market = (await ask('identity', 'GET', `/merchants/${MARKET}`)).body
  await waits('identity', 'PUT', `/merchants/${MARKET}`, { name: market.name, external_id: 'W-2' })
  await done('identity', 'PUT', `/merchants/${MARKET}`, { name: market.name, external_id: market.external_id })
  assert.equal(name, 'Shop')
  const made = await waits('identity', 'POST', '/tenants/me/api-keys', {
    display_name: 'Till',
    roles: ['pos-operator'],
  })
  const key = made.body.api_key
  await done('identity', 'PUT', `/tenants/me/api-keys/${key.id}`, { display_name: 'Till 2', roles: key.roles })
  await waits('identity', 'PUT', `/tenants/me/api-keys/${key.id}`, { display_name: 'Till', roles: ['pos-admin'] })
  await waits('identity', 'POST', `/tenants/me/api-keys/${key.id}/rotate-secret`)
  const person = {
    username: 'waits',
    email: 'waits@demo.example',
    roles: ['pos-viewer'],
    password: 'long-enough-9-Words',
  }
  const user = (await waits('identity', 'POST', '/users', person)).body.data
  await done('identity', 'PUT', `/users/${user.id}`, { firstName: 'Deniz' })
  await waits('identity', 'PUT', `/users/${user.id}`, { roles: ['pos-viewer', 'pos-admin'] })
  await waits('identity', 'POST', `/users/${user.id}/reset-password`, { password: 'another-good-9-Words' })
})

test('settings, chargebacks, checks and terms', async () => {
  const { items } = (await ask('cards', 'GET', '/settings?search_term=chargebacks.four_eyes')).body
  await waits('cards', 'PUT', `/settings/${items[0].id}`, { key: 'chargebacks.four_eyes', value: 'false' })
  await done('cards', 'PUT', `/settings/${items[0].id}`, { key: 'chargebacks.four_eyes', value: 'true' })
  const paid = await done('cards', 'POST', '/payments', paymentBody())
  const opened = { transaction_id: paid.body.transaction_id, amount: 100 }
  const { id } = (await done('cards', 'POST', '/chargebacks', opened)).body
  await waits('cards', 'PUT', `/chargebacks/${id}/status`, { action: 'lose' })
  await done('cards', 'PUT', `/chargebacks/${id}/status`, { action: 'lose' }, 'second')
  const entry = { entry_type: 'ip', value: '203.0.113.9', reason: 'tried' }
  const listed = await done('fraud', 'POST', '/fraud/blacklist', entry)
  await waits('fraud', 'DELETE', `/fraud/blacklist/${listed.body.id}`)
  const rates = [{ basis_points: 200 }]
  await waits('cards', 'POST', '/settlements/terms', {
    effective_from: '2035-01-01',
    value_date_plan: 'next_day',
    rates,
  })
})

test('a repeat of the same call says the same', async () => {
  const headers = { 'idempotency-key': 'waits-once' }
  const body = { display_name: 'Once', roles: ['pos-operator'] }
  const once = () =>
    two.vezne.request('identity', 'POST', '/api/v1/tenants/me/api-keys', { token: tokens.first, headers, body })
  const [first, again] = [await once(), await once()]
  assert.deepEqual([said(first), said(again)], ['second-person', 'second-person'])
  assert.equal(again.headers['idempotent-replayed'], 'true')
})
