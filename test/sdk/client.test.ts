/** The client of the SDK against a server that fails as the test says: what is sent again, with which key, and what is thrown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionError, createVezne, isProblem, type Vezne } from '../../sdk/src/index.ts'
import { json, lost, problem, type Reply, type Sent } from '../support/sdk-replies.ts'

const LIFE_S = 300
const open = (replies: Reply[]) => {
  const calls: Sent[] = []
  const waited: number[] = []
  const clock = { now: 0, tokens: 0, noToken: false }
  const vezne: Vezne = createVezne({
    realm: 'tenant-demo',
    clientId: 'c',
    clientSecret: 's',
    urls: { cards: 'http://cards/', identity: 'http://identity', transfers: 'http://transfers' },
    now: () => clock.now,
    random: () => 0,
    wait: async (ms) => void waited.push(ms),
    fetch: (async (url: string, init: RequestInit) => {
      const sent = { url, method: init.method ?? '', headers: new Headers(init.headers) }
      if (url.endsWith('/token')) {
        if (clock.noToken) throw new TypeError('fetch failed')
        clock.tokens++
        const claims = btoa(JSON.stringify({ tenant_id: 't-1' }))
        return json(200, { access_token: `h.${claims}.${clock.tokens}`, expires_in: LIFE_S })
      }
      calls.push(sent)
      init.signal?.throwIfAborted()
      return (replies.shift() ?? (() => json(200, {})))(sent)
    }) as typeof fetch,
  })
  return { vezne, calls, waited, clock }
}
const refund = (vezne: Vezne) => vezne.payments.refund('id-1', { amount: 1 })
const keysOf = (calls: readonly Sent[]): (string | null)[] => calls.map(({ headers }) => headers.get('idempotency-key'))

test('one token for calls at once, renewed a minute before its end, and anew where it is refused', async () => {
  const { vezne, clock, calls } = open([])
  await Promise.all(Array.from({ length: 20 }, () => refund(vezne)))
  assert.equal(clock.tokens, 1)
  clock.now = (LIFE_S - 61) * 1_000
  await refund(vezne)
  assert.equal(clock.tokens, 1)
  clock.now = (LIFE_S - 59) * 1_000
  await Promise.all(Array.from({ length: 20 }, () => refund(vezne)))
  assert.equal(clock.tokens, 2)
  const refused = open([() => problem(401, 'token_expired')])
  await refund(refused.vezne)
  assert.deepEqual([refused.clock.tokens, refused.calls.length], [2, 2])
  assert.equal(new Set(keysOf(calls)).size, calls.length)
  const twice = open([() => problem(401, 'invalid_token'), () => problem(401, 'invalid_token')])
  await assert.rejects(refund(twice.vezne), { code: 'invalid_token' })
})

const table: [name: string, replies: Reply[], tries: number, waits: number[]][] = [
  ['a network fault', [lost], 2, [125]],
  ['429 with Retry-After', [() => problem(429, 'rate_limit_exceeded', { 'retry-after': '7' })], 2, [7_000]],
  ['429 without', [() => problem(429, 'rate_limit_exceeded')], 2, [1_000]],
  [
    '500 and 503',
    [() => problem(500, 'internal_server_error'), () => problem(503, 'service_unavailable')],
    3,
    [125, 250],
  ],
]
for (const [name, replies, tries, waits] of table)
  test(`${name}: sent again with the same key and correlation id`, async () => {
    const { vezne, calls, waited } = open([...replies])
    await refund(vezne)
    assert.equal(calls.length, tries)
    assert.equal(new Set(keysOf(calls)).size, 1)
    assert.match(keysOf(calls)[0] ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(new Set(calls.map(({ headers }) => headers.get('x-request-id'))).size, 1)
    assert.deepEqual(waited, waits)
  })

test('refusals are final, and lost answers of writes without a key', async () => {
  for (const [status, code] of [
    [422, 'bank_declined'],
    [409, 'idempotency_key_in_use'],
    [404, 'payment_not_found'],
  ] as const) {
    const { vezne, calls } = open([() => problem(status, code)])
    const error = await refund(vezne).catch((thrown: unknown) => thrown)
    assert.ok(isProblem(error))
    assert.deepEqual([error.code, error.status, error.correlationId, calls.length], [code, status, 'c-1', 1])
  }
  const long = open([() => problem(429, 'rate_limit_exceeded', { 'retry-after': '61' })])
  await assert.rejects(refund(long.vezne), { code: 'rate_limit_exceeded', retryAfter: 61 })
  assert.equal(long.calls.length, 1)
  const { vezne, calls } = open([lost])
  const upload = vezne.cards.call('POST /api/v1/reconciliations/files', { body: new Uint8Array(1) } as never)
  await assert.rejects(upload, ConnectionError)
  assert.equal(calls.length, 1)
  assert.deepEqual(keysOf(calls), [null])
})

test('what is thrown at last names the correlation id and the key to go on with', async () => {
  const { vezne, calls } = open([lost, lost, lost, lost])
  const error = await refund(vezne).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof ConnectionError)
  assert.equal(error.correlationId, calls[0]?.headers.get('x-request-id'))
  assert.equal(error.idempotencyKey, keysOf(calls)[0])
  assert.equal(calls.length, 4)
  const proxy = open(Array.from({ length: 4 }, () => () => new Response('<html>', { status: 502 })))
  await assert.rejects(refund(proxy.vezne), { code: 'unknown', status: 502 })
})

test('an aborted call ends with the reason of its signal', async () => {
  const { vezne, calls } = open([lost])
  const stop = new AbortController()
  stop.abort(new Error('the shopper left'))
  await assert.rejects(vezne.payments.get('id-1', { signal: stop.signal }), /the shopper left/)
  assert.equal(calls.length, 0)
})

const IN_USE: Reply = () => problem(409, 'idempotency_key_in_use')
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('nothing was thrown'),
    (thrown) => thrown,
  )

test('a key in use after a lost answer is that of the call itself, which is waited for', async () => {
  for (const first of [lost, () => new Response('', { status: 504 })]) {
    const { vezne, calls } = open([first, IN_USE, () => json(200, { status: 'completed' })])
    assert.equal((await refund(vezne)).status, 'completed')
    assert.deepEqual([calls.length, new Set(keysOf(calls)).size], [3, 1])
  }
  const busy = open([() => problem(429, 'rate_limit_exceeded'), IN_USE])
  await assert.rejects(refund(busy.vezne), { code: 'idempotency_key_in_use' })
})

test('whatever ends a call after a try that may have been taken, its key is told', async () => {
  const ends: [name: string, replies: Reply[]][] = [
    ['5xx', Array.from({ length: 4 }, () => () => problem(503, 'service_unavailable'))],
    [
      'a cut body',
      Array.from({ length: 4 }, () => () => new Response('{"a', { headers: { 'content-type': 'application/json' } })),
    ],
    ['a page', [lost, () => new Response('<html>', { headers: { 'content-type': 'text/html' } })]],
    ['another address', [lost, () => new Response(null, { status: 302, headers: { location: '/login' } })]],
    ['no body', [lost, () => new Response(null, { status: 304 })]],
  ]
  for (const [name, replies] of ends) {
    const { vezne, calls } = open([...replies])
    const error = await reasonOf(refund(vezne))
    assert.ok(error instanceof ConnectionError || isProblem(error), name)
    assert.deepEqual([error.idempotencyKey, calls.length], [keysOf(calls)[0], replies.length], name)
  }
  const { vezne, calls, clock } = open([
    () => {
      clock.now = LIFE_S * 1_000
      clock.noToken = true
      throw new TypeError('fetch failed')
    },
  ])
  const error = await reasonOf(refund(vezne))
  assert.ok(error instanceof ConnectionError)
  assert.deepEqual([error.idempotencyKey, calls.length], [keysOf(calls)[0], 1])
})

test('a wrong password is sent once; a renewed token is kept by what follows', async () => {
  const { vezne, calls } = open([() => problem(401, 'invalid_credentials')])
  const login = vezne.identity.call('POST /api/v1/auth/{slug}/login', {
    path: { slug: 'tenant-demo' },
    body: { username: 'a', password: 'b' },
  })
  await assert.rejects(login, { code: 'invalid_credentials' })
  assert.equal(calls.length, 1)
  const renewed = open([() => problem(401, 'token_expired'), lost, lost])
  await refund(renewed.vezne)
  assert.deepEqual([renewed.calls.length, renewed.clock.tokens], [4, 2])
})

test('an error of a gateway that looks like ours has its own status; a header no request can carry is told at once', async () => {
  const gateway = () => json(503, { code: 'UPSTREAM', message: 'x' })
  const { vezne, calls } = open([gateway])
  await refund(vezne)
  assert.equal(calls.length, 2)
  await assert.rejects(vezne.payments.refund('id-1', {}, { idempotencyKey: 'iade-şipariş' }), TypeError)
  assert.equal(calls.length, 2)
  await vezne.payments.get('id-1', { merchantId: 'm-1', headers: { 'X-Merchant-Id': 'm-2' } })
  assert.equal(calls[2]?.headers.get('x-merchant-id'), 'm-2')
  for (const id of ['.', '..']) await assert.rejects(vezne.payments.get(id), /transaction_id/)
})

test('a row that is pushed on to the next page comes once; a list that never says its end stops where it is empty', async () => {
  const { vezne, calls } = open([
    () => json(200, { items: [{ id: 'b' }, { id: 'a' }], has_next_page: true }),
    () => json(200, { items: [{ id: 'a' }, { id: '0' }], has_next_page: true }),
    () => json(200, { items: [], has_next_page: true }),
  ])
  const seen: string[] = []
  for await (const { id } of vezne.cards.each('GET /api/v1/transactions')) seen.push(id)
  assert.deepEqual([seen, calls.length], [['b', 'a', '0'], 3])
})

test('lists are walked page by page, and no further than the loop goes', async () => {
  const page =
    (items: string[], has_next_page: boolean): Reply =>
    () =>
      json(200, { items, has_next_page })
  const { vezne, calls } = open([page(['a', 'b'], true), page(['c'], true), page(['d'], false)])
  const seen: unknown[] = []
  for await (const row of vezne.cards.each('GET /api/v1/transactions', { query: { status: 'completed' } })) {
    seen.push(row)
    if (seen.length === 3) break
  }
  assert.deepEqual(seen, ['a', 'b', 'c'])
  assert.deepEqual(
    calls.map(({ url }) => url),
    [
      'http://cards/api/v1/transactions?status=completed&page=1',
      'http://cards/api/v1/transactions?status=completed&page=2',
    ],
  )
})

test('transfers name the tenant of the token; path values are escaped; a surface without address says so', async () => {
  const { vezne, calls } = open([])
  await vezne.transfers.call('GET /api/v1/transfers')
  assert.equal(calls[0]?.headers.get('x-tenant-id'), 't-1')
  await vezne.payments.get('a/b')
  assert.equal(calls[1]?.url, 'http://cards/api/v1/payments/a%2Fb')
  assert.throws(() => vezne.fraud.call, /urls\.fraud/)
})

test('why a bank declined is a member of the error', async () => {
  const declined = { type: 'x', title: 'x', status: 422, code: 'bank_declined', detail: 'x', correlation_id: 'c-1' }
  const { vezne } = open([() => json(422, { ...declined, error_code: 'do_not_honor', provider_error_code: '05' })])
  const error = await reasonOf(refund(vezne))
  assert.ok(isProblem(error))
  assert.deepEqual([error.errorCode, error.providerErrorCode], ['do_not_honor', '05'])
})
