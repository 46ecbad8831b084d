/** fraud.rules_four_eyes: what could switch a check off waits for a second person, and the check goes on meanwhile; what can only stop more counts at once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { DEMO, over, startRuleRig } from '../support/rule-rig.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

let merchantId: string
const BUYER = 'buyer@shop.example.com'
/** Blocks every payment. */
let rule: string
let entry: string
const rig = use(startRuleRig)
before(async () => {
  merchantId = rig.vezne.demo.tenants[0]!.merchants[0]!.merchant_id
  rule = (await rig.make('fraud', { code: 'STOP', expression_json: over(700_000), action: 'block', priority: 50 })).id
  const listed = await rig.call('fraud', 'POST', '/fraud/blacklist', { entry_type: 'email', value: BUYER })
  assert.equal(listed.status, 201, listed.text)
  entry = listed.body.id
  const switched = await rig.vezne.request('cards', 'POST', '/api/v1/settings', {
    token: await rig.vezne.token('admin'),
    body: { key: 'fraud.rules_four_eyes', value: 'true' },
  })
  assert.equal(switched.status, 201, switched.text)
})

type Who = 'fraud' | 'admin'
const pay = async (amount: number, change: Json = {}): Promise<Answer> =>
  rig.vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await rig.vezne.token('admin'),
    headers: { 'x-merchant-id': merchantId },
    body: paymentBody({ amount: { amount, currency: 'TRY' }, ...change }),
  })
const isStopped = async (): Promise<boolean[]> => [
  (await pay(700_000)).status === 422,
  (await pay(1_000, { buyer: { email: BUYER } })).status === 422,
]
const waiting = async (who: Who = 'fraud', query = ''): Promise<Json[]> =>
  (await rig.call(who, 'GET', `/fraud/waiting-changes${query}`)).body.items
const decide = (who: Who, id: string, step = 'confirm') => rig.call(who, 'POST', `/fraud/waiting-changes/${id}/${step}`)
const policy = (enabled: boolean): [string, string, Json] => [
  'PATCH',
  `/fraud/merchants/${merchantId}/policy`,
  { policies: [{ process: 'sanal_pos', enabled, ...(enabled ? {} : { reason: 'Known' }) }] },
]

const looser = (): [method: string, path: string, body: Json, code: number][] => [
  ['PATCH', `/fraud/rules/${rule}`, { is_active: false }, 200],
  ['PATCH', `/fraud/rules/${rule}`, { expression_json: over(900_000_000) }, 200],
  ['PATCH', `/fraud/rules/${rule}`, { action: 'approve' }, 200],
  ['PATCH', `/fraud/rules/${rule}`, { is_shadow: true }, 200],
  ['PATCH', `/fraud/rules/${rule}`, { priority: 32_000 }, 200],
  ['DELETE', `/fraud/rules/${rule}`, undefined, 204],
  ['DELETE', `/fraud/blacklist/${entry}`, undefined, 204],
  [...policy(false), 200],
]

test('one person’s change answers as documented and waits; the old rule, entry and policy go on judging; he does not confirm it', async () => {
  for (const [method, path, body, code] of looser()) {
    const what = `${method} ${path} ${JSON.stringify(body)}`
    const answer = await rig.call('fraud', method, path, body)
    assert.equal(answer.status, code, `${what}: ${answer.text}`)
    assert.deepEqual(await isStopped(), [true, true], what)
    const [change] = await waiting()
    if (code === 200) {
      const shown = answer.body.policies?.[0] ?? answer.body
      assert.equal(shown.pending_change.id, change.id, what)
    }
    assert.deepEqual(
      [(await waiting('fraud', '?waits_for=me')).length, (await waiting('admin', '?waits_for=me')).length],
      [0, 1],
    )
    assertProblem(await decide('fraud', change.id), 'four_eyes_violation')
    assert.equal((await decide('fraud', change.id, 'reject')).status, 204)
    assertProblem(await decide('admin', change.id), 'conflict', /no more/)
    assert.deepEqual([await isStopped(), await waiting()], [[true, true], []])
  }
})

