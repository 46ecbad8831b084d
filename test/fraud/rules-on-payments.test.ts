/** Rules at work: in force at the next payment, in the order of both scopes and processes, tried in the shadow, switched by two people. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { openPeople } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { DEMO, OTHER, over, startRuleRig } from '../support/rule-rig.ts'
import { CARDS_AT, callBeside, startBeside } from '../support/second-process.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const rig = use(startRuleRig)
let merchantId: string
before(async () => {
  merchantId = rig.vezne.demo.tenants[0]!.merchants[0]!.merchant_id
})

const pay = async (amount: number, change: Json = {}): Promise<Answer> =>
  rig.vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await rig.vezne.token('admin'),
    headers: { 'x-merchant-id': merchantId },
    body: paymentBody({ amount: { amount, currency: 'TRY' }, ...change }),
  })
/** The check of a payment, whatever became of it. */
const checkOf = async ({ body }: Answer): Promise<Json> => {
  const [row] = await rig.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<Json>('select * from fraud_checks where tenant_id = $1 and id = $2', [DEMO, body.transaction_id]),
  )
  return row
}
const patch = (who: 'fraud' | 'admin' | 'platform', id: string, body: Json): Promise<Answer> =>
  rig.rules(who, 'PATCH', `/${id}`, body)
const isActive = async (answer: Promise<Answer>): Promise<boolean> => {
  const { status, body, text } = await answer
  assert.ok(status === 200 || status === 201, text)
  return body.is_active
}
const drop = async (id: string, who: 'fraud' | 'platform' = 'fraud'): Promise<void> => {
  assert.equal((await rig.rules(who, 'DELETE', `/${id}`)).status, 204)
}

test('a rule counts at the very next payment: made, raised, switched, deleted', async () => {
  const { id } = await rig.make('fraud', { expression_json: over(700_000), action: 'block' })
  assertProblem(await pay(700_000), 'fraud_blocked')
  await patch('fraud', id, { expression_json: over(800_000) })
  assert.equal((await pay(700_000)).status, 200)
  await patch('fraud', id, { expression_json: over(1), action: 'approve' })
  assert.deepEqual((await checkOf(await pay(700_000))).matched_rule_ids, id)
  await patch('fraud', id, { action: 'block', is_active: false })
  assert.equal((await pay(700_000)).status, 200)
  await patch('fraud', id, { is_active: true })
  assertProblem(await pay(700_000), 'fraud_blocked')
  await drop(id)
  assert.equal((await pay(700_000)).status, 200)
})

test('a rule reads the country of the address a buyer calls from', async () => {
  const { id } = await rig.make('fraud', {
    expression_json: JSON.stringify({ '!=': [{ var: 'customer.ip_country' }, 'TR'] }),
    action: 'block',
  })
  const from = (ip_address: string) => pay(10_000, { buyer: { ip_address } })
  assert.equal((await from('78.160.0.1')).status, 200)
  assert.equal((await from('2001:a98::1')).status, 200)
  assertProblem(await from('88.198.0.1'), 'fraud_blocked')
  assertProblem(await from('192.168.1.1'), 'fraud_blocked')
  await drop(id)
})

test('in another process a rule counts within the second', async () => {
  const beside = await startBeside(rig.vezne)
  const payBeside = async (): Promise<number> =>
    (
      await callBeside(beside, CARDS_AT, 'POST', '/payments', {
        token: await rig.vezne.token('admin'),
        headers: { 'x-merchant-id': merchantId },
        body: paymentBody(),
      })
    ).status
  assert.equal(await payBeside(), 200)
  for (const who of ['fraud', 'platform'] as const) {
    const { id } = await rig.make(who, { expression_json: over(1), action: 'block' })
    await until(`${who}: heard there`, async () => (await payBeside()) === 422)
    await drop(id, who)
    await until(`${who}: gone there`, async () => (await payBeside()) === 200)
  }
  await rig.call('fraud', 'PATCH', `/fraud/merchants/${merchantId}/policy`, {
    policies: [{ process: 'sanal_pos', enabled: false, reason: 'Known' }],
  })
  const { id } = await rig.make('fraud', { expression_json: over(1), action: 'block' })
  await until('the policy, too', async () => (await payBeside()) === 200)
  await drop(id)
  await rig.call('fraud', 'PATCH', `/fraud/merchants/${merchantId}/policy`, {
    policies: [{ process: 'sanal_pos', enabled: true }],
  })
  beside.kill('SIGTERM')
  await beside.exit
})

