/** Every operation of every surface against every kind of caller, and against ids that name nothing. Rows come from the documents. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { BUILT_IN_ROLES, MERCHANT_ROLES } from '../../src/access/permissions.ts'
import { type Operation, operationsOf } from '../fuzz/operations.ts'
import { HINTS, validValue } from '../fuzz/valid-values.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { type Surface, startVezne, type Vezne } from '../support/vezne.ts'

const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const
const REALM = 'tenant-demo'
const UNKNOWN_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const UNLIMITED_PLAN = '00000000-0000-4000-8000-000000000004'

let vezne: Vezne
let operations: Operation[]
let tenantId: string
before(async () => {
  vezne = await startVezne()
  tenantId = vezne.demo.tenants.find(({ slug }) => slug === REALM)?.tenant_id ?? ''
  await liftLimits()
  const documents = SURFACES.map(async (surface) =>
    operationsOf(surface, (await vezne.request(surface, 'GET', '/openapi.json')).body),
  )
  operations = (await Promise.all(documents)).flat()
  assert.ok(operations.length > 60)
})
after(() => vezne.stop())

/** The demo tenant has a client of every role, but like the platform's realm only fifty requests a second. */
const liftLimits = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: vezne.ownerUrl })
  await client.connect()
  const { rowCount } = await client.query(`update realms set plan_id = $1 where tenant_id = $2 or kind = 'master'`, [
    UNLIMITED_PLAN,
    tenantId,
  ])
  await client.end()
  assert.equal(rowCount, 2)
  vezne.house.notices.tell('realms')
}

const VALUES: Record<string, string> = { slug: REALM, version: '1', bin: '454671', correlationId: UNKNOWN_ID }
const call = (
  operation: Operation,
  sent: { token?: string; body?: unknown; headers?: Record<string, string> },
): Promise<Answer> =>
  vezne.request(
    operation.surface as Surface,
    operation.method,
    operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => VALUES[name] ?? UNKNOWN_ID),
    {
      ...sent,
      headers: { ...(operation.surface === 'transfers' ? { 'x-tenant-id': tenantId } : {}), ...sent.headers },
    },
  )
const nameOf = ({ surface, method, path }: Operation): string => `${surface} ${method} ${path}`
const withToken = (): Operation[] => operations.filter(({ hasToken }) => hasToken)

test('without a token, or with one nobody issued: 401', async () => {
  const stranger = [
    'x',
    'e30.e30.',
    `eyJhbGciOiJSUzI1NiJ9.${Buffer.from('{"iss":"https://nobody.example/x"}').toString('base64url')}.AA`,
  ]
  for (const operation of withToken())
    for (const [index, token] of [undefined, ...stranger].entries()) {
      const answer = await vezne.request(
        operation.surface as Surface,
        operation.method,
        operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => VALUES[name] ?? UNKNOWN_ID),
        { ...(token === undefined ? {} : { token }), from: 10 + (operations.indexOf(operation) % 60) + index },
      )
      assertProblem(answer, 'invalid_token', /token/i)
      assert.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"', nameOf(operation))
    }
})

/** Roles no demo client has: each gets a client of its own here. */
const MADE = ['pos-admin', 'fraud-analyst', 'transfer-viewer', 'transfer-merchant-admin', 'transfer-merchant-user']

