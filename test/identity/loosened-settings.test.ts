/** A setting that loosens by growing, or by an added member, is loosened by two people, whichever way one of them tries; tightening counts at once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const REALM = 'tenant-load'
const TENANT = '00000000-0000-4000-8000-000000000012'
const MERCHANT = '00000000-0000-4000-8000-000000000024'
const LIMIT = 'reconciliation.write_off_max'
const ORIGINS = 'checkout.origins'

const vezne = useVezne()

type Person = 'admin' | 'other' | 'checker'
/** Another administrator of card payments, by the surface of transfers, which shares the settings. The checker runs transfers alone. */
let other: string
before(async () => {
  other = await tokenOf(vezne, { id: TENANT, slug: REALM }, ['pos-admin', 'transfer-admin'])
})
const call = async (as: Person, method: string, at: string, body?: object) => {
  const surface = as === 'admin' ? 'cards' : 'transfers'
  const token = as === 'other' ? other : await vezne.token(as, REALM)
  const headers = { 'x-tenant-id': TENANT }
  return vezne.request(surface, method, `/api/v1/settings${at}`, { token, headers, ...(body ? { body } : {}) })
}
const rowOf = async (key: string) => (await call('admin', 'GET', `?key=${key}`)).body.items[0]
const counts = async (key: string): Promise<string> => {
  const row = await rowOf(key)
  return row.counting_value ?? row.value
}
const set = async (as: Person, key: string, value: string, more: object = {}) => {
  const row = await rowOf(key)
  const body = { key, value, ...more }
  return row === undefined ? call(as, 'POST', '', body) : call(as, 'PUT', `/${row.id}`, body)
}
const taken = async (answer: ReturnType<typeof call>): Promise<void> => {
  const { status, text } = await answer
  assert.ok(status < 300, text)
}

test('a larger limit waits for a second person; a smaller one counts at once, and is not taken back by one', async () => {
  await taken(set('admin', LIMIT, '999999999'))
  assert.equal(await counts(LIMIT), '100000')
  assertProblem(await set('admin', LIMIT, '999999999'), 'four_eyes_violation')
  await taken(set('admin', LIMIT, '50'))
  assert.equal(await counts(LIMIT), '50')
  await taken(set('admin', LIMIT, '51'))
  assert.equal(await counts(LIMIT), '50')
  const { id } = await rowOf(LIMIT)
  // Its standard is more than what counts, so it goes as little as it grows; nor does it under another name.
  assertProblem(await call('admin', 'DELETE', `/${id}`), 'conflict')
  assertProblem(await call('checker', 'DELETE', `/${id}`), 'conflict')
  assertProblem(await call('admin', 'PUT', `/${id}`, { key: 'note.of.ours', value: '51' }), 'conflict')
  await taken(set('other', LIMIT, '52'))
  assert.equal(await counts(LIMIT), '50')
  await taken(set('admin', LIMIT, '52'))
  assert.equal(await counts(LIMIT), '52')
  await taken(set('admin', LIMIT, '100000'))
  await taken(set('other', LIMIT, '100000'))
  await taken(call('admin', 'DELETE', `/${id}`))
})

test('an added origin waits for a second person, also in the name of one merchant; one that is left out is gone at once', async () => {
  const [ours, theirs] = ['https://shop.example', 'https://thief.example']
  await taken(set('admin', ORIGINS, ours))
  assert.equal(await counts(ORIGINS), '')
  await taken(set('other', ORIGINS, ours))
  assert.equal(await counts(ORIGINS), ours)
  await taken(set('admin', ORIGINS, `${ours} ${theirs}`))
  assert.equal(await counts(ORIGINS), ours)
  const own = `${ORIGINS}:${MERCHANT}`
  await taken(set('admin', own, theirs))
  assert.equal(await counts(own), ours)
  await taken(set('admin', own, ''))
  assert.equal(await counts(own), '')
  // What holds for all holds for the merchant again without it, and that is more.
  assertProblem(await call('admin', 'DELETE', `/${(await rowOf(own)).id}`), 'conflict')
  await taken(set('admin', ORIGINS, ''))
  await taken(call('admin', 'DELETE', `/${(await rowOf(own)).id}`))
})