test('one order over both scopes: priority decides, whatever the scope; a tenant’s rule applies to no other', async () => {
  const expression_json = over(1)
  const global = await rig.make('platform', { code: 'G-REVIEW', expression_json, action: 'review', priority: 20 })
  const first = await rig.make('fraud', { code: 'T-CHALLENGE', expression_json, action: 'challenge', priority: 10 })
  const last = await rig.make('fraud', { code: 'T-BLOCK', expression_json, action: 'block', priority: 30 })
  await rig.make('other', { code: 'O-BLOCK', expression_json, action: 'block', priority: 1 })
  const blocked = await checkOf(await pay(15_000))
  assert.deepEqual(
    [blocked.decision, blocked.score, blocked.reason_codes, blocked.matched_rule_ids],
    ['block', 100, 'T-CHALLENGE,G-REVIEW,T-BLOCK', [first.id, global.id, last.id].join()],
  )
  await patch('platform', global.id, { priority: 5, action: 'approve' })
  const allowed = await checkOf(await pay(15_000))
  assert.deepEqual(
    [allowed.decision, allowed.score, allowed.reason_codes, allowed.matched_rule_ids],
    ['approve', 0, null, global.id],
    'an approve rule that comes first ends the reading',
  )
  for (const { id } of [first, last]) await drop(id)
  await drop(global.id, 'platform')
})

test('a shadow rule is noted and not acted on, until it is let out of the shadow', async () => {
  const { id } = await rig.make('fraud', { code: 'SH', expression_json: over(1), action: 'block', is_shadow: true })
  const noted = await checkOf(await pay(15_000))
  assert.deepEqual(
    [noted.decision, noted.score, noted.reason_codes, noted.matched_rule_ids],
    ['approve', 0, 'shadow:SH', null],
  )
  await patch('fraud', id, { is_shadow: false })
  assertProblem(await pay(15_000), 'fraud_blocked')
  await drop(id)
})

let settingId: string
const setFourEyes = async (value: string, token: string): Promise<Answer> =>
  rig.vezne.request('cards', settingId ? 'PUT' : 'POST', `/api/v1/settings${settingId ? `/${settingId}` : ''}`, {
    token,
    body: { key: 'fraud.rules_four_eyes', value },
  })
/** Switched off by two people. */
const fourEyes = async (value: string): Promise<Answer> => {
  const set = await setFourEyes(value, await rig.vezne.token('admin'))
  if (value !== 'false') return set
  const { demoPassword, token } = openPeople(rig.vezne)
  const again = await setFourEyes(value, await token('admin@demo.example', demoPassword('admin@demo.example')))
  assert.equal(again.status, 204, again.text)
  return again
}

/** Both people, one after the other: the second one confirms what the first one asked for. */
const byTwo = async (id: string, body: Json, first: 'fraud' | 'admin' = 'fraud'): Promise<void> => {
  const second = first === 'fraud' ? 'admin' : 'fraud'
  const asked = await patch(first, id, body)
  assert.equal(asked.status, 200, asked.text)
  const path = `/fraud/waiting-changes/${asked.body.pending_change.id}/confirm`
  assert.equal((await rig.call(second, 'POST', path)).status, 204)
}

