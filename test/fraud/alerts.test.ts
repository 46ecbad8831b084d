/** Alerts over HTTP, in both route scopes: listed by every filter, decided once, and only by authorized callers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { heldId } from '../support/reviews.ts'
import { claimsIn } from '../support/tokens.ts'
import { GOOD_IBAN, item, MERCHANT, TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const UNKNOWN = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const DAY_MS = 24 * 3_600_000

const vezne = useVezne()

type Who = 'fraud' | 'admin' | 'platform' | 'other'
const tokenOf = (who: Who): Promise<string> => {
  if (who === 'platform') return vezne.token('admin', 'master')
  return who === 'other' ? vezne.token('admin', 'tenant-other') : vezne.token(who)
}
const call = async (who: Who, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
  vezne.request('fraud', method, `/api/v1${who === 'platform' ? '/platform' : ''}/fraud/alerts${path}`, {
    token: await tokenOf(who),
    headers,
    ...(body === undefined ? {} : { body }),
  })
const list = (query = '', who: Who = 'fraud'): Promise<Answer> => call(who, 'GET', query)
const alertOf = async (id: string): Promise<Json> => {
  const { body } = await list(`?search_term=${id}`)
  assert.equal(body.items.length, 1)
  return body.items[0]
}
const hold = async (merchant = 'M-1001', amount = 15_000): Promise<string> => {
  const answer = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': merchant },
    body: paymentBody({ amount: { amount, currency: 'TRY' }, buyer: { email: 'review@demo.example' } }),
  })
  return heldId(answer)
}
const holdTransfer = async (): Promise<string> => {
  const answer = await vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', {
    token: await vezne.token('maker'),
    headers: { 'x-tenant-id': TENANT, 'x-merchant-id': MERCHANT },
    body: {
      items: [
        item({
          amount: { value: 15_000_000, currency_code: 'TRY' },
          recipient: { iban: GOOD_IBAN, holder_name: 'Büyük Alıcı' },
        }),
      ],
    },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.transfers[0].id
}
const statusOf = async (id: string): Promise<string> =>
  (await vezne.request('cards', 'GET', `/api/v1/payments/${id}`, { token: await vezne.token('admin') })).body.status

test('listed as it was opened, newest first, by each filter and by several', async () => {
  const first = await hold()
  await vezne.moveClock(60_000)
  const second = await hold('M-1002', 20_000)
  const third = await holdTransfer()
  const known = [first, second, third]
  const named = async (query: string, who: Who = 'fraud'): Promise<number[]> =>
    (await list(query, who)).body.items.map(({ external_txn_id }: Json) => known.indexOf(external_txn_id) + 1)
  const { created, expires_at, id, ...shown } = await alertOf(first)
  assert.deepEqual(shown, {
    fraud_check_log_id: first,
    tenant_id: TENANT,
    process: 'sanal_pos',
    status: 'open',
    merchant_external_id: 'M-1001',
    external_txn_id: first,
    amount_minor: 15_000,
    currency: 'TRY',
    score: 50,
    reason_codes: 'DEMO-REVIEW',
    assigned_to: null,
    reviewed_by: null,
    reviewed_at: null,
    notes: null,
  })
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(Date.parse(expires_at) - Date.parse(created), DAY_MS)
  const minute = new Date(Date.parse(created) + 30_000).toISOString()
  const by = claimsIn(await tokenOf('fraud')).sub
  const decided = await call('fraud', 'POST', `/${(await alertOf(third)).id}/approve`)
  assert.equal(decided.status, 200, decided.text)
  const table: [query: string, alerts: number[]][] = [
    ['', [3, 2, 1]],
    ['?status=open', [2, 1]],
    ['?status=Approved', [3]],
    ['?status=expired', []],
    ['?process=sanal_pos', [2, 1]],
    ['?process=para_transferi', [3]],
    ['?process=fatura_odeme', []],
    [`?assigned_to=${by}`, [3]],
    ['?assigned_to=nobody', []],
    [`?to=${minute}`, [1]],
    [`?from=${minute}`, [3, 2]],
    [`?from=${created}&to=${created}`, [1]],
    ['?search_term=m-1002', [2]],
    ['?search_term=transfer-rev', [3]],
    [`?search_term=${second.slice(9, 30)}`, [2]],
    ['?search_term=%25', []],
    ['?status=open&search_term=demo', [2, 1]],
    ['?page_size=1&page=2', [2]],
  ]
  for (const who of ['fraud', 'platform'] as const)
    for (const [query, alerts] of table) assert.deepEqual(await named(query, who), alerts, `${who} ${query}`)
  assert.deepEqual(await named('', 'other'), [])
  const foreign = await list('?tenant_id=00000000-0000-4000-8000-000000000011')
  assertProblem(foreign, 'bad_request', /unknown query name/)
})

test('a filter that cannot be meant is refused', async () => {
  const reversed = await list('?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')
  assert.equal(assertProblem(reversed, 'validation_failed').status, 422)
  for (const query of ['?status=closed', '?process=cash', '?from=yesterday', `?search_term=${'x'.repeat(101)}`])
    assertProblem(await list(query), 'bad_request')
})

for (const who of ['fraud', 'platform'] as const)
  test(`decided by ${who}: who, when and why are stored, and a second decision is refused`, async () => {
    const payment = await hold()
    const { id } = await alertOf(payment)
    const withNumber = { notes: 'Called the shopper.\nCard 4539 5787 6362 1486 is hers' }
    assertProblem(await call(who, 'POST', `/${id}/approve`, withNumber), 'bad_request', /card number/)
    const notes = 'Called the shopper.\nCard 453957******1486 is hers'
    const answer = await call(who, 'POST', `/${id}/approve`, { notes })
    assert.equal(answer.status, 200, answer.text)
    const by = claimsIn(await tokenOf(who)).sub
    const { status, assigned_to, reviewed_by, reviewed_at } = answer.body
    assert.deepEqual([status, assigned_to, reviewed_by], ['approved', by, by])
    assert.ok(Math.abs(Date.parse(reviewed_at) - vezne.runtime.clock.ms()) < 60_000)
    assert.equal(answer.body.notes, notes)
    assert.deepEqual(await alertOf(payment), answer.body)
    for (const verb of ['approve', 'reject']) {
      const { status, detail } = assertProblem(
        await call('admin', 'POST', `/${id}/${verb}`),
        'invalid_state_transition',
      )
      assert.equal(status, 409)
      assert.ok(detail.includes(`The alert is approved: ${by} decided it`), detail)
    }
    assert.equal(await statusOf(payment), 'completed')
  })

test('rejected without a reason, or with an empty body', async () => {
  for (const body of [undefined, {}, { notes: '' }, { notes: null }]) {
    const payment = await hold()
    const answer = await call('fraud', 'POST', `/${(await alertOf(payment)).id}/reject`, body)
    assert.deepEqual([answer.status, answer.body.status, answer.body.notes], [200, 'rejected', null], answer.text)
    assert.equal(await statusOf(payment), 'failed')
  }
})

test('an invalid decision is reported, and the alert stays open', async () => {
  const payment = await hold()
  const { id } = await alertOf(payment)
  const wrong: [body: unknown, code: 'bad_request' | 'invalid_json'][] = [
    [{ notes: 'x'.repeat(1_001) }, 'bad_request'],
    [{ notes: 5 }, 'bad_request'],
    [[], 'invalid_json'],
    ['yes', 'invalid_json'],
  ]
  for (const [body, code] of wrong) assertProblem(await call('fraud', 'POST', `/${id}/approve`, body), code)
  assert.equal((await call('fraud', 'POST', `/${id}/approve`, { notes: 'ş'.repeat(1_000) })).status, 200)
})

test('unknown ids and ids of another tenant are 404', async () => {
  const { id } = await alertOf(await hold())
  for (const verb of ['approve', 'reject']) {
    for (const who of ['fraud', 'platform'] as const)
      for (const unknown of [UNKNOWN, 'no-uuid'])
        assertProblem(await call(who, 'POST', `/${unknown}/${verb}`), 'resource_not_found')
    assertProblem(await call('other', 'POST', `/${id}/${verb}`), 'resource_not_found')
  }
  assert.equal((await list(`?search_term=${id}`)).status, 200)
})

test('each route scope has its own roles', async () => {
  const { id } = await alertOf(await hold())
  const path = `/api/v1/fraud/alerts`
  const as = async (token: string, method: string, at: string) => vezne.request('fraud', method, at, { token })
  const platform = await tokenOf('platform')
  assertProblem(await as(platform, 'GET', path), 'forbidden')
  assertProblem(await as(platform, 'POST', `${path}/${id}/approve`), 'forbidden')
  const tenant = await tokenOf('admin')
  assertProblem(await as(tenant, 'GET', '/api/v1/platform/fraud/alerts'), 'forbidden')
  assertProblem(await as(tenant, 'POST', `/api/v1/platform/fraud/alerts/${id}/approve`), 'forbidden')
  assertProblem(await as(await vezne.token('pos'), 'POST', `${path}/${id}/approve`), 'forbidden')
})

test('a repeat under the same key is the same answer; the payment went to the bank once', async () => {
  for (const who of ['fraud', 'platform'] as const) {
    const payment = await hold()
    const { id } = await alertOf(payment)
    const headers = { 'idempotency-key': `decide-${who}` }
    const answer = await call(who, 'POST', `/${id}/approve`, { notes: 'fine' }, headers)
    assert.equal(answer.status, 200, answer.text)
    const again = await call(who, 'POST', `/${id}/approve`, { notes: 'fine' }, headers)
    assert.equal(again.text, answer.text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assertProblem(await call(who, 'POST', `/${id}/approve`, { notes: 'not so' }, headers), 'idempotency_key_in_use')
    const heard = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
      tx.query('select id from api_request_logs where tenant_id = $1 and transaction_id = $2', [TENANT, payment]),
    )
    assert.equal(heard.length, 1)
  }
})

for (const who of ['fraud', 'platform'] as const)
  test(`a decision of ${who} is an entry of the tenant's audit log, with both states`, async () => {
    const { id } = await alertOf(await hold())
    await call(who, 'POST', `/${id}/reject`, { notes: 'Stolen card' })
    const log = await vezne.request('identity', 'GET', `/api/v1/audit-log?target_id=${id}`, {
      token: await vezne.token('admin'),
    })
    const [entry] = log.body.items
    assert.deepEqual(
      [log.body.total_count, entry.kind, entry.before.status, entry.after.status, entry.after.notes],
      [1, 'fraud_alert', 'open', 'rejected', 'Stolen card'],
    )
    assert.equal(entry.actor, entry.after.reviewed_by)
  })
