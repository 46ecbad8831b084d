/** Fraud rules over HTTP: their list, what each member of a change does, what is refused, whose they are, who changes them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const NOBODY = '00000000-0000-4000-8000-00000000ffff'
const OVER = (amount: number): string => `{">=":[{"var":"amount_minor"},${amount}]}`

let vezne: Vezne
before(async () => {
  vezne = await startVezne()
  await change(vezne, 'update realms set plan_id = (select id from plans where is_unlimited)')
})
after(() => vezne.stop())

type Who = 'platform' | 'fraud' | 'admin' | 'other'
const call = async (who: Who, method: string, path = '', body?: unknown): Promise<Answer> =>
  vezne.request('fraud', method, `/api/v1${who === 'platform' ? '/platform' : ''}/fraud/rules${path}`, {
    token: await (who === 'platform'
      ? vezne.token('admin', 'master')
      : vezne.token(who === 'other' ? 'admin' : who, who === 'other' ? 'tenant-other' : 'tenant-demo')),
    ...(body === undefined ? {} : { body }),
  })
let nth = 0
const rule = (more: Json = {}): Json => ({
  process: 'sanal_pos',
  code: `RULE-${nth++}`,
  name: 'A rule',
  type: 'amount_threshold',
  expression_json: OVER(900_000_000),
  action: 'review',
  ...more,
})
const make = async (who: Who, more: Json = {}): Promise<Json> => {
  const answer = await call(who, 'POST', '', rule({ ...(who === 'platform' ? { scope: 'global' } : {}), ...more }))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const shown = async (id: string, who: Who = 'fraud'): Promise<Json> => {
  for (let page = 1; ; page++) {
    const { body } = await call(who, 'GET', `?page_size=100&page=${page}`)
    const found = body.items.find((each: Json) => each.id === id)
    if (found || !body.has_next_page) return found
  }
}
const idOf = async (who: Who, code: string): Promise<string> =>
  (await call(who, 'GET', `?search_term=${code}`)).body.items[0].id

test('a rule as it is made, with its defaults and with everything said', async () => {
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
    expression_json: OVER(900_000_000),
    action: 'review',
    priority: 100,
    is_active: true,
    is_shadow: false,
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
    test(`PATCH of ${member} alone to ${JSON.stringify(value)}, ${who}: that changes and nothing else`, async () => {
      const made = await make(who, { description: 'First' })
      await vezne.moveClock(1_000)
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
    await vezne.moveClock(1_000)
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
  test(`${what}: refused on a change and on a new rule, and nothing is kept`, async () => {
    for (const who of ['fraud', 'platform'] as const) {
      const made = await make(who)
      const changed = await call(who, 'PATCH', `/${made.id}`, body)
      const scope = who === 'platform' ? { scope: 'global' } : {}
      for (const answer of [changed, await call(who, 'POST', '', rule({ ...scope, ...body }))]) {
        const problem = assertProblem(answer, code, /./, field)
        if (code === 'invalid_expression')
          assert.ok(problem.errors.every((each: Json) => each.field === 'expression_json'))
      }
      assert.deepEqual(await shown(made.id, who), made)
    }
  })

const NOT_MADE: [what: string, who: Who, body: Json, code: Json, field?: string][] = [
  ['a process nobody has', 'fraud', { process: 'crypto' }, 'bad_request', 'process unknown_value'],
  ['a type nobody has', 'fraud', { type: 'ai' }, 'bad_request', 'type unknown_value'],
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
    assertProblem(await call(who, 'POST', '', rule({ ...scope, ...body })), code, /./, field)
  })

test('a code is taken once per scope, tenant and process, and is free again when its rule is deleted', async () => {
  const made = await make('fraud', { code: 'TWICE' })
  assertProblem(await call('fraud', 'POST', '', rule({ code: 'TWICE' })), 'conflict', /code/, 'code conflict')
  await make('fraud', { code: 'TWICE', process: 'para_transferi' })
  await make('other', { code: 'TWICE' })
  const global = await make('platform', { code: 'TWICE' })
  const taken = await call('platform', 'POST', '', rule({ code: 'TWICE', scope: 'global' }))
  assertProblem(taken, 'conflict', /code/, 'code conflict')
  const foreign = await call('platform', 'POST', '', rule({ code: 'TWICE', scope: 'tenant', tenant_id: DEMO }))
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

test('twelve changes at once: whoever comes second to a version is told so, and no change is lost', async () => {
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
  const [row] = await vezne.house.db.acrossTenants((tx) =>
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
    await vezne.house.db.inTenant(DEMO, async (tx) => {
      await tx.execute(`update fraud_rules set ${set} where tenant_id = $1 and id = $2`, [DEMO, made.id])
      late = call('fraud', 'PATCH', `/${made.id}`, { name: 'Late' })
      await until('it waits for the row', async () => (await locksWaited()) > 0)
    })
    assertProblem((await late) as Answer, 'conflict', /same moment/)
  })

const locksWaited = async (): Promise<number> => {
  const [row] = await vezne.house.db.acrossTenants((tx) =>
    tx.query<{ count: number }>('select count(*) as count from pg_locks where not granted'),
  )
  return row?.count ?? 0
}

test('an analyst reads rules and changes none', async () => {
  const { password } = vezne.demo.tenants[0]!.users.find(({ email }) => email === 'analyst@demo.example')!
  const login = await vezne.request('identity', 'POST', '/api/v1/auth/tenant-demo/login', {
    body: { username: 'analyst@demo.example', password },
  })
  const token = login.body.access_token
  const path = '/api/v1/fraud/rules'
  assert.equal((await vezne.request('fraud', 'GET', path, { token })).status, 200)
  const id = await idOf('fraud', 'DEMO-REVIEW')
  for (const [method, at, body] of [
    ['POST', path, rule()],
    ['PATCH', `${path}/${id}`, { is_active: false }],
    ['DELETE', `${path}/${id}`, undefined],
    ['GET', '/api/v1/platform/fraud/rules', undefined],
  ] as const)
    assertProblem(await vezne.request('fraud', method, at, { token, ...(body ? { body } : {}) }), 'forbidden')
})

test('a thousand rules, five hundred of them active, are what a tenant has', async () => {
  await change(
    vezne,
    `insert into fraud_rules (tenant_id, id, process, code, name, type, expression_json, action, priority, is_active, created, last_modified)
     select '${OTHER}', gen_random_uuid(), 'fatura_odeme', 'MANY-' || n, 'Many', 'custom', '{"==":[1,2]}', 'review', 1, n <= $1, now(), now()
       from generate_series(1, 999) n`,
    [500],
  )
  const { body } = await call('other', 'GET', '?include_global=false&page_size=1')
  const active = (await call('other', 'GET', '?include_global=false&is_active=true')).body.total_count
  assert.ok(body.total_count >= 999 && active >= 500)
  assertProblem(await call('other', 'POST', '', rule({ is_active: false })), 'conflict', /1000 rules/)
  const id = (await call('other', 'GET', '?include_global=false&is_active=false')).body.items[0].id
  assertProblem(await call('other', 'PATCH', `/${id}`, { is_active: true }), 'conflict', /500 active/)
  assert.equal((await call('other', 'PATCH', `/${id}`, { name: 'Still inactive' })).status, 200)
})
