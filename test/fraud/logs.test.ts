/** Check logs over HTTP: a row per check, what became of each, every filter; and the same check on the payment's trace. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { item, MERCHANT, TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const paid: Record<string, Answer> = {}
let transfers: string[]
const vezne = useVezne()
before(async () => {
  paid.sold = await pay({ buyer: { email: 'buyer@example.com' } })
  await vezne.moveClock(60_000)
  paid.declined = await pay({ card: { number: CARDS.declined } })
  paid.held = await pay({ buyer: { email: 'review@demo.example', ip_address: '203.0.113.7' } })
  paid.blocked = await pay({ buyer: { email: 'block@demo.example' } }, 'M-1002')
  transfers = (await send([item()])).body.transfers.map(({ id }: Json) => id)
})

const pay = async (body: object, merchant = 'M-1001'): Promise<Answer> =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': merchant },
    body: paymentBody(body),
  })
const send = async (items: object[]): Promise<Answer> =>
  vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', {
    token: await vezne.token('maker'),
    headers: { 'x-tenant-id': TENANT, 'x-merchant-id': MERCHANT },
    body: { items },
  })
const list = async (query = '', client = 'fraud', realm = 'tenant-demo'): Promise<Answer> =>
  vezne.request('fraud', 'GET', `/api/v1/fraud/logs${query}`, { token: await vezne.token(client, realm) })
const idOf = (name: string): string => (paid[name] as Answer).body.transaction_id
const namesOf = ({ body }: Answer): string[] =>
  body.items.map(
    ({ external_txn_id: id }: Json) =>
      Object.keys(paid).find((name) => idOf(name) === id) ?? (transfers.includes(id) ? 'transfer' : 'other'),
  )

test('one row per check, newest first, with what became of each', async () => {
  const answer = await list()
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(namesOf(answer), ['transfer', 'blocked', 'held', 'declined', 'sold'])
  assert.deepEqual(
    answer.body.items.map(({ decision, outcome }: Json) => [decision, outcome]),
    [
      ['approve', null],
      ['block', 'failed'],
      ['review', null],
      ['approve', 'failed'],
      ['approve', 'success'],
    ],
  )
  const { checked_at, matched_rule_ids, latency_ms, ...held } = answer.body.items[2]
  assert.deepEqual(held, {
    id: idOf('held'),
    tenant_id: TENANT,
    merchant_external_id: 'M-1001',
    process: 'sanal_pos',
    external_txn_id: idOf('held'),
    amount_minor: 15_000,
    currency: 'TRY',
    score: 50,
    decision: 'review',
    reason_codes: 'DEMO-REVIEW',
    provider_used: 'builtin',
    outcome: null,
  })
  assert.match(matched_rule_ids, /^[0-9a-f-]{36}$/)
  assert.ok(Number.isInteger(latency_ms) && latency_ms >= 0)
  assert.equal(checked_at, (await transactionOf('held')).created)
  const sold = answer.body.items[4]
  assert.deepEqual([sold.reason_codes, sold.matched_rule_ids, sold.score], [null, null, 0])
})

const transactionOf = async (name: string): Promise<Json> =>
  (
    await vezne.request('cards', 'GET', `/api/v1/transactions/${idOf(name)}`, {
      token: await vezne.token('admin'),
    })
  ).body

test('each filter, and several at once', async () => {
  const minute = new Date(Date.parse((await transactionOf('sold')).created) + 30_000).toISOString()
  const table: [query: string, names: string[]][] = [
    ['?process=para_transferi', ['transfer']],
    ['?process=SANALPOS&decision=approve', ['declined', 'sold']],
    ['?decision=review', ['held']],
    ['?decision=challenge', []],
    ['?merchant_external_id=M-1002', ['blocked']],
    ['?merchant_external_id=nobody', []],
    [`?to=${minute}`, ['sold']],
    [`?from=${minute}&process=sanal_pos`, ['blocked', 'held', 'declined']],
    ['?min_score=50', ['blocked', 'held']],
    ['?min_score=-2147483648&max_score=2147483647&decision=review', ['held']],
    ['?min_score=1&max_score=50', ['held']],
    ['?max_score=0&process=sanal_pos', ['declined', 'sold']],
    ['?search_term=demo-rev', ['held']],
    ['?search_term=m-1002', ['blocked']],
    [`?search_term=${idOf('sold')}`, ['sold']],
    [`?search_term=${idOf('sold').slice(0, 18).toUpperCase()}`, ['sold']],
    ['?search_term=%25', []],
    ['?search_term=DEMO-&min_score=60', ['blocked']],
    ['?page_size=2', ['transfer', 'blocked']],
    ['?page_size=2&page=3', ['sold']],
    ['?page=9', []],
  ]
  for (const [query, names] of table) assert.deepEqual(namesOf(await list(query)), names, query)
  assertProblem(await list('?tenant_id=00000000-0000-4000-8000-000000000011'), 'bad_request', /unknown query name/)
  const { body } = await list('?page_size=2')
  assert.deepEqual([body.total_count, body.total_pages, body.has_next_page], [5, 3, true])
})

test('reversed ranges and unknown values are refused', async () => {
  const reversed = assertProblem(await list('?min_score=2&max_score=1'), 'validation_failed')
  assert.deepEqual([reversed.status, reversed.errors[0].field], [422, 'min_score'])
  assertProblem(await list('?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z'), 'validation_failed')
  for (const query of ['?decision=maybe', '?min_score=high', '?from=yesterday', '?page=0'])
    assertProblem(await list(query), 'bad_request')
})

test('another tenant sees nothing of it; the platform has no such path', async () => {
  assert.equal((await list('', 'admin', 'tenant-other')).body.total_count, 0)
  assertProblem(await list('', 'admin', 'master'), 'forbidden')
})

test('the items of a refused transfer call: stored with their outcome, and without an id', async () => {
  const rule = {
    process: 'para_transferi',
    code: 'NO-DOLLARS',
    name: 'No such amount',
    type: 'amount_threshold',
    action: 'block',
    expression_json: '{"==":[{"var":"amount_minor"},777]}',
  }
  const made = await vezne.request('fraud', 'POST', '/api/v1/fraud/rules', {
    token: await vezne.token('fraud'),
    body: rule,
  })
  assert.equal(made.status, 201, made.text)
  assertProblem(await send([item(), item({ amount: { value: 777, currency_code: 'TRY' } })]), 'fraud_blocked')
  const { items } = (await list('?process=para_transferi&page_size=2')).body
  assert.deepEqual(
    items
      .map(({ decision, outcome, external_txn_id, amount_minor }: Json) => [
        amount_minor,
        decision,
        outcome,
        external_txn_id,
      ])
      .sort((one: Json, other: Json) => one[0] - other[0]),
    [
      [777, 'block', 'failed', null],
      [12_345, 'approve', 'cancelled', null],
    ],
  )
})

const traceOf = async (answer: Answer): Promise<Json[]> => {
  const trace = await vezne.request('cards', 'GET', `/api/v1/Trace/${answer.headers['x-correlation-id']}`, {
    token: await vezne.token('admin'),
  })
  assert.equal(trace.status, 200, trace.text)
  return trace.body.data.events
}

test('on the trace: variables and matched rules, the card only by its first and last digits', async () => {
  const events = await traceOf(paid.held as Answer)
  assert.deepEqual(
    events.slice(0, 2).map(({ source }) => source),
    ['PaymentRequest', 'FraudCheck'],
  )
  const card = events.find(({ source }) => source === 'FraudCheck')
  assert.deepEqual(
    [card.title, card.subtitle, card.recordId, card.isSuccess],
    ['review, score 50', 'DEMO-REVIEW', idOf('held'), true],
  )
  const { alertId, latencyMs, ...said } = card.details
  assert.deepEqual(said, { decision: 'review', score: '50', providerUsed: 'builtin', alertStatus: 'open' })
  assert.match(alertId, /^[0-9a-f-]{36}$/)
  assert.ok(Number(latencyMs) >= 0)
  const { matched_rules, ...verdict } = JSON.parse(card.responseBody)
  assert.deepEqual(verdict, { decision: 'review', score: 50, reason_codes: ['DEMO-REVIEW'] })
  assert.deepEqual(
    matched_rules.map(({ code, name }: Json) => [code, name]),
    [['DEMO-REVIEW', 'Demo: review review@demo.example']],
  )
  const seen = JSON.parse(card.requestBody)
  const names = ['process', 'amount_minor', 'currency', 'card.bin', 'card.last4', 'customer.email', 'customer.ip']
  assert.deepEqual(
    names.map((name) => seen[name]),
    ['sanal_pos', 15_000, 'TRY', '454671', '7894', 'review@demo.example', '203.0.113.7'],
  )
  assert.doesNotMatch(JSON.stringify(events), new RegExp(CARDS.success))
})

test('on the trace of a block: a step that did not succeed, and no alert', async () => {
  const events = await traceOf(paid.blocked as Answer)
  const [card] = events.filter(({ source }) => source.startsWith('Fraud'))
  assert.deepEqual([card.isSuccess, card.details.decision, card.details.alertStatus], [false, 'block', undefined])
})
