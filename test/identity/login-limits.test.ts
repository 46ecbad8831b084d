/** Guessing passwords: locked accounts, networks locked longer, and a queue that does not slow payments. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createMemoryLimits } from '../../src/access/limits/memory-limits.ts'
import { createRateLimiter } from '../../src/access/limits/rate-limiter.ts'
import { Problem } from '../../src/core/problem.ts'
import { Secret } from '../../src/core/secret.ts'
import { createLoginThrottle } from '../../src/identity/login/login-throttle.ts'
import { createPasswords, hashPassword } from '../../src/identity/login/passwords.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change as changeRows } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const MINUTE_MS = 60_000
const T0 = 1_750_000_000_000
const DEMO = '00000000-0000-4000-8000-000000000010'

const vezne = useVezne({ limits: 'plan' })
let people: People
before(async () => {
  people = openPeople(vezne)
})

test('the eleventh login of a minute from one address waits, as the eleventh token request does', async () => {
  for (let nth = 1; nth <= 10; nth++) assert.equal((await people.logIn(`nobody-${nth}`, 'x', 60)).status, 401)
  const refused = await people.logIn('nobody', 'x', 60)
  assertProblem(refused, 'rate_limit_exceeded')
  assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d?$/)
  assertProblem(
    await vezne.request('identity', 'POST', '/api/v1/auth/tenant-demo/token', { body: {}, from: 60 }),
    'rate_limit_exceeded',
  )
})

test('ten failures close the account with the same answer, until an administrator sets a password', async () => {
  await changeRows(vezne, `update plans set is_unlimited = true`)
  const id = await people.make('guessed')
  for (let nth = 0; nth < 9; nth++) assertProblem(await people.logIn('guessed', 'wrong'), 'invalid_credentials')
  assert.equal((await people.logIn('GUESSED')).status, 200, 'a success starts the count again')
  const wrong = []
  for (let nth = 0; nth < 10; nth++) wrong.push(await people.logIn('guessed', 'wrong', nth))
  const closed = await people.logIn('Guessed')
  assertProblem(closed, 'invalid_credentials')
  assert.equal(closed.body.detail, wrong[0]!.body.detail)
  const change = { username: 'guessed', password: PASSWORD, new_password: OTHER_PASSWORD }
  assertProblem(await people.step('change-password', change), 'invalid_credentials')
  await people.make('neighbour')
  assert.equal((await people.logIn('neighbour')).status, 200, 'other accounts do not wait')
  assert.equal((await people.call('POST', `/${id}/reset-password`, { password: OTHER_PASSWORD })).status, 204)
  assert.equal((await people.logIn('guessed', OTHER_PASSWORD)).status, 200)
})

test('guesses through the change of the password are counted as well', async () => {
  await people.make('sideways')
  for (let nth = 0; nth < 10; nth++)
    assertProblem(
      await people.step('change-password', { username: 'sideways', password: 'wrong', new_password: OTHER_PASSWORD }),
      'invalid_credentials',
    )
  assertProblem(await people.logIn('sideways'), 'invalid_credentials')
})

test('thirty concurrent guesses are checked one by one: the account is locked, and the right password is too late', async () => {
  await people.make('rushed')
  const guesses = Array.from({ length: 30 }, () => people.logIn('rushed', 'wrong'))
  assert.ok((await Promise.all(guesses)).every(({ status }) => status === 401))
  assertProblem(await people.logIn('rushed'), 'invalid_credentials')
  const [entry] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ repeats: number }>(
      `select sum(repeats)::int as repeats from audit_log where tenant_id = $1 and code = 'invalid_credentials'`,
      [DEMO],
    ),
  )
  assert.ok(entry!.repeats > 0, 'refused logins are in the audit log')
})

/** The guard itself, with addresses and times a test machine does not have. */
const openGuard = () => {
  const guard = createLoginThrottle(createRateLimiter(createMemoryLimits()).windows)
  const guessOf = (address: string, nowMs: number, userId: string | null = 'u1') => ({
    tenantId: DEMO,
    userId,
    username: 'Name',
    address,
    nowMs,
  })
  return {
    guard,
    guessOf,
    closed: (address: string, nowMs: number, userId?: string | null) => guard.isClosed(guessOf(address, nowMs, userId)),
    async fail(times: number, address: string, nowMs: number, userId?: string | null) {
      for (let nth = 0; nth < times; nth++) await guard.failed(guessOf(address, nowMs, userId))
    },
  }
}

test('an account is locked for 30 minutes for all networks, for 60 from the one that guessed', async () => {
  const { closed, fail } = openGuard()
  await fail(10, '192.0.2.1', T0)
  assert.equal(await closed('198.51.100.1', T0), true)
  assert.equal(await closed('198.51.100.1', T0 + 30 * MINUTE_MS - 1), true)
  assert.equal(await closed('198.51.100.1', T0 + 30 * MINUTE_MS), false, 'its owner gets in')
  assert.equal(await closed('192.0.2.200', T0 + 60 * MINUTE_MS - 1), true, 'its neighbours too')
  assert.equal(await closed('192.0.2.200', T0 + 60 * MINUTE_MS), false)
})

test('failures 15 minutes apart never add up; ten networks together close the account, and no network', async () => {
  const { closed, fail } = openGuard()
  await fail(9, '192.0.2.1', T0)
  await fail(9, '192.0.2.1', T0 + 15 * MINUTE_MS)
  assert.equal(await closed('192.0.2.1', T0 + 15 * MINUTE_MS), false)
  const later = T0 + 60 * MINUTE_MS
  for (let nth = 0; nth < 10; nth++) await fail(1, `10.0.${nth}.1`, later)
  assert.equal(await closed('10.0.1.1', later), true)
  assert.equal(await closed('10.0.1.1', later + 30 * MINUTE_MS), false)
})

test('an unknown name is locked just the same, whatever its case', async () => {
  const { guard, guessOf, fail } = openGuard()
  await fail(10, '192.0.2.1', T0, null)
  assert.equal(await guard.isClosed({ ...guessOf('198.51.100.1', T0, null), username: 'nAME' }), true)
  assert.equal(await guard.isClosed({ ...guessOf('198.51.100.1', T0, null), username: 'other' }), false)
})

test('passwords are compared one at a time; fifty wait, more are refused', async () => {
  const passwords = createPasswords()
  let running = 0
  let most = 0
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running)
    await gate
    running--
  }
  const waiting = Array.from({ length: 50 }, () => passwords.inTurn(work))
  await assert.rejects(
    passwords.inTurn(work),
    (error) => error instanceof Problem && error.code === 'service_unavailable',
  )
  release()
  await Promise.all(waiting)
  assert.equal(most, 1)
  await passwords.inTurn(() => Promise.reject(new Error('x'))).catch(() => undefined)
  await passwords.inTurn(work)
})

test('a password matches only its own hash, whatever its Unicode normalization', async () => {
  const { matches } = createPasswords()
  const hash = await hashPassword('Şifre-çok-uzun é')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await matches(hash, new Secret('Şifre-çok-uzun é'.normalize('NFD'))), true)
  assert.equal(await matches(hash, new Secret('şifre-çok-uzun é')), false)
  assert.equal(await matches(null, new Secret('anything')), false)
})