test('whoever confirms administers what the setting is of: card payments, transfers or fraud; anybody tightens', async () => {
  const fraud = 'fraud.rules_four_eyes'
  await taken(set('admin', LIMIT, '200000'))
  assertProblem(await set('checker', LIMIT, '200000'), 'forbidden', /tenant-admin, pos-admin/)
  assert.equal(await counts(LIMIT), '100000')
  await taken(set('other', LIMIT, '200000'))
  assert.equal(await counts(LIMIT), '200000')
  await taken(set('checker', LIMIT, '100000'))
  assert.equal(await counts(LIMIT), '100000')
  await taken(call('admin', 'DELETE', `/${(await rowOf(LIMIT)).id}`))
  await taken(set('admin', 'transfers.max_retries', '5'))
  await taken(set('checker', 'transfers.max_retries', '5'))
  assert.equal(await counts('transfers.max_retries'), '5')
  await taken(set('admin', 'transfers.max_retries', '3'))
  await taken(set('admin', fraud, 'true'))
  await taken(set('checker', fraud, 'false'))
  assert.equal(await counts(fraud), 'true')
  assertProblem(await set('other', fraud, 'false'), 'forbidden', /tenant-admin, fraud-admin/)
  await taken(set('admin', fraud, 'false'))
  assert.equal(await counts(fraud), 'false')
  await taken(call('admin', 'DELETE', `/${(await rowOf(fraud)).id}`))
})

test('what the list of known keys says of it: by what it loosens', async () => {
  const known = (await call('admin', 'GET', '/known')).body
  const by = Object.fromEntries(known.map((one: { key: string; loosens_by: string }) => [one.key, one.loosens_by]))
  assert.deepEqual(
    [by[LIMIT], by[ORIGINS], by['connectors.four_eyes'], by['checkout.color'], by['console.refund_step_up_minor']],
    ['growing', 'adding', 'leaving', 'nothing', 'growing'],
  )
})

test('no one person makes a key that the service reads read-only, and one that was made so is freed', async () => {
  const key = 'fraud.rules_four_eyes'
  for (const as of ['admin', 'checker'] as const)
    assertProblem(await call(as, 'POST', '', { key, value: 'false', is_read_only: true }), 'validation_failed')
  await taken(set('admin', key, 'true'))
  await taken(set('admin', LIMIT, '99999'))
  const [four, limit] = [(await rowOf(key)).id, (await rowOf(LIMIT)).id]
  const freeze = 'update settings set is_read_only = true where id = any($1)'
  await vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.execute(freeze, [[four, limit]]))
  await taken(call('admin', 'PUT', `/${four}`, { key, value: 'true' }))
  assert.equal((await rowOf(key)).is_read_only, false)
  assertProblem(await call('admin', 'DELETE', `/${limit}`), 'conflict', /second person/)
  // A note of the tenant's own stays as its maker wants it.
  const note = await call('admin', 'POST', '', { key: 'note.frozen', value: '1', is_read_only: true })
  assertProblem(await call('admin', 'DELETE', `/${note.body}`), 'conflict')
})

test('a sealed note does not become a key that the service reads', async () => {
  const made = await call('admin', 'POST', '', { key: 'note.sealed', value: '1', is_encrypted: true })
  assert.equal(made.status, 201, made.text)
  const renamed = { key: 'connectors.four_eyes', value: '***' }
  assertProblem(await call('admin', 'PUT', `/${made.body}`, renamed), 'validation_failed')
})

const BOUNDS: readonly [key: string, counts: string, more: string, less: string][] = [
  ['payments.refund_days', '180', '181', '90'],
  ['payments.pre_auth_hours', '168', '169', '24'],
  ['recurring.max_tries', '3', '10', '1'],
  ['transfers.max_retries', '3', '4', '0'],
]
for (const [key, standard, more, less] of BOUNDS)
  test(`${key}: more than counts takes two, less counts at once`, async () => {
    await taken(set('admin', key, more))
    assert.equal((await rowOf(key)).counting_value, standard)
    await taken(set('other', key, more))
    assert.equal(await counts(key), more)
    await taken(set('admin', key, less))
    assert.equal(await counts(key), less)
  })

test('the minutes of a void: an empty value is the rest of the day, which may be less or more than any number', async () => {
  const key = 'payments.void_window_minutes'
  await taken(set('admin', key, '30'))
  assert.equal(await counts(key), '')
  await taken(set('other', key, '30'))
  assert.equal(await counts(key), '30')
  await taken(set('admin', key, ''))
  assert.equal(await counts(key), '30')
  await taken(set('admin', key, '10'))
  assert.equal(await counts(key), '10')
})
