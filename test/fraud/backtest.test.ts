/** A rule tested on past checks: what it would have matched and changed and whose checks count. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Logged, logged, writeLogs } from '../support/check-logs.ts'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { DEMO, NOBODY, OTHER, over, startRuleRig, type Who } from '../support/rule-rig.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const HOUR_MS = 3_600_000

/** Bypasses row-level security. */
let owner: pg.Client
const rig = use(startRuleRig)
before(async () => {
  owner = new pg.Client({ connectionString: rig.vezne.ownerUrl })
  await owner.connect()
  await owner.query('alter table fraud_rules no force row level security')
})
after(async () => {
  await owner.end()
})

const tested = (id: string, body: Json, who: Who = 'fraud'): Promise<Answer> =>
  rig.rules(who, 'POST', `/${id}/test`, body)
const run = async (id: string, body: Json): Promise<Json> => {
  const answer = await tested(id, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const now = (): number => rig.vezne.runtime.clock.ms()
const write = (rows: readonly Logged[], tenantId = DEMO) => writeLogs(rig.vezne, tenantId, rows)
/** Each test begins without logs and without rules of its tenant. */
const clear = async (): Promise<void> => {
  await owner.query('truncate fraud_checks')
  await owner.query(`update fraud_rules set is_deleted = true, is_active = false where not is_deleted`)
}

test('what a rule would have done: matches, changed decisions, newest examples; other values tried, nothing stored', async () => {
  await clear()
  const rule = await rig.make('fraud', { expression_json: over(50_000), action: 'review', is_active: false })
  const rows = Array.from({ length: 30 }, (_, at) =>
    logged(now() - (30 - at) * HOUR_MS + 60_000, {
      amount: (at + 1) * 10_000,
      decision: at === 29 ? 'block' : 'approve',
    }),
  )
  await write(rows)
  const newest = rows.map(({ id }) => id).reverse()
  assert.deepEqual(await run(rule.id, { days: 30 }), {
    checked: 30,
    matched: 26,
    changed: [
      { from: 'approve', to: 'review', count: 25 },
      { from: 'block', to: 'review', count: 1 },
    ],
    example_log_ids: newest.slice(0, 10),
    not_recomputable: 0,
  })
  const blocking = await run(rule.id, { days: 30, action: 'block', expression_json: over(290_000) })
  assert.deepEqual(
    [blocking.matched, blocking.changed, blocking.example_log_ids],
    [2, [{ from: 'approve', to: 'block', count: 1 }], newest.slice(0, 2)],
  )
  assert.deepEqual((await run(rule.id, { days: 1 })).checked, 24, 'a day is 24 hours')
  assert.deepEqual(await rig.shown(rule.id), rule)
})

test('a rule that matched then and would not now; one behind an allow-list; a shadow and a global one', async () => {
  await clear()
  const [rule, vip, global] = [
    await rig.make('fraud', { code: 'TRIED', expression_json: over(1), action: 'block', is_shadow: true }),
    await rig.make('fraud', {
      code: 'VIP',
      expression_json: '{"==":[{"var":"customer.id"},"vip"]}',
      action: 'approve',
      priority: 50,
    }),
    await rig.make('platform', {
      code: 'G-TRIED',
      expression_json: over(1_000_000_000),
      action: 'review',
      priority: 60,
    }),
  ]
  await write([
    logged(now() - 3, { decision: 'review', matched_rule_ids: `${NOBODY},${rule.id}` }),
    logged(now() - 2, { variables: { 'customer.id': 'vip' } }),
    logged(now() - 1, { decision: 'challenge', matched_rule_ids: NOBODY }),
  ])
  const never = await run(rule.id, { days: 1, expression_json: '{"==":[1,2]}' })
  assert.deepEqual(
    [never.checked, never.matched, never.changed, never.example_log_ids],
    [3, 0, [{ from: 'review', to: 'approve', count: 1 }], []],
    'what another rule decided is not this rule’s change',
  )
  const always = await run(rule.id, { days: 1 })
  assert.deepEqual(
    [always.matched, always.changed],
    [
      3,
      [
        { from: 'review', to: 'block', count: 1 },
        { from: 'challenge', to: 'block', count: 1 },
      ],
    ],
    'the shadow is left, and the allow-list comes first',
  )
  const lowered = await run(global.id, { days: 1, expression_json: over(1) })
  assert.deepEqual([lowered.checked, lowered.matched], [3, 3])
  for (const { id } of [rule, vip]) await rig.rules('fraud', 'DELETE', `/${id}`)
  await rig.rules('platform', 'DELETE', `/${global.id}`)
})

test('whose checks count: the own tenant’s, of the process, not under a policy that is off', async () => {
  await clear()
  const rule = await rig.make('fraud', { expression_json: over(1) })
  const own = logged(now() - 1)
  await write([own, logged(now() - 2, { provider: 'policy_off' }), logged(now() - 3, { process: 'para_transferi' })])
  await write([logged(now() - 1)], OTHER)
  const { checked, matched, example_log_ids } = await run(rule.id, { days: 30 })
  assert.deepEqual([checked, matched, example_log_ids], [1, 1, [own.id]])
})

test('the checks of real payments', async () => {
  await clear()
  const pay = async (amount: number): Promise<string> => {
    const answer = await rig.vezne.request('cards', 'POST', '/api/v1/payments', {
      token: await rig.vezne.token('admin'),
      headers: { 'x-external-merchant-id': rig.vezne.demo.tenants[0]!.merchants[0]!.external_merchant_id },
      body: paymentBody({ amount: { amount, currency: 'TRY' } }),
    })
    return answer.body.transaction_id
  }
  await pay(10_000)
  const large = await pay(30_000)
  const rule = await rig.make('fraud', { expression_json: over(20_000), action: 'challenge', is_active: false })
  assert.deepEqual(await run(rule.id, { days: 1 }), {
    checked: 2,
    matched: 1,
    changed: [{ from: 'approve', to: 'challenge', count: 1 }],
    example_log_ids: [large],
    not_recomputable: 0,
  })
  const third = await pay(10_000)
  const again = await run(rule.id, { days: 1, expression_json: '{">=":[{"var":"velocity.card.1h.count"},2]}' })
  assert.deepEqual(
    [again.checked, again.matched, again.example_log_ids, again.not_recomputable],
    [3, 1, [third], 0],
    'a card not counted then is counted again from the log',
  )
})

const REFUSED: [what: string, body: Json, code: 'bad_request' | 'invalid_expression'][] = [
  ['no days', {}, 'bad_request'],
  ['no day', { days: 0 }, 'bad_request'],
  ['31 days', { days: 31 }, 'bad_request'],
  ['an unknown action', { days: 1, action: 'explode' }, 'bad_request'],
  ['no JSON', { days: 1, expression_json: 'x' }, 'invalid_expression'],
]
for (const [what, body, code] of REFUSED)
  test(`refused: ${what}`, async () => {
    const rule = await rig.make('fraud')
    assertProblem(await tested(rule.id, body), code)
  })

test('rules of others, and rules there are none, are not tested', async () => {
  const rule = await rig.make('fraud')
  const gone = await rig.make('fraud')
  await rig.rules('fraud', 'DELETE', `/${gone.id}`)
  assertProblem(await tested(rule.id, { days: 1 }, 'other'), 'resource_not_found')
  for (const id of [gone.id, NOBODY]) assertProblem(await tested(id, { days: 1 }), 'resource_not_found')
})
