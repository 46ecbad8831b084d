/** What a person writes of a settlement is done by two: its amounts, where it was made by hand, and that it is settled. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Answer } from '../support/http.ts'
import { openPeople } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { authPath } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const TENANT = '00000000-0000-4000-8000-000000000010'
const MERCHANT = '00000000-0000-4000-8000-000000000020'
const PATH = '/api/v1/settlements'
const BODY = { merchant_id: MERCHANT, period_start: '2020-01-05', period_end: '2020-01-11', gross_amount: 500_000_000 }

let owner: pg.Client
/** Tokens: an administrator, another key that he made, a second person, a third, and a key that the platform issued to the tenant. */
let first: string
let hisOther: string
let second: string
let third: string
let ofPlatform: string
const vezne = useVezne()
before(async () => {
  const people = openPeople(vezne)
  first = await vezne.token('admin')
  const login = (name: string) => people.token(name, people.demoPassword(name))
  second = await login('finance@demo.example')
  third = await login('developer@demo.example')
  hisOther = await keyOf('/api/v1/tenants/me/api-keys', first, 50)
  ofPlatform = await keyOf(`/api/v1/platform/tenants/${TENANT}/api-keys`, await vezne.token('admin', 'master'), 51)
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
})

const keyOf = async (path: string, token: string, from: number): Promise<string> => {
  const made = await vezne.request('identity', 'POST', path, {
    token,
    body: { display_name: 'K', roles: ['pos-admin'] },
  })
  assert.equal(made.status, 201, made.text)
  const body = { client_id: made.body.api_key.client_id, client_secret: made.body.secret }
  return (await vezne.request('identity', 'POST', authPath('tenant-demo', 'token'), { body, from })).body.access_token
}
const call = (token: string, method: string, at: string, body?: object, headers: object = {}): Promise<Answer> =>
  vezne.request('cards', method, `${PATH}${at}`, { token, headers: { ...headers }, ...(body ? { body } : {}) })
const make = async (token: string): Promise<string> => {
  const { status, body, text } = await call(token, 'POST', '', BODY)
  assert.equal(status, 201, text)
  assert.deepEqual([body.status, body.awaits], ['pending', 'confirmation'])
  return body.id
}
const confirm = (token: string, id: string, headers: object = {}) =>
  call(token, 'POST', `/${id}/confirm`, undefined, headers)
const put = (token: string, id: string, body: object = {}) =>
  call(token, 'PUT', `/${id}/status`, { status: 'settled', ...body })
const read = async (id: string): Promise<Json> => (await call(first, 'GET', `/${id}`)).body
const waits = async (token: string, id: string): Promise<boolean> =>
  (await call(token, 'GET', '?waits_for=me&page_size=100')).body.items.some((row: Json) => row.id === id)
const settled = async (answer: Promise<Answer>): Promise<void> => {
  const { status, text } = await answer
  assert.equal(status, 204, text)
}
/** Made by the first person, confirmed by the second. */
const confirmed = async (): Promise<string> => {
  const id = await make(first)
  assert.equal((await confirm(second, id)).status, 200)
  return id
}

test('the amounts of one made by hand wait for a second person, and nobody says before that it is settled', async () => {
  const id = await make(first)
  for (const token of [first, second]) assertProblem(await put(token, id), 'invalid_state_transition', /confirm/)
  assert.deepEqual([await waits(first, id), await waits(hisOther, id), await waits(second, id)], [false, false, true])
  assertProblem(await confirm(first, id), 'four_eyes_violation')
  for (const token of [hisOther, ofPlatform]) assertProblem(await confirm(token, id), 'forbidden')
  const answer = await confirm(second, id, { 'idempotency-key': 'one' })
  assert.deepEqual([answer.status, answer.body.awaits, answer.body.status], [200, null, 'pending'], answer.text)
  assert.deepEqual((await confirm(second, id, { 'idempotency-key': 'one' })).body, answer.body)
  assertProblem(await confirm(third, id), 'conflict')
  assert.equal(await waits(third, id), false)
})

test('that it is settled is said by two: the first one’s word waits, the second one’s same call carries it out', async () => {
  const id = await confirmed()
  await settled(put(first, id, { bank_reference: 'EFT-1', notes: 'with the week' }))
  const asked = await read(id)
  assert.deepEqual(
    [asked.status, asked.awaits, asked.asked_by, asked.settled_at, asked.bank_reference],
    ['pending', 'settled', 'cid_test_demo_admin', null, 'EFT-1'],
  )
  assert.deepEqual([await waits(first, id), await waits(second, id)], [false, true])
  assertProblem(await put(first, id, { bank_reference: 'EFT-1' }), 'four_eyes_violation')
  assertProblem(await put(hisOther, id), 'forbidden')
  assertProblem(await put(ofPlatform, id), 'forbidden')
  // Another reference is another word.
  await settled(put(second, id, { bank_reference: 'EFT-2' }))
  assert.deepEqual([(await read(id)).status, (await read(id)).bank_reference], ['pending', 'EFT-2'])
  await settled(put(first, id, { bank_reference: 'EFT-2' }))
  const done = await read(id)
  assert.deepEqual(
    [done.status, done.awaits, done.bank_reference, done.settled_by],
    ['settled', null, 'EFT-2', 'cid_test_demo_admin'],
  )
  assertProblem(await put(second, id), 'invalid_state_transition')
})

