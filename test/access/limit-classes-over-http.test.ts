/** Each class of the limits table over HTTP: the last call that passes, the first that does not, and the one after the wait. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { authPath, change } from '../support/tokens.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const AT_ONCE = 40
const UNKNOWN_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

let vezne: Vezne
let token: string
before(async () => {
  // Windows in the database: rows are aged instead of waiting for a minute.
  vezne = await startVezne({ limits: 'plan', env: { VEZNE_ROLE: 'api' }, config: { limitAnswerMs: 30_000 } })
  await change(vezne, `update plans set rate_limit_per_second = 5000, burst = 10000 where code = 'sandbox'`)
  vezne.runtime.notifications.publish('plans')
  token = await vezne.token('admin')
})
after(() => vezne.stop())

const identity = (method: string, path: string, sent: Parameters<Vezne['request']>[3]): Promise<Answer> =>
  vezne.request('identity', method, path, sent)
const signIn = (slug: string, from: number): Promise<Answer> => {
  const { client_id, client_secret } = demoClient(vezne.demo, 'admin', slug)
  return identity('POST', authPath(slug, 'token'), { body: { client_id, client_secret }, from })
}
const logIn = (from: number): Promise<Answer> =>
  identity('POST', authPath('tenant-demo', 'login'), { body: { username: 'nobody', password: 'x'.repeat(12) }, from })
const refresh = (slug: string): Promise<Answer> =>
  identity('POST', authPath(slug, 'refresh'), { body: { refresh_token: 'rt_none' }, from: 203 })

const transfers = (method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('transfers', method, `/api/v1${path}`, {
    token,
    headers: {
      'x-tenant-id': vezne.demo.tenants[0]?.tenant_id ?? '',
      'x-merchant-id': vezne.demo.tenants[0]?.merchants[0]?.merchant_id ?? '',
    },
    ...(body === undefined ? {} : { body }),
  })

/** `other`: a caller to whom the same limit must not apply. */
const ROWS: [name: string, max: number, call: (nth: number) => Promise<Answer>, other: () => Promise<Answer>][] = [
  [
    'token: per address, whatever the realm',
    10,
    (nth) => signIn(nth % 2 ? 'tenant-demo' : 'tenant-other', 200),
    () => signIn('tenant-demo', 201),
  ],
  [
    'login counts with the tokens of its address',
    10,
    (nth) => (nth % 3 ? signIn('tenant-demo', 202) : logIn(202)),
    () => logIn(204),
  ],
  ['refresh: per organization', 30, () => refresh('tenant-demo'), () => refresh('tenant-other')],
  [
    'validation',
    500,
    (nth) =>
      nth % 2
        ? identity('GET', '/api/v1/lookups/bins/454671', { token })
        : vezne.request('cards', 'POST', '/api/v1/validation/iban', { token, body: { iban: 'TR00' } }),
    () => identity('GET', '/api/v1/lookups/banks', { token }),
  ],
  [
    'lookups',
    1_000,
    (nth) => identity('GET', `/api/v1/lookups/${nth % 2 ? 'banks' : 'mcc-codes'}?page_size=1`, { token }),
    () => identity('GET', '/api/v1/me', { token }),
  ],
  [
    'subscription management, on both surfaces together',
    20,
    (nth) =>
      nth % 2
        ? vezne.request('cards', 'DELETE', `/api/v1/webhook-subscriptions/${UNKNOWN_ID}`, { token })
        : vezne.request('transfers', 'DELETE', `/api/v1/webhooks/${UNKNOWN_ID}`, {
            token,
            headers: { 'x-tenant-id': vezne.demo.tenants[0]?.tenant_id ?? '' },
          }),
    () => vezne.request('cards', 'GET', '/api/v1/webhook-subscriptions', { token }),
  ],
  [
    'bulk creates, whatever they hold',
    10,
    (nth) => transfers('POST', '/transfers/bulk/create', nth % 2 ? { items: [] } : {}),
    () => transfers('GET', '/transfers?page_size=1'),
  ],
  [
    'validation of this surface counts with that of the others',
    500,
    (nth) => transfers('POST', `/validation/${nth % 2 ? 'iban' : 'creditcard'}`, {}),
    () => transfers('GET', '/recipients'),
  ],
]

const HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const pass = (seconds: number) =>
  vezne.runtime.db.transaction({ of: [] }, (tx) =>
    tx.execute(`update limit_windows set ends_at = ends_at - $1 * interval '1 second'`, [seconds]),
  )

for (const [name, max, call, other] of ROWS)
  test(`${name}: ${max} a minute`, async () => {
    await vezne.runtime.db.transaction({ of: [] }, (tx) => tx.execute('delete from limit_windows'))
    for (let from = 0; from < max; from += AT_ONCE) {
      const lot = Array.from({ length: Math.min(AT_ONCE, max - from) }, (_, nth) => call(from + nth))
      for (const answer of await Promise.all(lot)) {
        assert.notEqual(answer.status, 429, answer.text)
        for (const header of HEADERS) assert.match(answer.headers[header] ?? '', /^\d+$/, header)
      }
    }
    const refused = await call(max)
    assertProblem(refused, 'rate_limit_exceeded', new RegExp(`${max} `))
    const wait = refused.headers['retry-after'] ?? ''
    assert.match(wait, /^\d+$/)
    assert(Number(wait) >= 1 && Number(wait) <= 60, wait)
    assert.notEqual((await other()).status, 429)
    await pass(Number(wait))
    assert.notEqual((await call(max + 1)).status, 429, 'after the wait')
  })

test('probes are never counted', async () => {
  await vezne.runtime.db.transaction({ of: [] }, (tx) => tx.execute('delete from limit_windows'))
  for (let nth = 0; nth < 3; nth++)
    for (const answer of await Promise.all(
      Array.from({ length: AT_ONCE }, () => vezne.request('transfers', 'GET', '/health/ready', { from: 205 })),
    )) {
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['x-ratelimit-remaining'], '100')
    }
  const windows = await vezne.runtime.db.transaction({ of: [] }, (tx) => tx.query('select key from limit_windows'))
  assert.deepEqual(windows, [])
})