test('four eyes: saved inactive, activated by another person; what is active is changed by two', async () => {
  const before = await rig.make('fraud', { code: 'BEFORE' })
  assertProblem(await fourEyes('yes'), 'validation_failed', /true, false/)
  settingId = (await fourEyes('true')).body
  const active = async (id: string): Promise<boolean> => (await rig.shown(id)).is_active
  assert.equal(await active(before.id), true, 'what is active stays so')

  const { id } = await rig.make('fraud', { code: 'EYES', expression_json: over(1), action: 'block' })
  assert.equal(await active(id), false, 'new: inactive')
  const waits = (...who: ('admin' | 'fraud')[]): Promise<boolean[]> =>
    Promise.all(
      who.map(async (each) => {
        const { body } = await rig.rules(each, 'GET', '?waits_for=me')
        return body.items.some((rule: Json) => rule.id === id)
      }),
    )
  assert.deepEqual(await waits('fraud', 'admin'), [false, true], 'it waits for another person than its editor')
  assert.equal((await pay(15_000)).status, 200)
  assertProblem(await patch('fraud', id, { is_active: true }), 'four_eyes_violation')
  assert.equal(await isActive(patch('admin', id, { is_active: true })), true)
  assertProblem(await pay(15_000), 'fraud_blocked')

  assert.equal(await isActive(patch('fraud', id, { is_active: true, name: 'A rule' })), true, 'no change at all')
  assert.equal(await isActive(patch('fraud', id, { name: 'Another', is_active: true })), true, 'it waits, and goes on')
  assertProblem(await pay(15_000), 'fraud_blocked')
  await byTwo(id, { is_active: false })
  assert.equal(await active(id), false)
  assert.deepEqual(await waits('fraud', 'admin'), [false, false], 'and it waits for nobody')
  assert.equal((await pay(15_000)).status, 200)

  assert.equal(await isActive(patch('admin', id, { priority: 90 })), false, 'what is inactive is changed at once')
  assert.equal(await isActive(patch('admin', id, { is_active: true })), false, 'asked for, as the first of two')
  assert.deepEqual(await waits('fraud', 'admin'), [true, false])
  assertProblem(await patch('admin', id, { is_active: true }), 'four_eyes_violation')
  assert.equal(await isActive(patch('fraud', id, { is_active: true })), true)
  await byTwo(id, { is_active: false })
  await drop(id)
})

test('four eyes apply to the platform in a tenant’s rule, and not to global ones or other tenants', async () => {
  const made = await rig.make('platform', { code: 'BY-PLATFORM', scope: 'tenant', tenant_id: DEMO })
  assert.equal(made.is_active, false)
  assert.equal(await isActive(patch('platform', made.id, { is_active: true })), false)
  // Nobody of the tenant stands behind that: two of its people take it up.
  assert.equal(await isActive(patch('fraud', made.id, { is_active: true })), false)
  assertProblem(await patch('fraud', made.id, { is_active: true }), 'four_eyes_violation')
  assert.equal(await isActive(patch('admin', made.id, { is_active: true })), true)
  assert.equal(await isActive(patch('platform', made.id, { name: 'Theirs' })), true, 'it waits, and goes on')
  assert.equal((await rig.make('platform', { scope: 'tenant', tenant_id: OTHER })).is_active, true)
  const global = await rig.make('platform', { code: 'GLOBAL-EYES' })
  assert.equal(global.is_active, true)
  assert.equal(await isActive(patch('platform', global.id, { name: 'Changed' })), true)
})

test('four eyes switched off and on: what was made in between is changed by two, and activated by another than its editor', async () => {
  await fourEyes('false')
  const { id, is_active } = await rig.make('fraud', { code: 'MEANWHILE' })
  assert.equal(is_active, true)
  assert.equal(await isActive(patch('admin', id, { name: 'Edited', is_active: false })), false)
  await fourEyes('true')
  assert.equal(await isActive(patch('admin', id, { is_active: true })), false)
  assertProblem(await patch('admin', id, { is_active: true }), 'four_eyes_violation')
  await fourEyes('false')
  assert.equal(await isActive(patch('admin', id, { is_active: true })), true)
})

test('an edit and a confirmation at once: what judges is what the second person saw, or what judged before', async () => {
  await fourEyes('true')
  const { id } = await rig.make('fraud', { code: 'AT-ONCE' })
  await patch('admin', id, { is_active: true })
  for (let round = 1; round <= 8; round++) {
    const { expression_json: stands } = await rig.shown(id)
    const wish = { expression_json: over(900_000_000 + 2 * round) }
    const asked = (await patch('fraud', id, wish)).body.pending_change
    const [edited, confirmed] = await Promise.all([
      patch('fraud', id, { expression_json: over(900_000_001 + 2 * round) }),
      rig.call('admin', 'POST', `/fraud/waiting-changes/${asked.id}/confirm`),
    ])
    assert.equal(edited.status, 200, edited.text)
    if (confirmed.status !== 204) assertProblem(confirmed, 'conflict')
    const now = await rig.shown(id)
    const judges = confirmed.status === 204 ? wish.expression_json : stands
    assert.deepEqual([now.is_active, now.expression_json], [true, judges])
  }
  await fourEyes('false')
})
