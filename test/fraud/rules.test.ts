/** Fraud rules over HTTP: as they are made, what each member of a change does, and what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { DEMO, NOBODY, OTHER, over, type RuleRig, ruleOf, startRuleRig, type Who } from '../support/rule-rig.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const rig = use(startRuleRig)

const call: RuleRig['rules'] = (...sent) => rig.rules(...sent)
const make: RuleRig['make'] = (...wish) => rig.make(...wish)
const shown: RuleRig['shown'] = (...which) => rig.shown(...which)

test('a rule as created, with its defaults and with every member', async () => {
  const least = await make('fraud', { code: 'LEAST' })
  assert.deepEqual(least, {
    id: least.id,
    scope: 'tenant',
    tenant_id: DEMO,
    process: 'sanal_pos',
    code: 'LEAST',
    name: 'A rule',
    description: null,
    type: 'amount_threshold',
    expression_json: over(900_000_000),
    action: 'review',
    priority: 100,
    is_active: true,
    is_shadow: false,
    awaits_activation: false,
    pending_change: null,
    created: least.created,
    last_modified: least.created,
  })
  const most = await make('fraud', {
    ...{ scope: 'TENANT', tenant_id: OTHER, process: 'Para_Transferi', description: 'Why', type: 'custom' },
    ...{ expression_json: '{\n  "==": [1, 2]\n}', action: 'BLOCK', priority: 0, is_active: false, is_shadow: true },
  })
  assert.deepEqual(
    [most.scope, most.tenant_id, most.process, most.description, most.type, most.expression_json],
    ['tenant', DEMO, 'para_transferi', 'Why', 'custom', '{\n  "==": [1, 2]\n}'],
    'tenant_id is ignored on paths of a tenant',
  )
  assert.deepEqual([most.action, most.priority, most.is_active, most.is_shadow], ['block', 0, false, true])
  assert.deepEqual(await shown(most.id), most)
})

const ONE_EACH: [member: string, value: unknown, kept?: unknown][] = [
  ['name', 'Another name'],
  ['description', 'Another description'],
  ['description', '', null],
  ['expression_json', '{"==":[{"var":"currency"},"EUR"]}'],
  ['action', 'challenge'],
  ['action', 'Block', 'block'],
  ['priority', 7],
  ['is_active', false],
  ['is_shadow', true],
]
for (const who of ['fraud', 'platform'] as const)
  for (const [member, value, kept = value] of ONE_EACH)
    test(`PATCH of only ${member} to ${JSON.stringify(value)}, ${who}: nothing else changes`, async () => {
      const made = await make(who, { description: 'First' })
      await rig.vezne.moveClock(1_000)
      const { status, body, text } = await call(who, 'PATCH', `/${made.id}`, { [member]: value })
      assert.equal(status, 200, text)
      assert.deepEqual(body, { ...made, [member]: kept, last_modified: body.last_modified })
      assert.ok(body.last_modified > made.last_modified)
      assert.deepEqual(await shown(made.id, who), body)
    })

const NOTHING: [what: string, body: Json][] = [
  ['no member', {}],
  ['null, which is absent', { name: null, action: null, is_active: null }],
  ['what it is already', { name: 'A rule', is_active: true, action: 'review' }],
  ['members a change does not have', { code: 'OTHER', process: 'para_transferi', scope: 'global', tenant_id: OTHER }],
]
for (const [what, body] of NOTHING)
  test(`PATCH with ${what}: 200, and nothing changes`, async () => {
    const made = await make('fraud')
    await rig.vezne.moveClock(1_000)
    const answer = await call('fraud', 'PATCH', `/${made.id}`, body)
    assert.deepEqual([answer.status, answer.body], [200, made])
  })

const BROKEN: [what: string, body: Json, code: 'bad_request' | 'invalid_expression', field?: string][] = [
  ['an unknown action', { action: 'explode' }, 'bad_request', 'action unknown_value'],
  ['an expression that is no JSON', { expression_json: 'amount > 5' }, 'invalid_expression'],
  ['an unknown operator', { expression_json: '{"nope":[1]}' }, 'invalid_expression'],
  ['an unknown variable', { expression_json: '{"var":"card.number"}' }, 'invalid_expression'],
  ['an expression that is too long', { expression_json: `{"==":["${'x'.repeat(9_000)}",1]}` }, 'invalid_expression'],
  ['an expression that is no text', { expression_json: { '==': [1, 1] } }, 'bad_request'],
  ['an empty expression', { expression_json: '' }, 'bad_request'],
  ['a priority below', { priority: -1 }, 'bad_request', 'priority out_of_range'],
  ['a priority above', { priority: 32_768 }, 'bad_request', 'priority out_of_range'],
  ['a priority that is no number', { priority: 'high' }, 'bad_request', 'priority invalid_type'],
  ['an empty name', { name: '' }, 'bad_request'],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'bad_request'],
  ['a description that is too long', { description: 'x'.repeat(501) }, 'bad_request'],
  ['is_active as a text', { is_active: 'maybe' }, 'bad_request'],
  ['is_shadow as a number', { is_shadow: 3 }, 'bad_request'],
]
for (const [what, body, code, field] of BROKEN)
  test(`${what}: refused on a change and on a new rule, and nothing is stored`, async () => {
    for (const who of ['fraud', 'platform'] as const) {
      const made = await make(who)
      const changed = await call(who, 'PATCH', `/${made.id}`, body)
      const scope = who === 'platform' ? { scope: 'global' } : {}
      for (const answer of [changed, await call(who, 'POST', '', ruleOf({ ...scope, ...body }))]) {
        const problem = assertProblem(answer, code, /./, field)
        if (code === 'invalid_expression')
          assert.ok(problem.errors.every((each: Json) => each.field === 'expression_json'))
      }
      assert.deepEqual(await shown(made.id, who), made)
    }
  })

const NOT_MADE: [what: string, who: Who, body: Json, code: Json, field?: string][] = [
  ['an unknown process', 'fraud', { process: 'crypto' }, 'bad_request', 'process unknown_value'],
  ['an unknown type', 'fraud', { type: 'ai' }, 'bad_request', 'type unknown_value'],
  ['a code in small letters', 'fraud', { code: 'small' }, 'bad_request', 'code invalid_format'],
  ['a code that is too long', 'fraud', { code: 'X'.repeat(51) }, 'bad_request'],
  ['a tenant that makes a global rule', 'fraud', { scope: 'global' }, 'forbidden'],
  ['no scope on a platform path', 'platform', { scope: undefined }, 'bad_request', 'scope required'],
  ['a tenant’s rule without its tenant', 'platform', { scope: 'tenant' }, 'validation_failed', 'tenant_id required'],
  ['a global rule of a tenant', 'platform', { scope: 'global', tenant_id: DEMO }, 'validation_failed'],
  ['a tenant there is none', 'platform', { scope: 'tenant', tenant_id: NOBODY }, 'validation_failed'],
]
for (const [what, who, body, code, field] of NOT_MADE)
  test(`not made: ${what}`, async () => {
    const scope = who === 'platform' ? { scope: 'global' } : {}
    assertProblem(await call(who, 'POST', '', ruleOf({ ...scope, ...body })), code, /./, field)
  })
