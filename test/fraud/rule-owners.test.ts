/** Fraud rules over HTTP: whose they are, in which order, who may change them, how many, and what becomes of changes at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { asOtherCaller } from '../support/other-caller.ts'
import { assertProblem } from '../support/problems.ts'
import { DEMO, NOBODY, OTHER, type RuleRig, ruleOf, startRuleRig, type Who } from '../support/rule-rig.ts'
import { change } from '../support/tokens.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const rig = use(startRuleRig)

const call: RuleRig['rules'] = (...sent) => rig.rules(...sent)
const make: RuleRig['make'] = (...wish) => rig.make(...wish)
const shown: RuleRig['shown'] = (...which) => rig.shown(...which)

const idOf = async (who: Who, code: string): Promise<string> =>
  (await call(who, 'GET', `?search_term=${code}`)).body.items[0].id

test('a code is taken once per scope, tenant and process, and is free again when its rule is deleted', async () => {
  const made = await make('fraud', { code: 'TWICE' })
  assertProblem(await call('fraud', 'POST', '', ruleOf({ code: 'TWICE' })), 'conflict', /code/, 'code conflict')
  await make('fraud', { code: 'TWICE', process: 'para_transferi' })
  await make('other', { code: 'TWICE' })
  const global = await make('platform', { code: 'TWICE' })
  const taken = await call('platform', 'POST', '', ruleOf({ code: 'TWICE', scope: 'global' }))
  assertProblem(taken, 'conflict', /code/, 'code conflict')
  const foreign = await call('platform', 'POST', '', ruleOf({ code: 'TWICE', scope: 'tenant', tenant_id: DEMO }))
  assertProblem(foreign, 'conflict')
  assert.equal((await call('fraud', 'DELETE', `/${made.id}`)).status, 204)
  assertProblem(await call('fraud', 'DELETE', `/${made.id}`), 'resource_not_found')
  assertProblem(await call('fraud', 'PATCH', `/${made.id}`, { name: 'x' }), 'resource_not_found')
  assert.equal(await shown(made.id), undefined)
  await make('fraud', { code: 'TWICE' })
  assert.equal((await call('platform', 'DELETE', `/${global.id}`)).status, 204)
  await make('platform', { code: 'TWICE' })
})

test('the built-in rule of each process is shown to all, and neither changed nor deleted', async () => {
  for (const process of ['sanal_pos', 'para_transferi', 'fatura_odeme']) {
    const seen = (await call('platform', 'GET', `?scope=global&process=${process}`)).body.items[0]
    assert.deepEqual([seen.code, seen.priority, seen.action], ['BUILTIN-BLACKLIST', 0, 'block'])
    assert.deepEqual((await call('fraud', 'GET', `?process=${process}`)).body.items[0], seen)
    assertProblem(await call('platform', 'PATCH', `/${seen.id}`, { is_active: false }), 'conflict', /built in/)
    assertProblem(await call('platform', 'PATCH', `/${seen.id}`, {}), 'conflict', /built in/)
    assertProblem(await call('platform', 'DELETE', `/${seen.id}`), 'conflict', /built in/)
    assertProblem(await call('fraud', 'PATCH', `/${seen.id}`, { is_active: false }), 'forbidden')
    assertProblem(await call('fraud', 'DELETE', `/${seen.id}`), 'forbidden')
  }
})

test('ids of others: 404 between tenants, 403 for what the platform owns, and the platform reaches all', async () => {
  const own = await make('fraud')
  const foreign = await make('other')
  const global = await make('platform')
  for (const id of [foreign.id, NOBODY, 'no-uuid']) {
    assertProblem(await call('fraud', 'PATCH', `/${id}`, { name: 'x' }), 'resource_not_found')
    assertProblem(await call('fraud', 'DELETE', `/${id}`), 'resource_not_found')
  }
  assertProblem(await call('fraud', 'PATCH', `/${global.id}`, { name: 'x' }), 'forbidden')
  assertProblem(await call('fraud', 'DELETE', `/${global.id}`), 'forbidden')
  assertProblem(await call('platform', 'PATCH', `/${NOBODY}`, { name: 'x' }), 'resource_not_found')
  assert.equal((await call('platform', 'PATCH', `/${own.id}`, { name: 'By the platform' })).status, 200)
  assert.equal((await shown(own.id)).name, 'By the platform')
  assert.equal((await call('platform', 'DELETE', `/${foreign.id}`)).status, 204)
  assert.equal(await shown(foreign.id, 'other'), undefined)
  const made = await make('platform', { scope: 'tenant', tenant_id: OTHER.toUpperCase() })
  assert.deepEqual(await shown(made.id, 'other'), made)
  assert.equal(await shown(made.id, 'fraud'), undefined)
})

test('the list: both scopes by priority, then created; each filter', async () => {
  const process = 'fatura_odeme'
  const make4 = async (who: Who, code: string, priority: number, more: Json = {}) =>
    make(who, { process, code, priority, ...more })
  await make4('fraud', 'L-SECOND', 20)
  await make4('platform', 'L-THIRD', 20)
  await make4('fraud', 'L-FIRST', 10, { is_active: false, name: 'Needle' })
  await make4('other', 'L-OTHER', 15)
  await make4('fraud', 'L-LAST', 20, { description: 'needless' })
  const codes = async (who: Who, query: string): Promise<string[]> =>
    (await call(who, 'GET', `?process=${process}${query}`)).body.items.map(({ code }: Json) => code)
  const [builtIn, all] = ['BUILTIN-BLACKLIST', ['L-FIRST', 'L-SECOND', 'L-THIRD', 'L-LAST']]
  assert.deepEqual(await codes('fraud', ''), [builtIn, ...all])
  assert.deepEqual(await codes('fraud', `&tenant_id=${OTHER}`), [builtIn, ...all], 'ignored')
  assert.deepEqual(await codes('fraud', '&include_global=false'), ['L-FIRST', 'L-SECOND', 'L-LAST'])
  assert.deepEqual(await codes('fraud', '&scope=tenant'), ['L-FIRST', 'L-SECOND', 'L-LAST'])
  assert.deepEqual(await codes('fraud', '&scope=Global'), [builtIn, 'L-THIRD'])
  assert.deepEqual(await codes('fraud', '&scope=global&include_global=false'), [])
  assert.deepEqual(await codes('fraud', '&is_active=false'), ['L-FIRST'])
  assert.deepEqual(await codes('fraud', '&is_active=true&include_global=false'), ['L-SECOND', 'L-LAST'])
  assert.deepEqual(await codes('fraud', '&search_term=NEEDLE'), ['L-FIRST', 'L-LAST'], 'in name and description')
  assert.deepEqual(await codes('fraud', '&search_term=l-s'), ['L-SECOND'])
  assert.deepEqual(await codes('fraud', '&page_size=2&page=2'), ['L-SECOND', 'L-THIRD'])
  assert.deepEqual(await codes('platform', ''), [builtIn, 'L-FIRST', 'L-OTHER', 'L-SECOND', 'L-THIRD', 'L-LAST'])
  assert.deepEqual(await codes('platform', `&tenant_id=${OTHER}`), [builtIn, 'L-OTHER', 'L-THIRD'])
  assert.deepEqual(await codes('platform', `&tenant_id=${OTHER}&include_global=false`), ['L-OTHER'])
  assert.deepEqual(await codes('platform', `&tenant_id=${NOBODY}&scope=tenant`), [])
  assertProblem(await call('fraud', 'GET', '?scope=mine'), 'bad_request', /./, 'scope unknown_value')
  assertProblem(await call('platform', 'GET', '?tenant_id=mine'), 'bad_request')
})

test('twelve concurrent changes: the second change of a version gets a conflict, and no change is lost', async () => {
  const made = await make('fraud')
  const priorities = Array.from({ length: 12 }, (_, at) => at + 1)
  const answers = await Promise.all(
    priorities.map((priority) => call('fraud', 'PATCH', `/${made.id}`, { priority, name: `By ${priority}` })),
  )
  const won = answers.filter(({ status }) => status === 200)
  for (const answer of answers) if (answer.status !== 200) assertProblem(answer, 'conflict', /same moment/)
  assert.ok(won.length >= 1)
  const now = await shown(made.id)
  assert.equal(now.name, `By ${now.priority}`, 'of one change, whole')
  const [row] = await rig.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ version: number }>('select version from fraud_rules where tenant_id = $1 and id = $2', [DEMO, made.id]),
  )
  assert.equal(row?.version, 1 + won.length)
})

const MEANWHILE: [what: string, set: string][] = [
  ['was changed', `version = version + 1, name = 'Meanwhile'`],
  ['was deleted', 'is_deleted = true'],
]
for (const [what, set] of MEANWHILE)
  test(`a change of a rule that ${what} at the same moment is refused`, async () => {
    const made = await make('fraud')
    let late: Promise<Answer> | undefined
    await rig.vezne.runtime.db.transaction({ of: DEMO }, async (tx) => {
      await tx.execute(`update fraud_rules set ${set} where tenant_id = $1 and id = $2`, [DEMO, made.id])
      late = call('fraud', 'PATCH', `/${made.id}`, { name: 'Late' })
      await until('it waits for the row', async () => (await asOtherCaller(locksWaited)) > 0)
    })
    assertProblem((await late) as Answer, 'conflict', /same moment/)
  })

const locksWaited = async (): Promise<number> => {
  const [row] = await rig.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ count: number }>('select count(*) as count from pg_locks where not granted'),
  )
  return row?.count ?? 0
}

test('an analyst reads rules and changes none', async () => {
  const { password } = rig.vezne.demo.tenants[0]!.users.find(({ email }) => email === 'analyst@demo.example')!
  const login = await rig.vezne.request('identity', 'POST', '/api/v1/auth/tenant-demo/login', {
    body: { username: 'analyst@demo.example', password },
  })
  const token = login.body.access_token
  const path = '/api/v1/fraud/rules'
  assert.equal((await rig.vezne.request('fraud', 'GET', path, { token })).status, 200)
  const id = await idOf('fraud', 'DEMO-REVIEW')
  for (const [method, at, body] of [
    ['POST', path, ruleOf()],
    ['PATCH', `${path}/${id}`, { is_active: false }],
    ['DELETE', `${path}/${id}`, undefined],
    ['GET', '/api/v1/platform/fraud/rules', undefined],
  ] as const)
    assertProblem(await rig.vezne.request('fraud', method, at, { token, ...(body ? { body } : {}) }), 'forbidden')
})

test('a thousand rules, five hundred of them active, are what a tenant has', async () => {
  await change(
    rig.vezne,
    `insert into fraud_rules (tenant_id, id, process, code, name, type, expression_json, action, priority, is_active, created, last_modified)
     select '${OTHER}', gen_random_uuid(), 'fatura_odeme', 'MANY-' || n, 'Many', 'custom', '{"==":[1,2]}', 'review', 1, n <= $1, now(), now()
       from generate_series(1, 999) n`,
    [500],
  )
  const { body } = await call('other', 'GET', '?include_global=false&page_size=1')
  const active = (await call('other', 'GET', '?include_global=false&is_active=true')).body.total_count
  assert.ok(body.total_count >= 999 && active >= 500)
  assertProblem(await call('other', 'POST', '', ruleOf({ is_active: false })), 'conflict', /1000 rules/)
  const id = (await call('other', 'GET', '?include_global=false&is_active=false')).body.items[0].id
  assertProblem(await call('other', 'PATCH', `/${id}`, { is_active: true }), 'conflict', /500 active/)
  assert.equal((await call('other', 'PATCH', `/${id}`, { name: 'Still inactive' })).status, 200)
})
