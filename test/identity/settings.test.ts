/** Settings over HTTP on both surfaces, refusals, and that transfers follow them from the next call on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDifferingBalances } from '../../src/transfers/ledger/verification-store.ts'
import { toTransferSettings } from '../../src/transfers/transfer-settings.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { item, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const NOBODY = '00000000-0000-4000-8000-00000000ffff'
const SYSTEM_FAULT_IBAN = 'TR370090100000000000009010'
const LATIN_E = 'e'.repeat(40)

const team = use(startTransferTeam)

const path = '/api/v1/settings'
const call = (method: string, at: string, body?: unknown) => team.call('admin', method, at, body)
const onCards = async (method: string, at: string, body?: unknown, headers = {}): Promise<Answer> =>
  team.vezne.request('cards', method, at, {
    token: await team.vezne.token('admin'),
    headers,
    ...(body ? { body } : {}),
  })
const set = async (key: string, value: string, more: Json = {}): Promise<string> => {
  const answer = await call('POST', path, { key, value, ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const shown = async (id: string): Promise<Json> =>
  (await call('GET', `${path}?page_size=100`)).body.data.items.find((each: Json) => each.id === id)

test('one resource: made on one surface, seen and changed on the other, gone from both', async () => {
  const id = await set('shop.note', 'a', {
    description: 'A note',
    category: 'notes',
    extra_properties_dict: { by: 'x' },
  })
  const { items } = (await onCards('GET', `${path}?key=shop.note`)).body
  assert.deepEqual(items, [await shown(id)])
  assert.deepEqual(items[0], {
    extra_properties_dict: { by: 'x' },
    id,
    key: 'shop.note',
    value: 'a',
    description: 'A note',
    scope: 'tenant',
    scope_id: null,
    category: 'notes',
    is_encrypted: false,
    is_read_only: false,
    default_value: null,
    validation_regex: null,
    possible_values: null,
    counting_value: null,
  })
  const again = await onCards('POST', path, { key: 'shop.note', value: 'b' })
  assert.deepEqual([again.status, again.body.code], [409, 'conflict'])
  assert.equal((await onCards('PUT', `${path}/${id}`, { key: 'shop.note', value: 'c' })).status, 204)
  const changed = await shown(id)
  assert.deepEqual([changed.value, changed.description, changed.category], ['c', null, null], 'a PUT replaces')
  const renamed = await call('PUT', `${path}/${id}`, { key: 'shop.other', value: 'c' })
  assert.deepEqual([renamed.status, renamed.body.data], [200, id])
  assert.equal((await call('DELETE', `${path}/${id}`)).body.data, id)
  assert.equal((await onCards('DELETE', `${path}/${id}`)).status, 404)
  const made = await onCards('POST', path, { key: 'shop.third', value: '' })
  assert.equal(made.status, 201)
  assert.equal((await onCards('DELETE', `${path}/${made.body}`)).status, 204)
})

test('an encrypted value is stored sealed and never shown, and *** keeps it', async () => {
  const id = await set('shop.secret', 'hunter2', { is_encrypted: true })
  assert.equal((await shown(id)).value, '***')
  const stored = async () =>
    (
      await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
        tx.query<{ value: string | null; value_sealed: Buffer }>(
          'select value, value_sealed from settings where tenant_id = $1 and id = $2',
          [TENANT, id],
        ),
      )
    )[0]!
  const { value, value_sealed } = await stored()
  const place = { table: 'settings', rowId: id, column: 'value_sealed' }
  assert.deepEqual([value, await team.vezne.runtime.sealer.open(TENANT, place, value_sealed)], [null, 'hunter2'])
  await call('PUT', `${path}/${id}`, { key: 'shop.secret', value: '***' })
  assert.deepEqual((await stored()).value_sealed, value_sealed)
  await call('PUT', `${path}/${id}`, { key: 'shop.secret', value: 'new' })
  assert.equal(await team.vezne.runtime.sealer.open(TENANT, place, (await stored()).value_sealed), 'new')
})

test('a read-only one stays as it was made', async () => {
  const id = await set('shop.fixed', '1', { is_read_only: true })
  for (const answer of [
    await call('PUT', `${path}/${id}`, { key: 'shop.fixed', value: '2' }),
    await call('DELETE', `${path}/${id}`),
    await onCards('DELETE', `${path}/${id}`),
  ])
    assert.deepEqual([answer.status, answer.body.code], [409, 'conflict'])
  assert.equal((await shown(id)).value, '1')
})

const REFUSED: [what: string, body: Json, status: number, code: string][] = [
  ['scope global', { key: 'a', value: '1', scope: 'global' }, 403, 'forbidden'],
  ['a user without a name', { key: 'a', value: '1', scope: 'user' }, 400, 'bad_request'],
  ['an unknown user', { key: 'a', value: '1', scope: 'user', scope_id: NOBODY }, 422, 'validation_failed'],
  ['another tenant', { key: 'a', value: '1', scope_id: NOBODY }, 400, 'bad_request'],
  ['a value off the list', { key: 'a', value: 'c', possible_values: 'a, b' }, 422, 'validation_failed'],
  ['a value off the pattern', { key: 'a', value: '12x', validation_regex: '^\\d+$' }, 422, 'validation_failed'],
  [
    'a default off the pattern',
    { key: 'a', value: '1', default_value: 'x', validation_regex: '^\\d+$' },
    422,
    'validation_failed',
  ],
  ['no pattern', { key: 'a', value: '1', validation_regex: '(' }, 422, 'validation_failed'],
  [
    'a pattern that never ends',
    { key: 'a', value: `${LATIN_E}!`, validation_regex: '^(e+)+$' },
    422,
    'validation_failed',
  ],
  ['retries that are none', { key: 'transfers.max_retries', value: 'many' }, 422, 'validation_failed'],
  ['too many retries', { key: 'transfers.max_retries', value: '11' }, 422, 'validation_failed'],
  ['no wait', { key: 'transfers.retry_seconds', value: '0' }, 422, 'validation_failed'],
  ['unknown windows', { key: 'transfers.windows', value: 'closed' }, 422, 'validation_failed'],
  ['a known key sealed', { key: 'transfers.windows', value: 'open', is_encrypted: true }, 422, 'validation_failed'],
  ['a void window of bananas', { key: 'payments.void_window_minutes', value: 'banana' }, 422, 'validation_failed'],
  [
    'a payment key of one user',
    { key: 'payments.refund_days', value: '9', scope: 'user', scope_id: NOBODY },
    422,
    'validation_failed',
  ],
  ['the mirror of a policy', { key: 'allow_non_3d', value: 'true' }, 409, 'conflict'],
  ['no key', { value: '1' }, 400, 'bad_request'],
]
for (const [what, body, status, code] of REFUSED)
  test(`refused: ${what}`, async () => {
    for (const answer of [await call('POST', path, body), await onCards('POST', path, body)])
      assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
  })

const TAKEN: [what: string, body: Json][] = [
  ['on the list', { key: 'taken.list', value: 'b', possible_values: 'a, b' }],
  ['on the pattern', { key: 'taken.pattern', value: '12', validation_regex: '^\\d+$' }],
  ['its own tenant named', { key: 'taken.tenant', value: '1', scope: 'tenant', scope_id: TENANT }],
  ['empty', { key: 'taken.empty', value: '' }],
]
for (const [what, body] of TAKEN)
  test(`taken: ${what}`, async () => {
    assert.equal((await call('POST', path, body)).status, 201)
  })

const READ: [set: Record<string, string>, expected: ReturnType<typeof toTransferSettings>][] = [
  [{}, { retriesMax: 3, retryWaitMs: 60_000, inquiryWaitMs: 60_000, windows: 'bank_hours' }],
  [
    {
      'transfers.max_retries': '0',
      'transfers.retry_seconds': '5',
      'transfers.status_enquiry_seconds': '9',
      'transfers.windows': 'open',
    },
    { retriesMax: 0, retryWaitMs: 5_000, inquiryWaitMs: 9_000, windows: 'open' },
  ],
  [
    { 'transfers.max_retries': '99', 'transfers.windows': 'ajar' },
    { retriesMax: 3, retryWaitMs: 60_000, inquiryWaitMs: 60_000, windows: 'bank_hours' },
  ],
]
for (const [values, expected] of READ)
  test(`what transfers make of ${JSON.stringify(values)}`, () => {
    assert.deepEqual(toTransferSettings(new Map(Object.entries(values)), 'production'), expected)
  })

test('transfers.max_retries 0: the first system fault of the bank ends the transfer', async () => {
  const id = await set('transfers.max_retries', '0')
  const [transfer] = (await team.create([
    item({ recipient: { iban: SYSTEM_FAULT_IBAN, holder_name: 'Ayşe Yılmaz' } }),
  ])) as [string]
  await team.approve([transfer])
  await team.send([transfer])
  const [ended] = await team.untilStates([transfer], ['failed'])
  assert.deepEqual([ended.error_code, ended.retry_count], ['bank_system_error', 0])
  await call('DELETE', `${path}/${id}`)
  assert.deepEqual(await team.vezne.runtime.db.transaction({ as: 'platform' }, findDifferingBalances), [])
})

test('transfers.windows bank_hours: an EFT at night is not sent until the setting is open again', async () => {
  const now = team.vezne.runtime.clock.ms()
  const midnight = Date.parse(`${new Date(now + 86_400_000).toISOString().slice(0, 10)}T00:30:00+03:00`)
  await team.vezne.moveClock(midnight - now)
  const [transfer] = (await team.create([
    item({ transfer_type: 'eft', amount: { value: 6_000_000, currency_code: 'TRY' } }),
  ])) as [string]
  await team.approve([transfer])
  const id = await set('transfers.windows', 'bank_hours')
  const closed = await team.send([transfer])
  assert.deepEqual([closed.status, closed.body.code], [422, 'eft_window_closed'], closed.text)
  await call('PUT', `${path}/${id}`, { key: 'transfers.windows', value: 'open' })
  assert.equal((await team.send([transfer])).status, 202)
  await team.untilStates([transfer], ['completed'])
})

test('an encrypted setting: the tag is of what is stored, though it is not shown', async () => {
  const body = { key: 'note.sealed', value: 'first', is_encrypted: true }
  const id = (await onCards('POST', path, body)).body
  const at = `${path}/${id}`
  const tag = async () => (await onCards('GET', at)).headers.etag as string
  const write = (value: string, etag: string) => onCards('PUT', at, { key: body.key, value }, { 'if-match': etag })
  const seen = await tag()
  assert.ok((await write('second', seen)).status < 300)
  const refused = assertProblem(await write('third', seen), 'precondition_failed')
  assert.equal(refused.current.value, '***')
  assert.equal(refused.etag, await tag())
  assert.ok(!JSON.stringify(refused).includes('second'))
  assert.ok((await write('***', refused.etag)).status < 300)
})

test('a tag among others, of several, weak, with a comma in it; and what is gone meanwhile', async () => {
  const body = { key: 'note.tags', value: 'a' }
  const at = `${path}/${(await onCards('POST', path, body)).body}`
  const write = (tags: string) => onCards('PUT', at, body, { 'if-match': tags })
  const { etag } = (await onCards('GET', at)).headers
  for (const tags of [`"other", ${etag}`, `"a,b", W/"c",${etag}`, `, ${etag} ,, "x"`])
    assert.ok((await write(tags)).status < 300, tags)
  for (const tags of [`W/${etag}`, '"a,b"', '"*"', '""']) assertProblem(await write(tags), 'precondition_failed')
  for (const tags of ['', ',', '*, "a"', `${etag} "b"`, '"a', 'w/"a"'])
    assertProblem(await write(tags), 'bad_request', /ETag/)
  assert.ok((await onCards('DELETE', at, undefined, { 'if-match': etag as string })).status < 300)
  for (const tags of [etag as string, '*']) assertProblem(await write(tags), 'resource_not_found')
})
