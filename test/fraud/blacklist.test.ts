/** Blacklist entries over HTTP: uniqueness per list, ownership, expiry, audit entries. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlacklistTeam, type Who } from '../support/blacklist.ts'
import { assertProblem } from '../support/problems.ts'
import { noteKnown } from '../support/seen.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const DEMO = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'
const MASTER = '00000000-0000-4000-8000-000000000001'
const NOBODY = '00000000-0000-4000-8000-00000000ffff'
const HOUR_MS = 3_600_000

const team = use(startBlacklistTeam)

test('a custom text is shown; a range may appear in its reason', async () => {
  const entry = await team.add('fraud', {
    ...{ entry_type: 'ip', value: '192.0.2.0/25', display_value: 'an exit node', reason: 'all of 192.0.2.0/25' },
    expires_at: team.from(HOUR_MS),
  })
  assert.deepEqual([entry.display_value, entry.reason, entry.is_active], ['an exit node', 'all of 192.0.2.0/25', true])
  assert.ok((await team.idsOf('fraud', '&search_term=192.0.2.0')).includes(entry.id), 'found by its pattern')
  assert.deepEqual(await team.idsOf('fraud', '&search_term=EXIT'), [entry.id])
})

test('the same value once a list, in whatever spelling; another list may have it', async () => {
  await team.add('fraud', { entry_type: 'email', value: 'twice@bad.example' })
  const again = { entry_type: 'email', value: 'TWICE@bad.example' }
  assertProblem(await team.call('fraud', 'POST', '', again), 'conflict', /on the list already/, 'value conflict')
  await team.add('fraud', { entry_type: 'device', value: 'twice@bad.example' })
  await team.add('other', again)
  await team.add('platform', again)
  assertProblem(await team.call('platform', 'POST', '', { scope: 'global', ...again }), 'conflict')
  assertProblem(await team.call('platform', 'POST', '', { scope: 'tenant', tenant_id: DEMO, ...again }), 'conflict')
  const range = { entry_type: 'ip', value: '100.64.0.1' }
  await team.add('fraud', range)
  assertProblem(await team.call('fraud', 'POST', '', { ...range, value: '100.64.0.1/32' }), 'conflict')
})

test('at once: one of ten wins', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => team.call('fraud', 'POST', '', { entry_type: 'device', value: 'raced' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 409)])
})

test('an expired entry stops nothing, is shown as expired, and can be replaced', async () => {
  const body = { entry_type: 'device', value: 'for an hour', expires_at: team.from(HOUR_MS) }
  const entry = await team.add('fraud', body)
  assertProblem(await team.call('fraud', 'POST', '', { ...body, expires_at: team.from(2 * HOUR_MS) }), 'conflict')
  await team.vezne.moveClock(HOUR_MS)
  const shown = (await team.all('fraud')).find(({ id }) => id === entry.id)
  assert.deepEqual(shown, { ...entry, is_active: false })
  const next = await team.add('fraud', { ...body, expires_at: team.from(HOUR_MS) })
  const ids = await team.idsOf('fraud')
  assert.deepEqual([ids.includes(entry.id), ids.includes(next.id)], [false, true])
  const { body: log } = await team.vezne.request(
    'identity',
    'GET',
    `/api/v1/audit-log?kind=blacklist_entry&page_size=2`,
    {
      token: await team.vezne.token('admin'),
    },
  )
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
  const own = await team.add('fraud', { entry_type: 'device', value: 'of demo', scope: 'tenant', tenant_id: OTHER })
  assert.equal(own.tenant_id, DEMO, 'tenant_id is not read on paths of a tenant')
  const global = await team.add('platform', { entry_type: 'device', value: 'of all' })
  assert.deepEqual([global.scope, global.tenant_id], ['global', null])
  const given = await team.add('platform', { scope: 'tenant', tenant_id: DEMO, entry_type: 'device', value: 'given' })
  assert.deepEqual([given.scope, given.tenant_id], ['tenant', DEMO])
  const has = async (who: Who, query = ''): Promise<boolean[]> => {
    const ids = await team.idsOf(who, query)
    return [own.id, global.id, given.id].map((id) => ids.includes(id))
  }
  assert.deepEqual(await has('analyst'), [true, true, true])
  assert.deepEqual(await has('analyst', '&include_global=false'), [true, false, true])
  assert.deepEqual(await has('analyst', '&scope=global'), [false, true, false])
  assert.deepEqual(await has('analyst', '&scope=tenant'), [true, false, true])
  assert.deepEqual(await has('other'), [false, true, false])
  assertProblem(await team.call('other', 'GET', `?tenant_id=${DEMO}`), 'bad_request', /unknown query name/)
  assert.deepEqual(await has('platform'), [true, true, true])
  assert.deepEqual(await has('platform', '&scope=global'), [false, true, false])
  assert.deepEqual(await has('platform', '&include_global=false'), [true, false, true])
  assert.deepEqual(await has('platform', '&entry_type=card'), [false, false, false])

  assertProblem(await team.call('analyst', 'DELETE', `/${own.id}`), 'forbidden', /roles/)
  assertProblem(await team.call('fraud', 'DELETE', `/${global.id}`), 'forbidden', /platform/)
  assertProblem(await team.call('other', 'DELETE', `/${own.id}`), 'resource_not_found')
  assertProblem(await team.call('platform', 'DELETE', `/${NOBODY}`), 'resource_not_found')
  assert.equal((await team.call('fraud', 'DELETE', `/${given.id}`)).status, 204)
  assert.equal((await team.call('platform', 'DELETE', `/${own.id}`)).status, 204)
  assertProblem(await team.call('fraud', 'DELETE', `/${own.id}`), 'resource_not_found')
  assert.equal((await team.call('platform', 'DELETE', `/${global.id}`)).status, 204)
  assert.deepEqual(await has('platform'), [false, false, false])
})

test('the list a platform entry is for has to be named', async () => {
  const device = { entry_type: 'device', value: 'nobody’s' }
  const send = (body: Json) => team.call('platform', 'POST', '', { ...device, ...body })
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
  assertProblem(await team.call('fraud', 'POST', '', { ...device, scope: 'global' }), 'forbidden', /platform/)
})

test('under one key an entry is added once', async () => {
  const headers = { 'idempotency-key': 'entry-1' }
  const body = { entry_type: 'card', value: '4539148803436467' }
  noteKnown('card', body.value)
  const first = await team.add('fraud', body, headers)
  assert.deepEqual(await team.add('fraud', body, headers), first)
  const other = { ...body, value: '4485275742308327' }
  noteKnown('card', other.value)
  assertProblem(await team.call('fraud', 'POST', '', other, headers), 'idempotency_key_in_use')
})

test('pages are whole and ordered, newest first', async () => {
  for (let nth = 0; nth < 5; nth++) await team.add('other', { entry_type: 'device', value: `page ${nth}` })
  const { body } = await team.call('other', 'GET', '?include_global=false&page_size=2&page=2')
  const ids = await team.idsOf('other', '&include_global=false')
  assert.deepEqual(
    [body.items.map(({ id }: Json) => id), body.total_count, body.has_next_page],
    [ids.slice(2, 4), ids.length, true],
  )
  assert.deepEqual(ids, [...ids].sort().reverse())
})

test('repeated under its key when it has expired, an entry is answered as it was', async () => {
  const headers = { 'idempotency-key': 'entry-2' }
  const body = { entry_type: 'device', value: 'for a moment', expires_at: team.from(60_000) }
  const first = await team.call('fraud', 'POST', '', body, headers)
  assert.equal(first.status, 201, first.text)
  await team.vezne.moveClock(2 * 60_000)
  const again = await team.call('fraud', 'POST', '', body, headers)
  assert.deepEqual([again.status, again.headers['idempotent-replayed'], again.text], [201, 'true', first.text])
})
