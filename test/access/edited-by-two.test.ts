/** Two people edit the same thing: the tag of what was read, and the refusal that shows what is there now. And texts for people, in their language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '../../scripts/pages/operations-page.ts'
import type { SurfaceName } from '../../src/access/endpoint.ts'
import { openBrowser } from '../support/console.ts'
import { editedResources } from '../support/edited-resources.ts'
import type { Answer, Sent } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { ruleOf } from '../support/rule-rig.ts'
import { claimsIn } from '../support/tokens.ts'
import { TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const vezne = useVezne()

const call = async (surface: SurfaceName, method: string, path: string, sent: Sent = {}): Promise<Answer> => {
  const isPlatform = path.includes('/platform/')
  return vezne.request(surface, method, path, {
    token: await (isPlatform ? vezne.token('admin', 'master') : vezne.token('admin')),
    ...sent,
    headers: { ...(surface === 'transfers' ? { 'x-tenant-id': TENANT } : {}), ...sent.headers },
  })
}

const edited = editedResources((...sent) => call(...sent))

test('whatever has a tag has a write that takes it, and is in the table of this file', () => {
  const tagged = Object.entries(allEndpoints()).flatMap(([surface, all]) =>
    all.filter(({ isTagged }) => isTagged).map(({ method, path }) => ({ method, at: `${surface} ${path}` })),
  )
  const read = tagged.filter(({ method }) => method === 'GET').map(({ at }) => at)
  const written = new Set(tagged.filter(({ method }) => method !== 'GET').map(({ at }) => at))
  assert.deepEqual([...written].sort(), read.sort())
  assert.deepEqual(edited.map(({ surface, path }) => `${surface} ${path}`).sort(), read)
})

for (const { surface, path: pattern, id, edit, method = 'PUT' } of edited)
  test(`${surface} ${pattern}: the second of two edits of the same state is refused and told both`, async () => {
    const placed = pattern.replace(':version', '1').replace(':tenant_id', TENANT)
    const path = id === null ? placed : placed.replace(/:\w+/, await id())
    const read = async (): Promise<{ tag: string; state: Json }> => {
      const answer = await call(surface, 'GET', path)
      assert.equal(answer.status, 200, answer.text)
      return {
        tag: answer.headers.etag as string,
        state: answer.body.data ?? answer.body,
      }
    }
    const write = (from: Json, text: string, tag?: string) =>
      call(surface, method, path, { body: edit(from, text), headers: tag === undefined ? {} : { 'if-match': tag } })
    const seen = await read()
    assert.match(seen.tag, /^"[\w-]{22}"$/)
    assert.equal((await read()).tag, seen.tag)
    const first = await write(seen.state, 'the first', seen.tag)
    assert.ok(first.status < 300, first.text)
    const now = await read()
    assert.notEqual(now.tag, seen.tag)
    const refused = assertProblem(
      await write(now.state, 'the second', seen.tag),
      'precondition_failed',
      /changed since/,
    )
    assert.equal(refused.etag, now.tag)
    for (const [name, value] of Object.entries(refused.current)) assert.deepEqual(value, now.state[name], name)
    if (id !== null) {
      const token = await (path.includes('/platform/') ? vezne.token('admin', 'master') : vezne.token('admin'))
      assert.equal(refused.changed_by, claimsIn(token).sub)
      assert.ok(Date.parse(refused.changed_at) > 0)
    }
    assert.deepEqual(await read(), now, 'nothing was written')
    // Of two at once that were both read here, one is written.
    const both = await Promise.all(
      ['one', 'other'].map((text, at) =>
        write(id === null && at ? { ...now.state, min_execution_candidates: 5 } : now.state, text, refused.etag),
      ),
    )
    const lost = both.filter(({ status }) => status >= 300)
    assert.equal(lost.length, 1, JSON.stringify(both.map(({ text }) => text)))
    assert.ok(['precondition_failed', 'conflict'].includes(lost[0]?.body.code), lost[0]?.text ?? '')
    assert.ok((await write((await read()).state, 'of anybody', '*')).status < 300)
    assert.ok((await write((await read()).state, 'without a tag')).status < 300)
    assertProblem(await write(now.state, 'no tag', 'seventeen'), 'bad_request', /ETag/)
    const isDeleted = allEndpoints()[surface].some((each) => each.method === 'DELETE' && each.path === pattern)
    if (!isDeleted) return
    const kept = await call(surface, 'DELETE', path, { headers: { 'if-match': now.tag } })
    // What is in use is refused first.
    assert.ok(['precondition_failed', 'conflict'].includes(kept.body.code), kept.text)
  })

test('what another resource is called is in no tag', async () => {
  const merchant = async (more: object) => (await call('identity', 'POST', '/api/v1/merchants', { body: more })).body.id
  const parent = await merchant({ name: 'Parent' })
  const child = `/api/v1/merchants/${await merchant({ name: 'Child', parent_id: parent })}`
  const [connector] = (await call('cards', 'GET', '/api/v1/connectors')).body.items
  const configurations = (await call('cards', 'GET', '/api/v1/connector-configurations')).body.items
  const own = configurations.find((each: Json) => each.connector_id === connector.id)
  const account = `/api/v1/connector-configurations/${own.id}`
  const tags = async () => [
    (await call('identity', 'GET', child)).headers.etag,
    (await call('cards', 'GET', account)).headers.etag,
  ]
  const before = await tags()
  const renamed = await call('identity', 'PUT', `/api/v1/merchants/${parent}`, { body: { name: 'Called otherwise' } })
  assert.equal(renamed.status, 200, renamed.text)
  const body = { name: 'Called otherwise', type: connector.type }
  const named = await call('cards', 'PUT', `/api/v1/connectors/${connector.id}`, { body })
  assert.ok(named.status < 300, named.text)
  assert.deepEqual(await tags(), before)
})

test('the keys the service reads: meaning in both languages, bounds and default, from where they are declared', async () => {
  const known = async (surface: 'cards' | 'transfers', headers = {}): Promise<Json[]> => {
    const { body } = await call(surface, 'GET', '/api/v1/settings/known', { headers })
    return body.data ?? body
  }
  const all = await known('cards')
  assert.deepEqual(await known('transfers'), all)
  assert.ok(all.length >= 17 && all.every(({ meaning }) => meaning.length > 20))
  const of = (key: string, list = all) => list.find((each) => each.key === key)
  const refund = of('payments.refund_days')
  assert.deepEqual([refund.kind, refund.minimum, refund.maximum, refund.default_value], ['whole', 1, 3_650, '180'])
  assert.deepEqual(of('transfers.windows').possible_values, ['open', 'bank_hours'])
  assert.equal(of('transfers.windows').default_value, 'open')
  assert.equal(of('transfers.separation').strict_value, 'three_persons')
  assert.match(
    of('payments.refund_days', await known('cards', { 'accept-language': 'tr' })).meaning,
    /iade edilebileceği/,
  )
})

test('who changed what last, for whoever may read it', async () => {
  const admin = openBrowser(vezne)
  await admin.signIn('admin')
  const rule = (await admin.call('POST', 'fraud/fraud/rules', { body: ruleOf() })).body
  const keys = await call('identity', 'GET', '/api/v1/tenants/me/api-keys?page_size=100')
  const key = keys.body.items.at(-1).id // of the demo's, which nobody changed
  const editors = async (browser = admin): Promise<Json> =>
    (await browser.call('GET', `editors?ids=${rule.id},${key},${TENANT}`)).body
  const found = await editors()
  assert.deepEqual(Object.keys(found), [rule.id])
  assert.equal(found[rule.id].by, '00000000-0000-4000-8000-000000000080')
  const cashier = openBrowser(vezne)
  await cashier.signIn('cashier')
  assert.deepEqual(await editors(cashier), {})
})

test('payment links and checkout sessions are listed with what can still be paid; chargebacks by deadline', async () => {
  const headers = { 'x-external-merchant-id': 'M-1001' }
  const sent = (path: string, body: object) => call('cards', 'POST', path, { body, headers })
  const link = await sent('/api/v1/payments/order-link', {
    amount: 4_200,
    currency: 'TRY',
    external_id: 'link-1',
    return_url: 'https://shop.example/back',
  })
  const made = await sent('/api/v1/checkout/sessions', { amount: 4_300, currency: 'TRY', external_id: 'session-1' })
  const list = async (path: string): Promise<Json[]> => (await call('cards', 'GET', path)).body.items
  const [row] = await list('/api/v1/payments/order-link?search_term=link-1')
  assert.deepEqual(
    [row.transaction_id, row.payment_link, row.status, row.amount],
    [link.body.transaction_id, link.body.extra_properties.payment_link, 'open', 4_200],
  )
  const [session] = await list('/api/v1/checkout/sessions?status=open')
  assert.deepEqual(
    [session.session_id, session.external_id, session.transaction_id],
    [made.body.session_id, 'session-1', null],
  )
  await vezne.moveClock(25 * 3_600_000)
  const [ended] = await list('/api/v1/payments/order-link?status=expired')
  assert.deepEqual([ended.transaction_id, ended.payment_link], [row.transaction_id, null])
  assert.deepEqual(await list('/api/v1/checkout/sessions?status=open'), [])
  const viewer = await vezne.request('cards', 'GET', '/api/v1/checkout/sessions', { token: await vezne.token('fraud') })
  assertProblem(viewer, 'forbidden')
  const dispute = async (days: number): Promise<string> => {
    const { body } = await sent(
      '/api/v1/payments',
      paymentBody({ card: { ...paymentBody().card, expire_year: '2099' } }),
    )
    const at = new Date(vezne.runtime.clock.ms() + days * 86_400_000).toISOString()
    const opened = await sent('/api/v1/chargebacks', {
      transaction_id: body.transaction_id,
      amount: 100,
      response_deadline: at,
    })
    assert.equal(opened.status, 201, opened.text)
    return opened.body.id
  }
  const [later, sooner] = [await dispute(9), await dispute(2)]
  const ids = async (query: string) => (await list(`/api/v1/chargebacks?${query}`)).map(({ id }) => id)
  assert.deepEqual(await ids('order_by=deadline'), [sooner, later])
  const soon = new Date(vezne.runtime.clock.ms() + 5 * 86_400_000).toISOString()
  assert.deepEqual(await ids(`deadline_before=${soon}`), [sooner])
  const { body: health } = await call('cards', 'GET', '/api/v1/webhook-subscriptions/health')
  assert.equal(health.status, 'healthy')
})
