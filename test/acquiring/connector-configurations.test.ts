/** Connector configurations over HTTP: their life cycle, access, and that secrets are never returned. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import type { Sent } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/connector-configurations'
const SIMBANK = '00000000-0000-4000-8000-000000000030'
const PRIMARY = '00000000-0000-4000-8000-000000000031'
const FALLBACK = '00000000-0000-4000-8000-000000000032'
const NOBODY = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const vezne = useVezne()

const call = async (method: string, path: string, sent: Sent = {}, client = 'admin', realm = 'tenant-demo') =>
  vezne.request('cards', method, path, { token: await vezne.token(client, realm), ...sent })
const bodyOf = (change: object = {}) => ({ connector_id: SIMBANK, name: 'Yedek', mode: 'test', ...change })
const create = async (change: object = {}, ...who: string[]) => call('POST', PATH, { body: bodyOf(change) }, ...who)
const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).body
const drop = (id: string) => call('DELETE', `${PATH}/${id}`)
const changelog = async () => (await call('GET', `/api/v1/connectors/${SIMBANK}/detail`)).body.changelog

test('the life cycle of a configuration, and its changelog', async () => {
  const made = await create({ api_key: 'sk-live-000000001234', password: 'short', username: 'shop', priority: 7 })
  assert.equal(made.status, 201, made.text)
  const { id, created, last_modified, ...rest } = made.body
  assert.equal(last_modified, created)
  assert.deepEqual(rest, {
    extra_properties_dict: {},
    connector_id: SIMBANK,
    connector_name: 'Simulated Bank',
    connector_code: 'SIMBANK',
    name: 'Yedek',
    mode: 'test',
    api_key: '***1234',
    secret_key: null,
    password: '***',
    username: 'shop',
    terminal_id: null,
    store_id: null,
    api_endpoint_url: null,
    three_d_secure_endpoint_url: null,
    extra_credentials: null,
    bank_code: null,
    priority: 7,
    is_active: true,
    pending_change: null,
  })
  assert.deepEqual(await read(id), made.body)

  // Masks and absent secrets keep what is stored, an empty text removes it, a text replaces it.
  const put = await call('PUT', `${PATH}/${id}`, {
    body: { id, name: 'Yeni', mode: 0, api_key: '***1234', password: '', secret_key: 'a'.repeat(12) },
  })
  assert.equal(put.status, 200, put.text)
  const { name, mode, api_key, secret_key, password, username, priority } = put.body
  assert.deepEqual(
    { name, mode, api_key, secret_key, password, username, priority },
    {
      name: 'Yeni',
      mode: 'test',
      api_key: '***1234',
      secret_key: '***',
      password: null,
      username: null,
      priority: 100,
    },
  )
  for (const [step, isActive] of [
    ['deactivate', false],
    ['deactivate', false],
    ['activate', true],
  ] as const) {
    const switched = await call('POST', `${PATH}/${id}/${step}`)
    assert.deepEqual([switched.status, switched.body.is_active], [200, isActive])
  }
  assert.equal((await drop(id)).status, 204)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/activate'],
    ['POST', '/deactivate'],
    ['GET', '/health'],
  ] as const)
    assertProblem(
      await call(method, `${PATH}/${id}${path}`, method === 'PUT' ? { body: bodyOf() } : {}),
      'resource_not_found',
    )

  const entries = (await changelog()).filter((each: { entity_id: string }) => each.entity_id === id)
  assert.deepEqual(
    entries.map((each: { action: string; entity_kind: string }) => `${each.entity_kind} ${each.action}`),
    ['deleted', 'activated', 'deactivated', 'updated', 'created'].map((action) => `connector_configuration ${action}`),
  )
  const ofField = (at: number, field: string) =>
    entries[at].diff.find((each: { field: string }) => each.field === field) ?? null
  assert.deepEqual(ofField(3, 'name'), { field: 'name', before: 'Yedek', after: 'Yeni' })
  assert.deepEqual(ofField(3, 'password'), { field: 'password', before: '***', after: null })
  assert.deepEqual(ofField(3, 'secret_key'), { field: 'secret_key', before: null, after: '***' })
  assert.equal(ofField(3, 'api_key'), null)
  assert.deepEqual(ofField(2, 'is_active'), { field: 'is_active', before: 'true', after: 'false' })
  assert.equal(ofField(4, 'api_key').after, '***')
})

test('secrets are never exposed: not in responses, not in the log, not in any column', async () => {
  const secrets = {
    api_key: 'KEY-5f0e9c-ab12',
    secret_key: 'STORE-KEY-77aa-cd34',
    password: ' pass word-ef56 ',
    extra_credentials: '{"refundPassword":"REFUND-9b1c-gh78"}',
  }
  const texts = [...Object.values(secrets), 'REFUND-9b1c-gh78', 'KEY-5f0e9c', 'STORE-KEY-77aa', 'pass word']
  const headers = { 'idempotency-key': 'secret-config' }
  const answers = [
    await call('POST', PATH, { body: bodyOf(secrets), headers }),
    await call('POST', PATH, { body: bodyOf(secrets), headers }),
  ]
  assert.equal(answers[1]?.headers['idempotent-replayed'], 'true')
  assert.equal(answers[0]?.text, answers[1]?.text)
  const { id } = answers[0]!.body
  assert.deepEqual(
    [answers[0]!.body.api_key, answers[0]!.body.password, answers[0]!.body.extra_credentials],
    ['***ab12', '***f56 ', '***'],
  )
  answers.push(
    await call('GET', `${PATH}/${id}`),
    await call('GET', `${PATH}?page_size=100`),
    await call('PUT', `${PATH}/${id}`, { body: { ...bodyOf(), ...secrets } }),
    await call('PUT', `${PATH}/${id}`, { body: { ...bodyOf(), ...secrets, priority: 'x' } }),
    await call('PUT', `${PATH}/${id}`, { body: { ...bodyOf(), ...secrets, mode: 'production' } }),
    await call('GET', `/api/v1/connectors/${SIMBANK}/detail`),
  )
  for (const { text } of answers)
    for (const secret of texts) assert.ok(!text.includes(secret), `${secret} in ${text.slice(0, 300)}`)

  const log = readFileSync(join(vezne.dataDir, 'vezne.log'), 'utf8')
  for (const secret of texts) assert.ok(!log.includes(secret), secret)
  await eachRowOf((table, row) => {
    for (const secret of texts) assert.ok(!row.includes(secret), `${secret} stands in ${table}`)
    for (const secret of texts)
      assert.ok(!row.includes(Buffer.from(secret).toString('hex')), `${secret} stands in ${table}, as bytes`)
  })
  await drop(id)
})

/** Every row of every table, as text. */
const eachRowOf = async (look: (table: string, row: string) => void): Promise<void> => {
  const client = new pg.Client({ connectionString: vezne.ownerUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'")
    for (const { tablename } of tables) {
      const { rows } = await client.query(`select t::text as row from ${tablename} t`)
      for (const { row } of rows) look(tablename, row)
    }
  } finally {
    await client.end()
  }
}

test('the seeded secret is masked, and its configuration can be saved as it was read', async () => {
  const before = await read(PRIMARY)
  assert.match(before.secret_key, /^\*{3}[0-9a-f]{4}$/)
  const saved = await call('PUT', `${PATH}/${PRIMARY}`, { body: before })
  assert.equal(saved.status, 200, saved.text)
  const { last_modified: _, ...after } = saved.body
  const { last_modified: __, ...expected } = before
  assert.deepEqual(after, expected)
})

test('what a routing rule uses is not deleted', async () => {
  assertProblem(await drop(PRIMARY), 'conflict', /Default/)
  assertProblem(await drop(FALLBACK), 'conflict', /Default/)
  assert.equal((await read(PRIMARY)).is_active, true)
})

test('lists: by connector, mode, switch and words, newest first', async () => {
  const { body: made } = await create({ name: 'Kasım', terminal_id: 'T-4711' })
  const names = async (query: string) =>
    (await call('GET', `${PATH}?${query}`, {}, 'view')).body.items.map((item: { name: string }) => item.name)
  assert.deepEqual(await names(`connector_id=${SIMBANK}&page_size=1`), ['Kasım'])
  assert.ok(!(await names('')).includes('SIM-LIMITED'))
  assert.ok((await names('include_inactive=true')).includes('SIM-LIMITED'))
  assert.deepEqual(await names('search_term=t-47'), ['Kasım'])
  assert.deepEqual(await names('mode=production'), [])
  assert.ok((await names('mode=TEST')).includes('Kasım'))
  assert.deepEqual(await names(`connector_id=${NOBODY}`), [])
  assertProblem(await call('GET', `${PATH}?connector_id=x`), 'bad_request', /connector_id/)
  await drop(made.id)
})

test('another tenant, lower roles, and the repeated id', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/activate'],
    ['GET', '/health'],
  ] as const) {
    const sent = method === 'PUT' ? { body: bodyOf() } : {}
    assertProblem(await call(method, `${PATH}/${PRIMARY}${path}`, sent, 'admin', 'tenant-other'), 'resource_not_found')
  }
  assertProblem(await create({}, 'admin', 'tenant-other'), 'connector_not_found')
  assertProblem(await create({}, 'pos'), 'forbidden')
  assertProblem(await call('GET', PATH, {}, 'm1'), 'forbidden')
  assert.equal((await call('GET', `${PATH}/${PRIMARY}`, {}, 'view')).status, 200)
  const put = await call('PUT', `${PATH}/${PRIMARY}`, { body: bodyOf({ id: NOBODY }) })
  assertProblem(put, 'bad_request', /id of the path/, 'id mismatch')
})
