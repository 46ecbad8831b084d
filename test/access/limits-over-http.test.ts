/** Limits as a caller sees them: headers on every answer, one bucket for the organization, probes that cost nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ limits: 'plan' })

const numberIn = (answer: Answer, name: string): number => {
  const text = answer.headers[name] ?? ''
  assert.match(text, /^\d+$/, `${name} of ${answer.status}`)
  return Number(text)
}
const checkHeaders = (answer: Answer, limit: number): void => {
  assert.equal(numberIn(answer, 'x-ratelimit-limit'), limit)
  assert(numberIn(answer, 'x-ratelimit-remaining') <= limit * 2)
  const untilFull = numberIn(answer, 'x-ratelimit-reset') - Date.now() / 1000
  assert(untilFull > -2 && untilFull < 4, `full in ${untilFull} s`)
  assert.match(answer.headers['x-correlation-id'] ?? '', /^[0-9a-f-]{36}$/)
}

test('every response carries the headers, whatever its status', async () => {
  const token = await vezne.token('pos')
  const calls: [string, string, { token?: string; body?: unknown }, number][] = [
    ['GET', '/api/v1/me', { token }, 200],
    ['GET', '/api/v1/users', { token }, 403],
    ['GET', '/api/v1/me', {}, 401],
    ['GET', '/api/v1/me', { token: 'x.y.z' }, 401],
    ['GET', '/api/v1/nothing', {}, 404],
    ['DELETE', '/api/v1/me', {}, 405],
    ['POST', '/api/v1/auth/tenant-demo/logout', { body: '{' }, 400],
    ['GET', '/api/v1/auth/tenant-demo/.well-known/jwks.json', {}, 200],
    ['GET', '/health/live', {}, 200],
  ]
  for (const [method, path, sent, status] of calls) {
    const answer = await vezne.request('identity', method, path, { ...sent, from: 100 })
    assert.equal(answer.status, status, `${method} ${path}`)
    checkHeaders(answer, 50)
  }
})

test('a hundred at once pass, then 429 with Retry-After; it is one bucket for all surfaces and keys', async () => {
  const tokens = [await vezne.token('pos'), await vezne.token('view'), await vezne.token('admin')]
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 600 }, (_, nth) => {
      const token = tokens[nth % tokens.length] as string
      return nth % 2
        ? vezne.request('identity', 'GET', '/api/v1/me', { token })
        : vezne.request('cards', 'GET', '/api/v1/test-cards?page_size=1', { token })
    }),
  )
  const refilled = Math.ceil(((performance.now() - started) / 1000) * 50)
  const refused = answers.filter(({ status }) => status === 429)
  const accepted = answers.length - refused.length
  assert(accepted >= 95 && accepted <= 100 + refilled, `${accepted} of at most ${100 + refilled}`)
  assert(refused.length > 0, 'the demand was above the limit')
  for (const answer of refused) {
    assert.equal(answer.headers['retry-after'], '1')
    assert.equal(answer.body.code, 'rate_limit_exceeded')
    assert.equal(numberIn(answer, 'x-ratelimit-remaining'), 0)
  }
  const other = await vezne.request('identity', 'GET', '/api/v1/me', {
    token: await vezne.token('admin', 'tenant-other'),
  })
  assert.equal(other.status, 200)
  assert(numberIn(other, 'x-ratelimit-remaining') > 90, 'another organization')
})

test('probes cost nothing and show a full bucket', async () => {
  for (let nth = 0; nth < 3; nth++) {
    const probes = await Promise.all(
      Array.from({ length: 60 }, () => vezne.request('cards', 'GET', '/api/v1/health/live', { from: 101 })),
    )
    for (const probe of probes) {
      assert.equal(probe.status, 200)
      assert.equal(numberIn(probe, 'x-ratelimit-remaining'), 100)
    }
  }
})

test('an anonymous caller is stopped by address, and a bad token is no way around it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, nth) =>
      vezne.request('identity', 'GET', nth % 2 ? '/api/v1/nothing' : '/api/v1/me', { token: 'x.y.z', from: 102 }),
    ),
  )
  assert(answers.some(({ status }) => status === 429))
  assert(answers.filter(({ status }) => status !== 429).length >= 95)
  assert.equal((await vezne.request('identity', 'GET', '/api/v1/nothing', { from: 103 })).status, 404)
})
