/** Connectors as an operator changes them: create, replace, activate, delete, and their detail page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/connectors'
const SIMBANK = '00000000-0000-4000-8000-000000000030'
const NOBODY = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const vezne = useVezne()

const call = async (method: string, path: string, sent: Sent = {}, client = 'admin', realm = 'tenant-demo') =>
  vezne.request('cards', method, path, { token: await vezne.token(client, realm), ...sent })
const create = (body: object) => call('POST', PATH, { body })

test('the life cycle of a connector', async () => {
  const made = await create({ name: 'Garanti', code: 'GARANTI_2', type: 'GARANTI_VPOS' })
  assert.equal(made.status, 201, made.text)
  const { id, created, last_modified, ...rest } = made.body
  assert.equal(created, last_modified)
  assert.deepEqual(rest, {
    extra_properties_dict: {},
    name: 'Garanti',
    code: 'GARANTI_2',
    type: 'garanti_vpos',
    is_active: true,
    configuration_count: 0,
  })
  const put = await call('PUT', `${PATH}/${id}`, {
    body: { id, name: 'Garanti BBVA', type: 'nest_pay', code: 'OTHER', extra_properties_dict: { branch: 'İzmir' } },
  })
  assert.equal(put.status, 200, put.text)
  assert.deepEqual([put.body.code, put.body.type, put.body.is_active], ['GARANTI_2', 'nest_pay', true])
  assert.deepEqual((await call('GET', `${PATH}/${id}`)).body, put.body)
  for (const [step, isActive] of [
    ['deactivate', false],
    ['deactivate', false],
    ['activate', true],
  ] as const) {
    const switched = await call('POST', `${PATH}/${id}/${step}`)
    assert.deepEqual([switched.status, switched.body.is_active], [200, isActive])
  }
  const { body: detail } = await call('GET', `${PATH}/${id}/detail`, {}, 'view')
  assert.deepEqual([detail.configurations, detail.error_codes], [[], []])
  assert.deepEqual(
    detail.changelog.map(({ action }: { action: string }) => action),
    ['activated', 'deactivated', 'updated', 'created'],
  )
  assert.equal(detail.changelog[0].actor, vezne.demo.tenants[0]?.clients.admin?.client_id)
  assert.deepEqual(detail.changelog[2].diff, [
    { field: 'name', before: 'Garanti', after: 'Garanti BBVA' },
    { field: 'type', before: 'garanti_vpos', after: 'nest_pay' },
    { field: 'extra_properties_dict', before: '{}', after: '{"branch":"İzmir"}' },
  ])
  assert.equal((await call('DELETE', `${PATH}/${id}`)).status, 204)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/activate'],
    ['GET', '/health'],
    ['GET', '/detail'],
  ] as const)
    assertProblem(
      await call(method, `${PATH}/${id}${path}`, method === 'PUT' ? { body: { name: 'x', type: 'custom' } } : {}),
      'resource_not_found',
    )
  const again = await create({ name: 'Garanti', code: 'GARANTI_2', type: 'garanti_vpos' })
  assert.equal(again.status, 201) // a deleted connector leaves its code
  await call('DELETE', `${PATH}/${again.body.id}`)
})

const NAMES: [name: string, code: string][] = [
  ['Yapı Kredi (yeni)', 'YAPI_KREDI_YENI'],
  ['Yapı Kredi (yeni)', 'YAPI_KREDI_YENI_2'],
  ['İş Bankası', 'IS_BANKASI'],
  ['张伟', 'CONNECTOR'],
]
test('a code is generated from the name, with a number when it is taken', async () => {
  const ids: string[] = []
  for (const [name, code] of NAMES) {
    const { body } = await create({ name, type: 'custom' })
    assert.equal(body.code, code)
    ids.push(body.id)
  }
  for (const id of ids) await call('DELETE', `${PATH}/${id}`)
})

test('one code, one connector, also when two are created concurrently', async () => {
  assertProblem(await create({ name: 'x', code: 'SIMBANK', type: 'custom' }), 'conflict', /code/, 'code conflict')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => create({ name: 'Race', code: 'RACE', type: 'custom' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  const repeated = { body: { name: 'Key', code: 'KEY', type: 'custom' }, headers: { 'idempotency-key': 'connector' } }
  const [first, second] = [await call('POST', PATH, repeated), await call('POST', PATH, repeated)]
  assert.deepEqual([first.status, second.status, second.headers['idempotent-replayed']], [201, 201, 'true'])
  assert.equal(first.text, second.text)
})

test('what is refused', async () => {
  for (const [body, field] of [
    [{ type: 'custom' }, 'name required'],
    [{ name: 'x' }, 'type required'],
    [{ name: 'x', type: 'bank' }, 'type unknown_value'],
    [{ name: 'x', type: 'custom', code: 'lower' }, 'code invalid_format'],
    [{ name: 'x'.repeat(101), type: 'custom' }, 'name too_long'],
  ] as const)
    assertProblem(await create(body), 'bad_request', /./, field)
  const repeated = { id: NOBODY, name: 'x', type: 'custom' }
  assertProblem(await call('PUT', `${PATH}/${SIMBANK}`, { body: repeated }), 'bad_request', /./, 'id mismatch')
  const retyped = { name: 'Simulated Bank', type: 'nest_pay' }
  assertProblem(
    await call('PUT', `${PATH}/${SIMBANK}`, { body: retyped }),
    'conflict',
    /configurations/,
    'type conflict',
  )
  assertProblem(await call('DELETE', `${PATH}/${SIMBANK}`), 'conflict', /configurations/)
})

test('another tenant’s are not found, and only administrators change their own', async () => {
  const body = { name: 'x', type: 'custom' }
  assertProblem(await call('PUT', `${PATH}/${SIMBANK}`, { body }, 'admin', 'tenant-other'), 'resource_not_found')
  assertProblem(await call('DELETE', `${PATH}/${SIMBANK}`, {}, 'admin', 'tenant-other'), 'resource_not_found')
  assertProblem(await call('GET', `${PATH}/${SIMBANK}/detail`, {}, 'admin', 'tenant-other'), 'resource_not_found')
  for (const client of ['pos', 'view', 'm1']) assertProblem(await call('POST', PATH, { body }, client), 'forbidden')
})
