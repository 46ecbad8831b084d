/** Access tokens of the SDK: shared by clients of a process, kept for others by a store, and heard of when a limit is waited out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVezne, type StoredToken, type Vezne, type Waiting } from '../../sdk/src/index.ts'
import { json, lost, problem } from '../support/sdk-replies.ts'

const LIFE_S = 300
const refund = (vezne: Vezne) => vezne.payments.refund('id-1', { amount: 1 })

/** An identity service that gives `tokens` and refuses as `refusals` say; what is sent to cards is answered. */
const identity = (refusals: (() => Response)[] = []) => {
  const issued: string[] = []
  const fetchOf = (async (url: string) => {
    if (!url.endsWith('/token')) return json(200, {})
    const refusal = refusals.shift()
    if (refusal !== undefined) return refusal()
    issued.push(`h.${btoa('{}')}.${issued.length}`)
    return json(200, { access_token: issued.at(-1), expires_in: LIFE_S })
  }) as typeof fetch
  return { issued, fetchOf }
}
const OPTIONS = {
  realm: 'tenant-demo',
  clientId: 'c',
  clientSecret: 's',
  urls: { cards: 'http://cards', identity: 'http://identity' },
  random: () => 0,
  wait: async () => undefined,
}

test('clients of one process with the same credentials share a token; others do not', async () => {
  const { issued, fetchOf } = identity()
  const clients = Array.from({ length: 20 }, () => createVezne({ ...OPTIONS, fetch: fetchOf }))
  await Promise.all(clients.map(refund))
  assert.equal(issued.length, 1)
  for (const other of [{ clientSecret: 'another' }, { clientId: 'd' }, { realm: 'tenant-other' }])
    await refund(createVezne({ ...OPTIONS, ...other, fetch: fetchOf }))
  assert.equal(issued.length, 4)
})

test('a store keeps the token for other processes; one that fails costs a request, one that holds a refused token is passed over', async () => {
  const { issued, fetchOf } = identity()
  const kept = new Map<string, StoredToken>()
  const tokenStore = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, token: StoredToken) => void kept.set(key, token),
  }
  const client = (given = {}) => createVezne({ ...OPTIONS, tokenStore, fetch: fetchOf, ...given })
  for (let process = 0; process < 3; process++) await refund(client())
  assert.equal(issued.length, 1)
  assert.deepEqual([...kept.keys()], ['http://identity/api/v1/auth/tenant-demo/token c'])
  const away = () => Promise.reject(new Error('no Redis'))
  await refund(client({ tokenStore: { get: away, set: away } }))
  assert.equal(issued.length, 2)
  let isRefused = true
  const refusing = (async (url: string, init: RequestInit) => {
    if (!url.endsWith('/token') && isRefused) {
      isRefused = false
      return problem(401, 'invalid_token')
    }
    return fetchOf(url, init)
  }) as typeof fetch
  await refund(client({ fetch: refusing }))
  assert.equal(issued.length, 3)
  assert.equal([...kept.values()][0]?.token, issued.at(-1))
})

test('a limit on tokens is heard before it is waited for; without a listener the console hears of what is long', async (t) => {
  const limited = () => problem(429, 'rate_limit_exceeded', { 'retry-after': '37' })
  const heard: Waiting[] = []
  await refund(createVezne({ ...OPTIONS, fetch: identity([limited]).fetchOf, onWait: (each) => void heard.push(each) }))
  assert.deepEqual(
    heard.map(({ ms, method, url, isToken, error }) => [ms, method, url, isToken, error.code]),
    [[37_000, 'POST', 'http://identity/api/v1/auth/tenant-demo/token', true, 'rate_limit_exceeded']],
  )
  const warn = t.mock.method(console, 'warn', () => undefined)
  await refund(createVezne({ ...OPTIONS, fetch: identity([limited, lost as () => Response]).fetchOf }))
  assert.equal(warn.mock.callCount(), 1)
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /waits 37 s before POST .*rate_limit_exceeded/)
})