const makeClient = async (role: string): Promise<string> => {
  const secret = `cs_test_${role}`
  const merchantId = MERCHANT_ROLES.has(role)
    ? vezne.demo.tenants.find(({ slug }) => slug === REALM)?.merchants[0]
    : null
  const now = vezne.house.clock.now()
  await vezne.house.db.inTenant(tenantId, (tx) =>
    tx.execute(
      `insert into clients (tenant_id, id, client_id, secret_hash, roles, merchant_id, created, last_modified)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $6)`,
      [
        tenantId,
        `cid_test_matrix_${role}`,
        vezne.house.sealer.hashSecret(secret),
        [role],
        merchantId?.merchant_id ?? null,
        now,
      ],
    ),
  )
  const signIn = { client_id: `cid_test_matrix_${role}`, client_secret: secret }
  const answer = await vezne.request('identity', 'POST', `/api/v1/auth/${REALM}/token`, {
    body: signIn,
    from: 100 + MADE.indexOf(role),
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.access_token
}

const CLIENTS: [key: string, realm: string][] = [
  ...['admin', 'pos', 'view', 'm1', 'm1user', 'maker', 'checker', 'fraud'].map((key): [string, string] => [key, REALM]),
  ['admin', 'master'],
]
const rolesOf = (key: string, realm: string): string[] => {
  const clients =
    realm === 'master' ? vezne.demo.platform.clients : vezne.demo.tenants.find(({ slug }) => slug === realm)?.clients
  return clients?.[key]?.roles ?? []
}

for (const [key, realm] of CLIENTS)
  test(`${realm} ${key}: what no role of it allows is 403, the rest is not`, async () => {
    await checkAll(await vezne.token(key, realm), rolesOf(key, realm))
  })
for (const role of MADE)
  test(`${role} alone: what it does not allow is 403, the rest is not`, async () => {
    await checkAll(await makeClient(role), [role])
  })

test('no role is left out', () => {
  const covered = new Set([...MADE, ...CLIENTS.flatMap(([key, realm]) => rolesOf(key, realm))])
  assert.deepEqual([...BUILT_IN_ROLES.difference(covered)], [])
})

const checkAll = async (token: string, roles: readonly string[]): Promise<void> => {
  assert.ok(roles.length > 0)
  for (const operation of withToken()) {
    const isAllowed = operation.roles === undefined || operation.roles.some((role) => roles.includes(role))
    const answer = await call(operation, { token, ...(operation.body ? { body: {} } : {}) })
    if (!isAllowed) assertProblem(answer, 'forbidden', /role|tenant of this token/)
    else
      assert.ok(
        answer.status !== 401 && !isRoleRefusal(answer),
        `${nameOf(operation)} refuses ${roles}: ${answer.text}`,
      )
  }
}
const isRoleRefusal = ({ status, body }: Answer): boolean =>
  status === 403 && /needs one of the roles/.test(body?.detail ?? '')

test('the platform administrator reaches no path of a tenant', async () => {
  const token = await vezne.token('admin', 'master')
  const reached: string[] = []
  for (const operation of withToken().filter(({ surface }) => surface !== 'identity')) {
    const { status } = await call(operation, { token, ...(operation.body ? { body: {} } : {}) })
    if (status < 400) reached.push(nameOf(operation))
  }
  assert.deepEqual(
    reached.filter((name) => !PUBLIC.test(name)),
    [],
  )
})
/** Look-up data and checks belong to no tenant. */
const PUBLIC = /\/(lookups|validation|health|event-types)/

test('an id that names nothing: 404 with the code of the operation', async () => {
  const token = await vezne.token('admin')
  const master = await vezne.token('admin', 'master')
  const withId = withToken().filter(({ parameters }) =>
    parameters.some((each) => each.in === 'path' && each.schema.format === 'uuid'),
  )
  assert.ok(withId.length > 10)
  for (const operation of withId) {
    const isForPlatform = operation.roles !== undefined && !operation.roles.includes('tenant-admin')
    const answer = await firstJudged(operation, isForPlatform ? master : token)
    assert.equal(answer.status, 404, `${nameOf(operation)}: ${answer.text}`)
    assert.ok(operation.answers[404]?.codes.includes(answer.body.code), `${nameOf(operation)}: ${answer.body.code}`)
    assert.notEqual(answer.body.code, 'route_not_found')
  }
})

/** The schema is judged before the resource, so bodies are drawn until one of them fits every rule. */
const firstJudged = async (operation: Operation, token: string): Promise<Answer> => {
  if (!operation.body) return call(operation, { token })
  const bodies = fc.sample(validValue(operation.body.schema, '', HINTS), { numRuns: 30, seed: 1 }) as Record<
    string,
    unknown
  >[]
  let answer: Answer | undefined
  for (const body of bodies) {
    for (const name of ['id', 'transaction_id']) delete body[name]
    answer = await call(operation, { token, body })
    if (answer.status === 404) return answer
  }
  return answer as Answer
}

test('a transfer request names its tenant, a health probe need not', async () => {
  assert.equal((await vezne.request('transfers', 'GET', '/health/live')).status, 200)
  const token = await vezne.token('maker')
  for (const operation of withToken().filter(({ surface }) => surface === 'transfers')) {
    const path = operation.path.replace(/\{\w+\}/g, UNKNOWN_ID)
    assertProblem(await vezne.request('transfers', operation.method, path, { token }), 'tenant_id_required')
    assertProblem(await call(operation, { token, headers: { 'x-tenant-id': 'x' } }), 'bad_request')
    assertProblem(await call(operation, { token, headers: { 'x-tenant-id': UNKNOWN_ID } }), 'forbidden')
  }
})
