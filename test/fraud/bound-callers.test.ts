/** Fraud roles bound to one merchant: they see and decide only that merchant's; what applies to the whole tenant is refused. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { heldId } from '../support/reviews.ts'
import { over, ruleOf } from '../support/rule-rig.ts'
import { type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const vezne = useVezne()
let tenant: MadeTenant
let admin: string
let bound: string
let own: string
let other: string
let rule: Json
before(async () => {
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  admin = await tokenOf(vezne, tenant, ['tenant-admin'])
  own = (await call('identity', 'POST', '/merchants', admin, { name: 'Own', external_id: 'OWN' })).body.id
  other = (await call('identity', 'POST', '/merchants', admin, { name: 'Other', external_id: 'OTHER' })).body.id
  bound = await tokenOf(vezne, tenant, ['fraud-admin'], own)
  rule = (await fraud('POST', '/rules', admin, ruleOf({ expression_json: over(1) }))).body
})

const call = (
  surface: 'cards' | 'fraud' | 'identity',
  method: string,
  path: string,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  vezne.request(surface, method, `/api/v1${path}`, { token, headers, ...(body === undefined ? {} : { body }) })
const fraud = (method: string, path: string, token: string, body?: unknown): Promise<Answer> =>
  call('fraud', method, `/fraud${path}`, token, body)
const hold = async (merchant: string): Promise<string> => {
  const answer = await call('cards', 'POST', '/payments', admin, paymentBody(), { 'x-merchant-id': merchant })
  return heldId(answer)
}
const listed = async (path: string, token: string): Promise<(string | null)[]> => {
  const { body, text } = await fraud('GET', path, token)
  assert.ok(Array.isArray(body.items), text)
  return body.items.map(({ merchant_external_id }: Json) => merchant_external_id).sort()
}

test('alerts and check logs: those of its merchant', async () => {
  await hold(own)
  await hold(other)
  for (const path of ['/alerts', '/logs']) {
    assert.deepEqual(await listed(path, bound), ['OWN'], path)
    assert.deepEqual(await listed(path, admin), ['OTHER', 'OWN'], path)
  }
})

test('an alert of another merchant is not there to be decided', async () => {
  const foreign = await hold(other)
  const { body } = await fraud('GET', `/alerts?search_term=${foreign}`, admin)
  const [{ id }] = body.items
  for (const verb of ['approve', 'reject'])
    assertProblem(await fraud('POST', `/alerts/${id}/${verb}`, bound), 'resource_not_found')
  const mine = await hold(own)
  const found = await fraud('GET', `/alerts?search_term=${mine}`, bound)
  assert.equal((await fraud('POST', `/alerts/${found.body.items[0].id}/reject`, bound)).status, 200)
})

test('rules, blacklist and its own policy: read, never written, nor tried on the logs of all', async () => {
  const entry = { entry_type: 'device', value: 'a device of theirs' }
  const added = await fraud('POST', '/blacklist', admin, entry)
  assert.equal(added.status, 201, added.text)
  const tries: [method: string, path: string, body?: unknown][] = [
    ['POST', '/rules', ruleOf()],
    ['PATCH', `/rules/${rule.id}`, { is_active: false }],
    ['DELETE', `/rules/${rule.id}`],
    ['POST', `/rules/${rule.id}/test`, { days: 1 }],
    ['POST', '/blacklist', { ...entry, value: 'another' }],
    ['DELETE', `/blacklist/${added.body.id}`],
    ['PATCH', `/merchants/${own}/policy`, { policies: [{ process: 'sanal_pos', enabled: false, reason: 'ours' }] }],
  ]
  for (const [method, path, body] of tries)
    assertProblem(await fraud(method, path, bound, body), 'forbidden', /bound to a merchant/)
  for (const path of ['/rules', '/blacklist', `/merchants/${own}/policy`])
    assert.equal((await fraud('GET', path, bound)).status, 200, path)
  const { body } = await fraud('GET', '/rules?page_size=100', admin)
  assert.equal(body.items.find(({ id }: Json) => id === rule.id).is_active, true)
})
