/** Blacklist entries over HTTP: every form of value, what is shown of it, what is refused, whose they are, how long they count. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { openPeople } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { noteKnown } from '../support/seen.ts'
import { change } from '../support/tokens.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const MASTER = '00000000-0000-4000-8000-000000000001'
const NOBODY = '00000000-0000-4000-8000-00000000ffff'
const ANALYST = 'analyst@demo.example'
const HOUR_MS = 3_600_000

let vezne: Vezne
let analyst: string
before(async () => {
  vezne = await startVezne()
  await change(vezne, 'update realms set plan_id = (select id from plans where is_unlimited)')
  const people = openPeople(vezne)
  analyst = await people.token(ANALYST, people.demoPassword(ANALYST))
})
after(() => vezne.stop())

type Who = 'platform' | 'fraud' | 'analyst' | 'admin' | 'other'
const tokenOf = async (who: Who): Promise<string> => {
  if (who === 'analyst') return analyst
  return who === 'platform'
    ? vezne.token('admin', 'master')
    : vezne.token(who === 'other' ? 'admin' : who, who === 'other' ? 'tenant-other' : 'tenant-demo')
}
const call = async (who: Who, method: string, path = '', body?: unknown, headers = {}): Promise<Answer> =>
  vezne.request('fraud', method, `/api/v1${who === 'platform' ? '/platform' : ''}/fraud/blacklist${path}`, {
    token: await tokenOf(who),
    headers,
    ...(body === undefined ? {} : { body }),
  })
const add = async (who: Who, body: Json, headers = {}): Promise<Json> => {
  const answer = await call(who, 'POST', '', who === 'platform' ? { scope: 'global', ...body } : body, headers)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const all = async (who: Who, query = ''): Promise<Json[]> =>
  (await call(who, 'GET', `?page_size=100${query}`)).body.items
const idsOf = async (who: Who, query = ''): Promise<string[]> => (await all(who, query)).map(({ id }) => id)
const from = (ms: number): string => new Date(vezne.house.clock.ms() + ms).toISOString()

const SHOWN: [type: string, value: string, shown: string, readable?: true][] = [
  ['card', '4000 0000 0000 0002', '400000******0002'],
  ['card', '4000-0000-0000-0010', '400000******0010'],
  ['email', ' Thief@Bad.Example ', 't***@bad.example'],
  ['email', '@Evil.Example', '@evil.example', true],
  ['ip', '198.51.100.23', '198.51.100.*'],
  ['ip', '::ffff:198.51.100.24', '198.51.100.*'],
  ['ip', '198.51.100.77/24', '198.51.100.0/24', true],
  ['ip', '2001:DB8:7::23', '2001:db8:7:*'],
  ['ip', '2001:db8:8:9::1/48', '2001:db8:8::/48', true],
  ['device', 'a-device-of-somebody', 'a-d***ody'],
  ['device', 'short', '***'],
  ['iban', 'tr16 0090 1000 0000 0000 0090 00', 'TR16******************9000'],
  ['merchant_external_id', 'SHOP-0042', 'S***2'],
]
for (const [type, value, shown, isReadable] of SHOWN)
  test(`${type} ${value}: shown as ${shown}`, async () => {
    const entry = await add('fraud', { entry_type: type, value })
    assert.deepEqual(entry, {
      id: entry.id,
      scope: 'tenant',
      tenant_id: DEMO,
      entry_type: type,
      display_value: shown,
      reason: null,
      expires_at: null,
      is_active: true,
      created: entry.created,
    })
    const [row] = await vezne.house.db.inTenant(DEMO, (tx) =>
      tx.query<Json>('select pattern, value_hash from fraud_blacklist where tenant_id = $1 and id = $2', [
        DEMO,
        entry.id,
      ]),
    )
    assert.equal(row.pattern, isReadable ? shown : null)
    assert.equal(row.value_hash.length, 32)
    assert.deepEqual(
      (await all('fraud')).find(({ id }) => id === entry.id),
      entry,
    )
  })

const BROKEN: [type: string, value: string, hint: RegExp][] = [
  ['card', '4000 0000 0000 0003', /Luhn/],
  ['card', '40000000002', /12 to 19/],
  ['card', 'abcd', /12 to 19/],
  ['email', 'nobody', /@domain/],
  ['email', 'a@b', /@domain/],
  ['email', '@', /@domain/],
  ['email', 'a b@c.example', /@domain/],
  ['ip', '203.0.1x3.9', /CIDR/],
  ['ip', '010.0.0.1', /CIDR/],
  ['ip', '203.0.113.7/33', /CIDR/],
  ['ip', 'fe80::1%eth0', /CIDR/],
  ['ip', '0.0.0.0/0', /wider than \/8/],
  ['ip', '2000::/3', /wider than \/16/],
  ['iban', 'TR170090100000000000009000', /check digits/],
  ['iban', 'XX12', /IBAN/],
]
for (const [type, value, hint] of BROKEN)
  test(`${type} ${value}: refused, and not repeated in the answer`, async () => {
    const answer = await call('fraud', 'POST', '', { entry_type: type, value })
    assertProblem(answer, 'validation_failed', hint, 'value invalid_format')
    if (value.length > 4) assert.ok(!answer.text.includes(value), answer.text)
  })

test('what a body must say', async () => {
  assertProblem(await call('fraud', 'POST', '', { value: 'x' }), 'bad_request', /entry_type/, 'entry_type required')
  assertProblem(await call('fraud', 'POST', '', { entry_type: 'card' }), 'bad_request', /value/, 'value required')
  assertProblem(
    await call('fraud', 'POST', '', { entry_type: 'phone', value: 'x' }),
    'bad_request',
    /one of card/,
    'entry_type unknown_value',
  )
  const device = { entry_type: 'device', value: 'd-1' }
  assertProblem(await call('fraud', 'POST', '', { ...device, value: ' ' }), 'bad_request')
  assertProblem(
    await call('fraud', 'POST', '', { ...device, expires_at: from(-1) }),
    'validation_failed',
    /future/,
    'expires_at out_of_range',
  )
  assertProblem(await call('fraud', 'POST', '', { ...device, expires_at: 'tomorrow' }), 'bad_request')
  assertProblem(await call('fraud', 'POST', '', { ...device, reason: 'x'.repeat(501) }), 'bad_request')
})

const GIVEN_AWAY: [type: string, value: string, text: string][] = [
  ['card', '4000000000000028', 'seen as 40000000 0000 0028'],
  ['email', 'known@bad.example', 'it was Known@Bad.Example!'],
  ['ip', '203.0.113.200', 'from 203.0.113.200.'],
  ['ip', '2001:db8::5', 'from 2001:DB8:0:0::5, twice'],
  ['device', 'phone of K', 'the phone of k'],
  ['iban', 'TR960090100000000000100001', 'TR96 0090 1000 0000 0000 1000 01'],
  ['merchant_external_id', 'M-9', 'see M-9'],
]
for (const [type, value, text] of GIVEN_AWAY)
  for (const member of ['reason', 'display_value'])
    test(`${member} does not hold the ${type}`, async () => {
      const answer = await call('fraud', 'POST', '', { entry_type: type, value, [member]: text })
      assert.ok(answer.status >= 400, answer.text)
      if (answer.status !== 400) assertProblem(answer, 'validation_failed', /mask/, `${member} invalid_format`)
      assert.ok(!answer.text.includes(value))
    })

test('a text of one’s own is shown; a range may be told in its reason', async () => {
  const entry = await add('fraud', {
    ...{ entry_type: 'ip', value: '192.0.2.0/25', display_value: 'an exit node', reason: 'all of 192.0.2.0/25' },
    expires_at: from(HOUR_MS),
  })
  assert.deepEqual([entry.display_value, entry.reason, entry.is_active], ['an exit node', 'all of 192.0.2.0/25', true])
  assert.ok((await idsOf('fraud', '&search_term=192.0.2.0')).includes(entry.id), 'found by its pattern')
  assert.deepEqual(await idsOf('fraud', '&search_term=EXIT'), [entry.id])
})

test('the same value once a list, in whatever spelling; another list may have it', async () => {
  await add('fraud', { entry_type: 'email', value: 'twice@bad.example' })
  const again = { entry_type: 'email', value: 'TWICE@bad.example' }
  assertProblem(await call('fraud', 'POST', '', again), 'conflict', /on the list already/, 'value conflict')
  await add('fraud', { entry_type: 'device', value: 'twice@bad.example' })
  await add('other', again)
  await add('platform', again)
  assertProblem(await call('platform', 'POST', '', { scope: 'global', ...again }), 'conflict')
  assertProblem(await call('platform', 'POST', '', { scope: 'tenant', tenant_id: DEMO, ...again }), 'conflict')
  const range = { entry_type: 'ip', value: '100.64.0.1' }
  await add('fraud', range)
  assertProblem(await call('fraud', 'POST', '', { ...range, value: '100.64.0.1/32' }), 'conflict')
})

test('at once: one of ten wins', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call('fraud', 'POST', '', { entry_type: 'device', value: 'raced' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 409)])
})

test('an entry that has expired stops nothing, is shown so, and makes room', async () => {
  const body = { entry_type: 'device', value: 'for an hour', expires_at: from(HOUR_MS) }
  const entry = await add('fraud', body)
  assertProblem(await call('fraud', 'POST', '', { ...body, expires_at: from(2 * HOUR_MS) }), 'conflict')
  await vezne.moveClock(HOUR_MS)
  const shown = (await all('fraud')).find(({ id }) => id === entry.id)
  assert.deepEqual(shown, { ...entry, is_active: false })
  const next = await add('fraud', { ...body, expires_at: from(HOUR_MS) })
  const ids = await idsOf('fraud')
  assert.deepEqual([ids.includes(entry.id), ids.includes(next.id)], [false, true])
  const { body: log } = await vezne.request('identity', 'GET', `/api/v1/audit-log?kind=blacklist_entry&page_size=2`, {
    token: await vezne.token('admin'),
  })
  const told = log.items.map(({ target_id, before, after }: Json) => [
    target_id,
    before?.is_active ?? null,
    after?.is_active ?? null,
  ])
  assert.deepEqual(
    told.sort(),
    [
      [entry.id, false, null],
      [next.id, null, true],
    ].sort(),
  )
})

test('whose an entry is: the platform’s for all, a tenant’s for itself', async () => {
  const own = await add('fraud', { entry_type: 'device', value: 'of demo', scope: 'tenant', tenant_id: OTHER })
  assert.equal(own.tenant_id, DEMO, 'tenant_id is not read on paths of a tenant')
  const global = await add('platform', { entry_type: 'device', value: 'of all' })
  assert.deepEqual([global.scope, global.tenant_id], ['global', null])
  const given = await add('platform', { scope: 'tenant', tenant_id: DEMO, entry_type: 'device', value: 'given' })
  assert.deepEqual([given.scope, given.tenant_id], ['tenant', DEMO])
  const has = async (who: Who, query = ''): Promise<boolean[]> => {
    const ids = await idsOf(who, query)
    return [own.id, global.id, given.id].map((id) => ids.includes(id))
  }
  assert.deepEqual(await has('analyst'), [true, true, true])
  assert.deepEqual(await has('analyst', '&include_global=false'), [true, false, true])
  assert.deepEqual(await has('analyst', '&scope=global'), [false, true, false])
  assert.deepEqual(await has('analyst', '&scope=tenant'), [true, false, true])
  assert.deepEqual(await has('other'), [false, true, false])
  assert.deepEqual(await has('other', `&tenant_id=${DEMO}`), [false, true, false])
  assert.deepEqual(await has('platform'), [true, true, true])
  assert.deepEqual(await has('platform', '&scope=global'), [false, true, false])
  assert.deepEqual(await has('platform', '&include_global=false'), [true, false, true])
  assert.deepEqual(await has('platform', '&entry_type=card'), [false, false, false])

  assertProblem(await call('analyst', 'DELETE', `/${own.id}`), 'forbidden', /roles/)
  assertProblem(await call('fraud', 'DELETE', `/${global.id}`), 'forbidden', /platform/)
  assertProblem(await call('other', 'DELETE', `/${own.id}`), 'resource_not_found')
  assertProblem(await call('platform', 'DELETE', `/${NOBODY}`), 'resource_not_found')
  assert.equal((await call('fraud', 'DELETE', `/${given.id}`)).status, 204)
  assert.equal((await call('platform', 'DELETE', `/${own.id}`)).status, 204)
  assertProblem(await call('fraud', 'DELETE', `/${own.id}`), 'resource_not_found')
  assert.equal((await call('platform', 'DELETE', `/${global.id}`)).status, 204)
  assert.deepEqual(await has('platform'), [false, false, false])
})

test('the list a platform entry is for has to be named', async () => {
  const device = { entry_type: 'device', value: 'nobody’s' }
  const send = (body: Json) => call('platform', 'POST', '', { ...device, ...body })
  assertProblem(await send({}), 'bad_request', /global or tenant/, 'scope required')
  assertProblem(await send({ scope: 'tenant' }), 'validation_failed', /names/, 'tenant_id required')
  assertProblem(await send({ scope: 'global', tenant_id: DEMO }), 'validation_failed', /left out/, 'tenant_id mismatch')
  for (const tenant_id of [NOBODY, MASTER])
    assertProblem(
      await send({ scope: 'tenant', tenant_id }),
      'validation_failed',
      /no tenant/,
      'tenant_id unknown_value',
    )
  assertProblem(await call('fraud', 'POST', '', { ...device, scope: 'global' }), 'forbidden', /platform/)
})

test('under one key an entry is added once', async () => {
  const headers = { 'idempotency-key': 'entry-1' }
  const body = { entry_type: 'card', value: '4539148803436467' }
  noteKnown('card', body.value)
  const first = await add('fraud', body, headers)
  assert.deepEqual(await add('fraud', body, headers), first)
  const other = { ...body, value: '4485275742308327' }
  noteKnown('card', other.value)
  assertProblem(await call('fraud', 'POST', '', other, headers), 'idempotency_key_in_use')
})

test('pages are whole and ordered, newest first', async () => {
  for (let nth = 0; nth < 5; nth++) await add('other', { entry_type: 'device', value: `page ${nth}` })
  const { body } = await call('other', 'GET', '?include_global=false&page_size=2&page=2')
  const ids = await idsOf('other', '&include_global=false')
  assert.deepEqual(
    [body.items.map(({ id }: Json) => id), body.total_count, body.has_next_page],
    [ids.slice(2, 4), ids.length, true],
  )
  assert.deepEqual(ids, [...ids].sort().reverse())
})