test('a rule that lets pass and is put first begins inactive, and a second person activates it', async () => {
  const { id, is_active } = await rig.make('fraud', {
    code: 'PASS',
    expression_json: over(1),
    action: 'approve',
    priority: 1,
  })
  assert.equal(is_active, false)
  assertProblem(await rig.rules('fraud', 'PATCH', `/${id}`, { is_active: true }), 'four_eyes_violation')
  assert.deepEqual(await isStopped(), [true, true])
  assert.equal((await rig.rules('fraud', 'DELETE', `/${id}`)).status, 204)
  assert.equal(await rig.shown(id), undefined, 'what judges nothing goes at once')
})

test('a second person confirms: a raised rule, one that is switched off and on again, a removal and a policy', async () => {
  const change = async (method: string, path: string, body?: Json): Promise<void> => {
    const asked = await rig.call('fraud', method, path, body)
    assert.ok(asked.status < 300, asked.text)
    const [{ id }] = await waiting()
    const done = await decide('admin', id)
    assert.equal(done.status, 204, `${method} ${path}: ${done.text}`)
    assert.deepEqual(await waiting(), [])
  }
  await change('PATCH', `/fraud/rules/${rule}`, { expression_json: over(600_000) })
  assert.deepEqual([(await pay(600_000)).status, (await rig.shown(rule)).is_active], [422, true])
  await change('PATCH', `/fraud/rules/${rule}`, { is_active: false })
  assert.deepEqual(await isStopped(), [false, true])

  // On again by two as well: it might be a rule that lets pass.
  const again = await rig.rules('admin', 'PATCH', `/${rule}`, { is_active: true })
  assert.deepEqual([again.body.is_active, again.body.awaits_activation], [false, true], again.text)
  assertProblem(await rig.rules('admin', 'PATCH', `/${rule}`, { is_active: true }), 'four_eyes_violation')
  assert.equal((await rig.rules('fraud', 'PATCH', `/${rule}`, { is_active: true })).body.is_active, true)
  assert.deepEqual(await isStopped(), [true, true])

  const added = await rig.call('fraud', 'POST', '/fraud/blacklist', {
    entry_type: 'email',
    value: 'another@shop.example.com',
  })
  assert.deepEqual([added.status, added.body.is_active], [201, true], 'an entry can only stop more')
  await change('DELETE', `/fraud/blacklist/${entry}`)
  assert.deepEqual(await isStopped(), [true, false])
  await change(...policy(false))
  assert.deepEqual(await isStopped(), [false, false])
  const on = await rig.call('fraud', ...policy(true))
  assert.deepEqual([on.status, on.body.policies[0].enabled, await waiting()], [200, true, []], 'and back on at once')
  await change('DELETE', `/fraud/rules/${rule}`)
  assert.equal(await rig.shown(rule), undefined)
})

test('a change that another one overtook is not carried out; of two requests the later one waits', async () => {
  const { id } = await rig.make('fraud', { code: 'LATER', expression_json: over(500_000), action: 'block' })
  assert.equal((await rig.rules('admin', 'PATCH', `/${id}`, { is_active: true })).body.is_active, true)
  const ask = async (amount: number): Promise<Json> => {
    const { body } = await rig.rules('fraud', 'PATCH', `/${id}`, { expression_json: over(amount) })
    return body.pending_change
  }
  const first = await ask(600_000)
  const second = await ask(610_000)
  assert.deepEqual(
    (await waiting()).map((each) => each.id),
    [second.id],
  )
  assertProblem(await decide('admin', first.id), 'conflict', /no more/)
  await rig.vezne.runtime.db.transaction({ of: DEMO }, (tx) =>
    tx.execute('update fraud_rules set version = version + 1 where tenant_id = $1 and id = $2', [DEMO, id]),
  )
  assertProblem(await decide('admin', second.id), 'conflict', /has changed since/)
  assert.equal((await rig.shown(id)).expression_json, over(500_000))
})

test('the platform’s word is nobody’s: what it asks of a tenant’s checks nobody confirms', async () => {
  const { id } = await rig.make('fraud', { code: 'OURS', expression_json: over(500_000), action: 'block' })
  await rig.rules('admin', 'PATCH', `/${id}`, { is_active: true })
  const asked = await rig.rules('platform', 'PATCH', `/${id}`, { is_active: false })
  assert.deepEqual([asked.status, asked.body.is_active], [200, true], asked.text)
  assertProblem(await decide('admin', asked.body.pending_change.id), 'four_eyes_violation', /platform/)
})
