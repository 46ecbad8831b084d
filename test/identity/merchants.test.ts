/** Merchants of a tenant: what they hold, what is refused, whom one may see, what a change does to payments. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newId } from '../../src/core/id.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let tenant: MadeTenant
let token: string
before(async () => {
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  token = await tokenOf(vezne, tenant, ['tenant-admin'])
})

const call = (method: string, path: string, body?: unknown, as = token, headers: Record<string, string> = {}) =>
  vezne.request('identity', method, `/api/v1/merchants${path}`, {
    token: as,
    headers,
    ...(body === undefined ? {} : { body }),
  })
const create = async (change: object = {}): Promise<Answer['body']> => {
  const { status, body, text } = await call('POST', '', { name: 'Shop', ...change })
  assert.equal(status, 201, text)
  const { notice: _, ...merchant } = body
  return merchant
}
const put = (id: string, change: object = {}) => call('PUT', `/${id}`, { name: 'Shop', ...change })
const names = async (query: string): Promise<string[]> =>
  (await call('GET', `?page_size=100&${query}`)).body.items.map(({ name }: { name: string }) => name)

test('the write that makes the second active merchant tells what changes for callers that name none', async () => {
  const alone = await makeTenant(vezne)
  const asAdmin = await tokenOf(vezne, alone, ['tenant-admin'])
  const write = async (method: string, path: string, body: object): Promise<Answer['body']> => {
    const answer = await call(method, path, { name: 'Shop', ...body }, asAdmin)
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const codes: (string | null)[] = []
  const note = ({ notice }: Answer['body']): number => codes.push(notice === null ? null : notice.code)
  note(await write('POST', '', {}))
  const second = await write('POST', '', {})
  assert.match(second.notice.detail, /X-External-Merchant-Id.*merchant_id_required/)
  note(second)
  note(await write('PUT', `/${second.id}`, { is_active: false }))
  note(await write('PUT', `/${second.id}`, { is_active: true }))
  note(await write('PUT', `/${second.id}`, { name: 'Renamed' }))
  note(await write('POST', '', {}))
  const told = 'merchant_header_required'
  assert.deepEqual(codes, [null, told, null, told, null, null])
})

test('categories that are not in memory are read before the transaction that changes a merchant', async () => {
  const { id } = await create({ default_mcc: '5411' })
  for (const [method, status] of [
    ['PUT', 200],
    ['DELETE', 204],
  ] as const) {
    vezne.runtime.notifications.publish('reference')
    const body = method === 'PUT' ? { name: 'Shop', is_active: true } : undefined
    const changed = await call(method, `/${id}`, body)
    assert.equal(changed.status, status, changed.text)
  }
})

test('a merchant is made, read, replaced; categories and parents come with it', async () => {
  const parent = await create({ name: 'Chain' })
  const made = await create({
    name: ' Acme Market ',
    legal_name: 'Acme Gıda A.Ş.',
    external_id: 'ACME-1',
    tax_id: '1234567890',
    tax_office: 'Kadıköy',
    bkm_member_id: '0062',
    email: 'shop@acme.example',
    contact_phone: '+90 212 000 00 00',
    city: 'İstanbul',
    district: 'Kadıköy',
    address: 'Sokak 1\nDaire 2',
    url: 'https://acme.example',
    default_mcc: '5411',
    parent_id: parent.id.toUpperCase(),
  })
  const { id, created, last_modified, ...rest } = made
  assert.deepEqual(rest, {
    tenant_id: tenant.id,
    name: 'Acme Market',
    legal_name: 'Acme Gıda A.Ş.',
    external_id: 'ACME-1',
    tax_id: '1234567890',
    tax_office: 'Kadıköy',
    bkm_member_id: '0062',
    email: 'shop@acme.example',
    contact_phone: '+90 212 000 00 00',
    city: 'İstanbul',
    district: 'Kadıköy',
    address: 'Sokak 1\nDaire 2',
    url: 'https://acme.example',
    default_mcc: '5411',
    default_mcc_category: 'food',
    parent_id: parent.id,
    parent_name: 'Chain',
    is_active: true,
    status: 'approved',
    awaits: null,
    awaited_external_id: null,
    asked_by: null,
  })
  assert.equal(created, last_modified)
  assert.deepEqual((await call('GET', `/${id}`)).body, made)
  const changed = (await put(id, { name: 'Acme', is_active: false })).body
  assert.deepEqual(
    [changed.name, changed.external_id, changed.parent_id, changed.tax_id, changed.is_active, changed.status],
    ['Acme', null, null, null, false, 'approved'],
  )
  assert.equal((await put(id, { name: 'Acme' })).body.is_active, false, 'absent: stays')
  assert.equal(changed.created, created)
})

test('server-owned members of a body are not taken', async () => {
  const made = await create({
    tenant_id: '00000000-0000-4000-8000-000000000010',
    is_deleted: true,
    created: '2020-01-01T00:00:00Z',
    parent_name: 'x',
  })
  assert.equal(made.tenant_id, tenant.id)
  assert.ok(made.created > '2025')
  assertProblem(await put(made.id, { id: newId(0) }), 'bad_request', /./, 'id mismatch')
})

const BAD: [name: string, change: object, code: Parameters<typeof assertProblem>[1], field?: string][] = [
  ['no name', { name: undefined }, 'bad_request', 'name required'],
  ['an empty name', { name: '  ' }, 'bad_request', 'name too_short'],
  ['a name of 201', { name: 'x'.repeat(201) }, 'bad_request', 'name too_long'],
  ['a tax id of 9 digits', { tax_id: '123456789' }, 'bad_request', 'tax_id invalid_format'],
  ['a wrong VKN', { tax_id: '1234567891' }, 'invalid_tax_id'],
  ['a wrong TCKN', { tax_id: '10000000147' }, 'invalid_tax_id'],
  ['an external id no header carries', { external_id: 'şube 1' }, 'bad_request', 'external_id invalid_format'],
  ['an email address that is none', { email: 'x' }, 'bad_request', 'email invalid_format'],
  ['a category code of three digits', { default_mcc: '541' }, 'bad_request', 'default_mcc invalid_format'],
  ['an unknown category code', { default_mcc: '0001' }, 'validation_failed', 'default_mcc unknown_value'],
  ['an unknown status', { status: 'open' }, 'bad_request', 'status unknown_value'],
  ['an unknown parent', { parent_id: newId(0) }, 'invalid_merchant_id'],
  ['a parent of another tenant', { parent_id: '00000000-0000-4000-8000-000000000020' }, 'invalid_merchant_id'],
]
for (const [name, change, code, field] of BAD)
  test(`refused: ${name}`, async () => {
    const body = { name: 'Shop', ...change }
    assertProblem(await call('POST', '', body), code, /./, field)
    const { id } = await create()
    assertProblem(await call('PUT', `/${id}`, body), code, /./, field)
    assertProblem(await call('PUT', `/${newId(0)}`, body), code === 'bad_request' ? code : 'resource_not_found')
  })

test('an external id is the tenant’s only one; deleted, it is free again', async () => {
  const first = await create({ external_id: 'E-1' })
  const second = await create({ external_id: 'E-2' })
  assertProblem(await call('POST', '', { name: 'x', external_id: 'E-1' }), 'conflict', /./, 'external_id conflict')
  assertProblem(await put(second.id, { external_id: 'E-1' }), 'conflict', /./, 'external_id conflict')
  assert.equal((await put(first.id, { external_id: 'E-1' })).status, 200)
  await call('DELETE', `/${first.id}`)
  assert.equal((await put(second.id, { external_id: 'E-1' })).status, 200)
  const raced = await Promise.all(
    Array.from({ length: 5 }, () => call('POST', '', { name: 'Raced', external_id: 'RACED' })),
  )
  assert.deepEqual(raced.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
})

test('no merchant is above itself, also with concurrent changes', async () => {
  const [a, b, c] = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })]
  assertProblem(await put(a.id, { parent_id: a.id }), 'bad_request', /./, 'parent_id mismatch')
  await put(b.id, { parent_id: a.id })
  await put(c.id, { parent_id: b.id })
  assertProblem(await put(a.id, { parent_id: c.id }), 'bad_request', /./, 'parent_id mismatch')
  const [d, e] = [await create({ name: 'd' }), await create({ name: 'e' })]
  const both = await Promise.all([put(d.id, { parent_id: e.id }), put(e.id, { parent_id: d.id })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
})

const STEPS: [from: string, to: string, isAllowed: boolean][] = [
  ['pending', 'approved', true],
  ['pending', 'rejected', true],
  ['pending', 'pending', true],
  ['rejected', 'pending', true],
  ['rejected', 'approved', false],
  ['rejected', 'rejected', true],
  ['approved', 'pending', false],
  ['approved', 'rejected', false],
  ['approved', 'approved', true],
]
for (const [from, to, isAllowed] of STEPS)
  test(`${from} to ${to}: ${isAllowed ? 'yes' : 'no'}`, async () => {
    const { id } = await create({ status: from })
    const answer = await put(id, { status: to })
    if (isAllowed) assert.equal(answer.body.status, to, answer.text)
    else assertProblem(answer, 'invalid_state_transition')
    assert.equal((await call('GET', `/${id}`)).body.status, isAllowed ? to : from)
  })

test('the list: newest first, inactive ones when asked for, by status and search', async () => {
  await create({ name: 'List Öne', legal_name: 'Liste A.Ş.' })
  await create({ name: 'List two', status: 'pending' })
  await create({ name: 'List three', is_active: false })
  assert.deepEqual(await names('search_term=list'), ['List two', 'List Öne'])
  assert.deepEqual(await names('search_term=List&include_inactive=true'), ['List three', 'List two', 'List Öne'])
  assert.deepEqual(await names('search_term=List&status=Pending'), ['List two'])
  assert.deepEqual(await names('search_term=Liste'), ['List Öne'])
  assert.deepEqual(await names('search_term=%25'), [])
  assert.equal((await call('GET', '?page_size=2')).body.items.length, 2)
})
