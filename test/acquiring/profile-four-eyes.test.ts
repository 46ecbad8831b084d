/** connectors.four_eyes holds for all that says where a bank pays: the number of a sub-merchant, and the account of a configuration. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { selectSubMerchants } from '../../src/acquiring/tenant-banks/tenant-banks-store.ts'
import { openPeople } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const MARKET = '00000000-0000-4000-8000-000000000020'
const TENANT = '00000000-0000-4000-8000-000000000010'
const PROFILES = `/merchants/${MARKET}/bank-profiles`
const SELLER = { sub_merchant_id: 'SM-1', sub_merchant_name: 'Market' }

const vezne = useVezne()
let first: string
let second: string
let configuration: Json
let owner: pg.Client
before(async () => {
  const people = openPeople(vezne)
  first = await vezne.token('admin')
  second = await people.token('admin@demo.example', people.demoPassword('admin@demo.example'))
  configuration = (await call(first, 'GET', '/connector-configurations?search_term=NEST_PAY&page_size=1')).body.items[0]
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  const switched = await call(first, 'POST', '/settings', { key: 'connectors.four_eyes', value: 'true' })
  assert.equal(switched.status, 201, switched.text)
})
after(async () => {
  await owner.end()
})

const call = (token: string, method: string, path: string, body?: unknown) =>
  vezne.request('cards', method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) })
const list = async (): Promise<Json[]> => (await call(first, 'GET', PROFILES)).body
const decide = async (token: string, step: string, change_id?: string) => {
  const [profile] = await list()
  const body = { change_id: change_id ?? profile.pending_change.id }
  return call(token, 'POST', `${PROFILES}/${profile.id}/${step}`, body)
}
/** As payments are sent: what their bank is told of the merchant. */
const sent = async (): Promise<unknown> => {
  const banks = await vezne.runtime.db.transaction({ of: TENANT }, (tx) => selectSubMerchants(tx, TENANT))
  return banks.map(({ id, name }) => [id, name])
}

test('a new profile, a change and a removal each count once another person has confirmed them', async () => {
  const made = await call(first, 'POST', PROFILES, { connector_config_id: configuration.id, ...SELLER })
  assert.deepEqual([made.status, made.body.sub_merchant_id], [201, null], made.text)
  assert.equal(made.body.pending_change.action, 'create')
  assert.deepEqual(
    made.body.pending_change.changes.filter(({ after }: Json) => after !== '{}' && after !== MARKET),
    [
      { field: 'sub_merchant_id', before: null, after: 'SM-1' },
      { field: 'sub_merchant_name', before: null, after: 'Market' },
    ],
  )
  assert.deepEqual(await sent(), [])
  assertProblem(await decide(first, 'confirm'), 'four_eyes_violation')
  assertProblem(await decide(second, 'confirm', configuration.id), 'conflict', /Another change/)
  await assert.rejects(
    owner.query('update merchant_bank_profiles set pending = null, confirmed_by = pending_by'),
    /does not confirm it/,
  )
  assert.equal((await decide(second, 'confirm')).status, 204)
  assert.deepEqual(await sent(), [['SM-1', 'Market']])

  const [{ id }] = await list()
  const change = { ...SELLER, sub_merchant_id: 'SM-2' }
  assert.equal((await call(first, 'PUT', `${PROFILES}/${id}`, change)).status, 204)
  assert.deepEqual((await list())[0].pending_change.changes, [
    { field: 'sub_merchant_id', before: 'SM-1', after: 'SM-2' },
  ])
  for (const [method, body] of [['PUT', SELLER] as const, ['DELETE', undefined] as const])
    assertProblem(await call(second, method, `${PROFILES}/${id}`, body), 'conflict', /second person/)
  assert.deepEqual(await sent(), [['SM-1', 'Market']])
  assert.equal((await decide(first, 'reject')).status, 204)
  assert.equal((await list())[0].pending_change, null)
  await call(first, 'PUT', `${PROFILES}/${id}`, change)
  assert.equal((await decide(second, 'confirm')).status, 204)
  assert.deepEqual(await sent(), [['SM-2', 'Market']])

  assert.equal((await call(first, 'PUT', `${PROFILES}/${id}`, change)).status, 204)
  assert.equal((await list())[0].pending_change, null, 'the same again asks nobody')
  assert.equal((await call(first, 'DELETE', `${PROFILES}/${id}`)).status, 204)
  assert.deepEqual([(await list())[0].pending_change.action, await sent()], ['delete', [['SM-2', 'Market']]])
  assertProblem(await decide(first, 'confirm'), 'four_eyes_violation')
  assert.equal((await decide(second, 'confirm')).status, 204)
  assert.deepEqual(await list(), [])
  const log = await vezne.request('cards', 'GET', `/api/v1/connectors/${configuration.connector_id}/detail`, {
    token: first,
  })
  assert.match(log.text, /"action":"requested"[^}]*/)
})

test('a rejected new profile is gone', async () => {
  await call(first, 'POST', PROFILES, { connector_config_id: configuration.id, ...SELLER })
  assert.equal((await decide(second, 'reject')).status, 204)
  assert.deepEqual([await list(), await sent()], [[], []])
})

test('the account of a configuration at its bank waits as well: mode, store, terminal and user', async () => {
  const made = await call(first, 'POST', '/connector-configurations', {
    connector_id: '00000000-0000-4000-8000-000000000030',
    name: 'Account',
    mode: 'test',
    store_id: '77',
  })
  assert.equal(made.status, 201, made.text)
  const path = `/connector-configurations/${made.body.id}`
  assert.deepEqual([made.body.store_id, made.body.is_active, made.body.pending_change?.is_new], ['77', false, true])
  const confirm = async () =>
    call(second, 'POST', `${path}/confirm`, { change_id: (await call(first, 'GET', path)).body.pending_change.id })
  assert.equal((await confirm()).body.store_id, '77')
  for (const [member, value] of [
    ['store_id', '78'],
    ['terminal_id', '5'],
    ['bank_code', '00099'],
    ['username', 'somebody'],
  ] as const) {
    const { body: now } = await call(first, 'GET', path)
    const wish = { name: now.name, mode: now.mode, store_id: now.store_id, terminal_id: now.terminal_id ?? '' }
    const asked = await call(first, 'PUT', path, { ...wish, username: now.username ?? '', [member]: value })
    assert.equal(asked.status, 200, asked.text)
    assert.equal(asked.body[member], now[member], member)
    assert.equal(asked.body.pending_change?.changes[0]?.after, value, asked.text)
    assert.equal((await confirm()).body[member], value)
  }
})