test('another state takes the word back; one made by hand is taken back as failed, and waits again when it goes on', async () => {
  const id = await confirmed()
  await settled(put(first, id))
  await settled(put(third, id, { status: 'processing' }))
  assert.equal((await read(id)).awaits, null)
  await settled(put(second, id))
  assert.equal((await read(id)).status, 'processing')
  const other = await make(first)
  await settled(put(first, other, { status: 'failed' }))
  assert.equal((await read(other)).awaits, null)
  assertProblem(await confirm(second, other), 'conflict')
  await settled(put(first, other, { status: 'processing' }))
  assert.equal((await read(other)).awaits, 'confirmation')
  assertProblem(await put(first, other), 'invalid_state_transition')
})

test('the second person confirms the reference that he read: one that was changed, or said anew, is named', async () => {
  const id = await confirmed()
  await settled(put(first, id, { bank_reference: 'EFT-1' }))
  await settled(put(first, id, { bank_reference: 'EFT-9' })) // after the second one has read it
  assertProblem(await put(second, id), 'conflict', /bank_reference/)
  assert.equal((await read(id)).status, 'pending')
  await settled(put(second, id, { bank_reference: 'EFT-1' })) // another word
  assert.deepEqual([(await read(id)).status, (await read(id)).asked_by !== 'cid_test_demo_admin'], ['pending', true])
  await settled(put(first, id, { bank_reference: 'EFT-1' }))
  assert.deepEqual([(await read(id)).status, (await read(id)).bank_reference], ['settled', 'EFT-1'])

  const other = await confirmed()
  await settled(put(first, other, { bank_reference: 'EFT-1' }))
  await settled(put(first, other, { status: 'processing', bank_reference: 'EFT-9' })) // taken back
  await settled(put(first, other))
  assertProblem(await put(second, other), 'conflict', /bank_reference/)
  await settled(put(second, other, { bank_reference: 'EFT-9' }))
  assert.equal((await read(other)).status, 'settled')
})

test('at the same moment: one of two people asks, the other carries it out; one person twice carries out nothing', async () => {
  const id = await confirmed()
  const twice = await Promise.all([put(first, id), put(first, id), put(first, id)])
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [204, 422, 422])
  assert.equal((await read(id)).status, 'pending')
  const other = await confirmed()
  await Promise.all([put(first, other), put(second, other)])
  assert.equal((await read(other)).status, 'settled')
  const made = await make(first)
  const confirms = await Promise.all([confirm(second, made), confirm(third, made), confirm(second, made)])
  assert.deepEqual(confirms.map(({ status }) => status).toSorted(), [200, 409, 409])
})

test('what a key of the platform wrote is nobody’s word: two people of the tenant stand by it', async () => {
  const id = await make(ofPlatform)
  const taken = await confirm(first, id)
  assert.deepEqual([taken.status, taken.body.awaits, taken.body.asked_by], [200, 'confirmation', 'cid_test_demo_admin'])
  assertProblem(await confirm(first, id), 'four_eyes_violation')
  assert.equal((await confirm(second, id)).body.awaits, null)
  await settled(put(ofPlatform, id))
  await settled(put(first, id))
  assert.deepEqual([(await read(id)).status, (await read(id)).awaits], ['pending', 'settled'])
  await settled(put(second, id))
  assert.equal((await read(id)).status, 'settled')
})

test('what a key asked that somebody made acts for whoever made it', async () => {
  const id = await make(hisOther)
  assertProblem(await confirm(first, id), 'four_eyes_violation')
  assert.equal((await confirm(second, id)).status, 200)
  await settled(put(hisOther, id))
  assertProblem(await put(first, id), 'four_eyes_violation')
  await settled(put(second, id))
})

test('one from before its people were kept waits as well, for another person than who made it', async () => {
  const id = await make(first)
  await owner.query('alter table settlements disable trigger keep_settlement_people')
  await owner.query('update settlements set stated_by = null, stated_people = null where id = $1', [id])
  await owner.query('alter table settlements enable trigger keep_settlement_people')
  assert.deepEqual(
    [(await read(id)).awaits, await waits(first, id), await waits(second, id)],
    ['confirmation', false, true],
  )
  assertProblem(await confirm(first, id), 'four_eyes_violation')
  assert.equal((await confirm(second, id)).status, 200)
})

test('the database keeps the two apart as well, whoever sends the statement', async () => {
  const id = await make(first)
  const change = (sql: string) => owner.query(`update settlements set ${sql} where id = $1`, [id])
  const maker = `created_by`
  await assert.rejects(change(`confirmed_by = ${maker}, confirmed_at = now()`), /second person/)
  await assert.rejects(
    change(`status = 'settled', settled_at = now(), settling_by = created_by, settled_by = 'other'`),
    /confirmed/,
  )
  await change(`confirmed_by = 'other', confirmed_at = now()`)
  await assert.rejects(change(`confirmed_by = 'another'`), /second person|once/)
  await assert.rejects(change(`status = 'settled', settled_at = now()`), /second person/)
  await assert.rejects(
    change(`status = 'settled', settled_at = now(), settling_by = ${maker}, settled_by = ${maker}`),
    /second person/,
  )
  await change(`status = 'settled', settled_at = now(), settling_by = ${maker}, settled_by = 'other'`)
  const born = `insert into settlements select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'confirmed_by', 'x'))).* from settlements s where id = $1`
  await assert.rejects(owner.query(born, [id]), /second person/)
})
