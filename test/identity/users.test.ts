/** GET /api/v{version}/users: names of the query in every spelling, paging, filters, the envelope, and who may ask. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newId } from '../../src/core/id.ts'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const MERCHANT_1 = '00000000-0000-4000-8000-000000000020'
const vezne = useVezne()
let token: string
before(async () => {
  token = await vezne.token('admin')
  for (let nth = 0; nth < 27; nth++)
    await change(
      vezne,
      `insert into users (tenant_id, id, username, email, first_name, last_name, roles, merchant_id, pending_approval,
         is_deleted, created, last_modified)
       values ($1, $2, $3, $4, $5, 'Öztürk', '{merchant-user}', $6, $7, $8, $9, $9)`,
      [
        DEMO,
        newId(vezne.runtime.clock.ms() + nth),
        `user-${nth}`,
        `user-${nth}@shop.example`,
        nth === 3 ? 'Şükrü 100%' : 'Ali',
        nth < 5 ? MERCHANT_1 : null,
        nth % 9 === 0,
        nth === 26,
        vezne.runtime.clock.now(),
      ],
    )
})

const list = (query = '', version = '1') =>
  vezne.request('identity', 'GET', `/api/v${version}/users${query}`, { token })
const names = async (query: string): Promise<string[]> =>
  (await list(query)).body.data.items.map((user: { username: string }) => user.username)

test('a page of users, newest first, in the camelCase envelope', async () => {
  const { status, body } = await list()
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['code', 'data', 'isSuccess', 'message'])
  assert.deepEqual([body.message, body.isSuccess, body.code], [null, true, null])
  const { items, ...page } = body.data
  assert.deepEqual(page, { pageNumber: 1, totalPages: 2, totalCount: 31, hasPreviousPage: false, hasNextPage: true })
  assert.equal(items.length, 25)
  assert.equal(items[0].username, 'user-25')
  assert.deepEqual(Object.keys(items[0]), [
    'id',
    'username',
    'email',
    'firstName',
    'lastName',
    'enabled',
    'emailVerified',
    'createdTimestamp',
    'roles',
    'tenantId',
    'merchantId',
    'companyName',
    'pendingApproval',
    'needsConfirmation',
    'changeId',
    'awaited',
    'waitingMembers',
    'invitedUntil',
  ])
  assert.equal(items[0].tenantId, DEMO)
  assert(Math.abs(items[0].createdTimestamp - vezne.runtime.clock.ms()) < 60_000)
})

const SPELLINGS = ['PageSize=2&PageNumber=2', 'pagesize=2&PAGENUMBER=2', 'page_size=2&page=2', 'Page_Size=2&Page=2']
for (const query of SPELLINGS)
  test(`?${query}`, async () => {
    const { data } = (await list(`?${query}`)).body
    assert.deepEqual(
      data.items.map((user: { username: string }) => user.username),
      ['user-23', 'user-22'],
    )
    assert.equal(data.pageNumber, 2)
    assert.equal(data.totalPages, 16)
    assert.equal(data.hasPreviousPage, true)
  })

const SEARCHES: Record<string, string[]> = {
  'SearchTerm=user-1@': ['user-1'],
  'search_term=USER-1@': ['user-1'],
  'search=%C5%9E%C3%BCkr': ['user-3'],
  'searchTerm=100%25': ['user-3'],
  'SearchTerm=user_1': [],
  'SearchTerm=cashier': ['cashier@demo.example'],
  [`MerchantId=${MERCHANT_1}`]: ['user-4', 'user-3', 'user-2', 'user-1', 'user-0'],
  [`merchant_id=${MERCHANT_1.toUpperCase()}&search=user-2`]: ['user-2'],
  'Pending=true': ['user-18', 'user-9', 'user-0'],
  'pending=TRUE&MerchantId=00000000-0000-4000-8000-000000000020': ['user-0'],
}
for (const [query, expected] of Object.entries(SEARCHES))
  test(`?${query}`, async () => assert.deepEqual(await names(`?${query}`), expected))

test('a page beyond the last is empty; Pending=false filters nothing', async () => {
  const { data } = (await list('?page=99')).body
  assert.deepEqual(data.items, [])
  assert.equal(data.totalCount, 31)
  assert.equal((await list('?Pending=false')).body.data.totalCount, 31)
})

const BAD = [
  'PageSize=0',
  'PageSize=101',
  'page_size=-1',
  'PageNumber=0',
  'PageNumber=1.5',
  'PageNumber=x',
  'Pending=1',
]
for (const query of [...BAD, `MerchantId=${'7'.repeat(101)}`, `SearchTerm=${'x'.repeat(101)}`])
  test(`?${query.slice(0, 30)} is refused, under its name in the document`, async () => {
    const answer = await list(`?${query}`)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.code, 'bad_request')
    assert.match(answer.body.errors[0].field, /^(PageSize|PageNumber|Pending|MerchantId|SearchTerm)$/)
  })

test('version 1 and 1.0, no other', async () => {
  assert.equal((await list('', '1.0')).status, 200)
  for (const version of ['2', '1.1', '01', '1.0.0', '']) {
    const answer = await list('', version)
    assert.equal(answer.status, 404, version)
  }
  assert.equal((await list('', '2')).body.code, 'resource_not_found')
})

test('tenant-admin sees the tenant’s users, platform-admin those of master, others none', async () => {
  const ask = async (key: string, realm?: string) =>
    vezne.request('identity', 'GET', '/api/v1/users', { token: await vezne.token(key, realm) })
  for (const key of ['pos', 'view', 'm1', 'maker', 'fraud']) assert.equal((await ask(key)).status, 403, key)
  assert.equal((await ask('admin', 'tenant-other')).body.data.totalCount, 0)
  assert.equal((await ask('admin', 'master')).body.data.totalCount, 1)
  assert.equal((await vezne.request('identity', 'GET', '/api/v1/users')).status, 401)
})

test('no password in the answer', async () => {
  assert.doesNotMatch((await list('?page_size=100')).text, /argon2|password/i)
})
