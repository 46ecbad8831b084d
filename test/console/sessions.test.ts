/** People sign in to the console: one cookie, no token in the browser, and an end by time, by the person, or with the account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/console.ts'
import { paymentBody } from '../support/payments.ts'
import { openPeople, PASSWORD } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { useVezne, type Vezne } from '../support/vezne.ts'

const MINUTE_MS = 60_000

const vezne = useVezne()

test('one click as the cashier: a cookie that scripts cannot read, and what this person may do', async () => {
  const browser = openBrowser(vezne)
  const people = await browser.call('GET', 'demo-people')
  assert.deepEqual(
    people.body.map(({ key }: { key: string }) => key),
    ['admin', 'cashier', 'finance', 'analyst', 'developer', 'operator'],
  )
  const me = await browser.signIn('cashier')
  assert.equal(me.status, 200, me.text)
  assert.match(me.headers['set-cookie'] ?? '', /^__Host-vezne=[\w-]{65}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)
  assert.doesNotMatch(me.text, /eyJ|rt_/)
  assert.equal(me.body.person.name, 'Cem Kasiyer')
  assert.deepEqual([me.body.tenant.slug, me.body.zone], ['tenant-demo', 'Europe/Istanbul'])
  assert.ok(me.body.operations.includes('postPayments'))
  assert.ok(!me.body.operations.includes('postTransfersBulkApprove'))
  assert.deepEqual((await browser.call('GET', 'me')).body.operations, me.body.operations)
  for (const key of ['finance', 'analyst', 'developer', 'operator', 'admin'])
    assert.equal((await openBrowser(vezne).signIn(key)).status, 200, key)
  assertProblem(await browser.signIn('nobody'), 'invalid_credentials')
})

test('what the pages ask is answered by the surfaces, as the person, from the person’s address', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('cashier')
  const paid = await browser.call('POST', 'cards/payments', {
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-1001', 'idempotency-key': 'from-the-console' },
    from: 77,
  })
  assert.equal(paid.status, 200, paid.text)
  const read = await browser.call('GET', `cards/payments/${paid.body.transaction_id}`)
  assert.equal(read.body.transaction_id, paid.body.transaction_id)
  assertProblem(await browser.call('POST', 'transfers/transfers/bulk/approve', { body: { ids: [] } }), 'forbidden')
  const csv = await browser.call('GET', 'cards/transactions/export', { headers: { accept: 'text/csv' } })
  assert.match(csv.headers['content-type'] ?? '', /^text\/csv/)
  assert.ok(csv.text.includes(paid.body.transaction_id))
  const audit = await vezne.request('identity', 'GET', '/api/v1/audit-log?outcome=refused', {
    token: await vezne.token('admin'),
  })
  assert.ok(
    audit.body.items.some(
      (entry: { operation: string; address: string; code: string }) =>
        entry.operation === 'POST /api/v1/transfers/bulk/approve' && entry.code === 'forbidden',
    ),
    audit.text,
  )
  const file = { body: Buffer.alloc(200_000, 'x;y\n'), headers: { 'content-type': 'text/csv' } }
  const direct = await vezne.request('cards', 'POST', '/api/v1/reconciliations/files', {
    ...file,
    token: await vezne.token('admin'),
  })
  const finance = openBrowser(vezne)
  await finance.signIn('finance')
  const passedOn = await finance.call('POST', 'cards/reconciliations/files', file)
  assert.deepEqual([passedOn.status, passedOn.body.detail], [direct.status, direct.body.detail])
  assert.ok(direct.status >= 400 && direct.status < 500, direct.text)
  for (const path of ['identity/auth/tenant-demo/login', 'cards/../../health/live', 'cards/%2e%2e/x', 'bank/x'])
    assertProblem(await browser.call('POST', path, { body: {} }), 'route_not_found')
})

test('fifteen minutes without the person end a session; what the page asks by itself is no use', async () => {
  const browser = openBrowser(vezne)
  const me = await browser.signIn('analyst')
  assert.equal(Date.parse(me.body.session.idle_until) - Date.parse(me.body.session.used_at), 15 * MINUTE_MS)
  await vezne.moveClock(10 * MINUTE_MS)
  assert.equal((await browser.call('GET', 'me')).status, 200)
  await vezne.moveClock(10 * MINUTE_MS)
  assert.equal((await browser.call('GET', 'me', { headers: { 'x-background': '1' } })).status, 200)
  await vezne.moveClock(6 * MINUTE_MS)
  assertProblem(await browser.call('GET', 'me'), 'sign_in_required')
  assert.equal(browser.cookie, undefined)
})

test('twelve hours end it, or what the plan says, however much it was used', async () => {
  const { created, expires_at } = (await openBrowser(vezne).signIn('analyst')).body.session
  assert.equal(Date.parse(expires_at) - Date.parse(created), 12 * 60 * MINUTE_MS)
  await change(vezne, 'update plans set session_max_minutes = 40', [])
  vezne.runtime.notifications.publish('plans')
  const browser = await openBrowserWith(vezne, 'analyst')
  for (let times = 1; times < 4; times++) {
    await vezne.moveClock(12 * MINUTE_MS)
    assert.equal((await browser.call('GET', 'preferences')).status, 200, `after ${times} times`)
  }
  await vezne.moveClock(12 * MINUTE_MS)
  assertProblem(await browser.call('GET', 'me'), 'sign_in_required')
  await change(vezne, 'update plans set session_max_minutes = null', [])
  vezne.runtime.notifications.publish('plans')
})

test('a plan that is made shorter shortens the sessions there are, in all and without use', async () => {
  const [browser, idle] = [await openBrowserWith(vezne, 'analyst'), await openBrowserWith(vezne, 'analyst')]
  await vezne.moveClock(10 * MINUTE_MS)
  assert.equal((await browser.call('GET', 'me')).status, 200)
  await vezne.moveClock(2 * MINUTE_MS)
  const publish = async (text: string) => {
    await change(vezne, text, [])
    vezne.runtime.notifications.publish('plans')
  }
  await publish('update plans set session_idle_minutes = 11')
  assert.equal((await browser.call('GET', 'me')).status, 200)
  assertProblem(await idle.call('GET', 'me'), 'sign_in_required')
  await publish('update plans set session_max_minutes = 11')
  assertProblem(await browser.call('GET', 'me'), 'sign_in_required')
  await publish('update plans set session_max_minutes = null, session_idle_minutes = null')
})

test('who moves the sandbox’s clock stays signed in', async () => {
  const operator = await openBrowserWith(vezne, 'operator')
  const cashier = await openBrowserWith(vezne, 'cashier')
  const moved = await operator.call('POST', 'identity/sandbox/clock', { body: { advance_s: 86_400 } })
  assert.equal(moved.status, 200, moved.text)
  for (const browser of [operator, cashier]) {
    await vezne.moveClock(2 * MINUTE_MS)
    const me = await browser.call('GET', 'me')
    assert.equal(me.status, 200, me.text)
    assert.equal(me.body.clock.is_moved, true)
  }
  await vezne.moveClock(16 * MINUTE_MS)
  assertProblem(await operator.call('GET', 'me'), 'sign_in_required')
})

test('sign-out ends one session, or all of a person', async () => {
  const [one, other, third] = [openBrowser(vezne), openBrowser(vezne), openBrowser(vezne)]
  for (const browser of [one, other, third]) await browser.signIn('finance')
  const stolen = one.cookie
  assert.equal((await one.call('DELETE', 'session')).status, 204)
  one.cookie = stolen
  assertProblem(await one.call('GET', 'me'), 'sign_in_required')
  const listed = await other.call('GET', 'sessions')
  assert.deepEqual(
    listed.body.slice(0, 2).map(({ is_current }: { is_current: boolean }) => is_current),
    [false, true],
  )
  assertProblem(
    await openBrowserWith(vezne, 'cashier').then((b) => b.call('DELETE', `sessions/${listed.body[0].id}`)),
    'resource_not_found',
  )
  assert.equal((await other.call('DELETE', 'sessions')).status, 204)
  assertProblem(await third.call('GET', 'me'), 'sign_in_required')
})

test('a cookie from before the sign-in, of another realm, or changed in one place opens nothing', async () => {
  const browser = await openBrowserWith(vezne, 'cashier')
  const fixed = browser.cookie as string
  await browser.signIn('cashier')
  assert.notEqual(browser.cookie, fixed)
  const mine = browser.cookie as string
  const ofOther = (await openBrowserWith(vezne, 'operator')).cookie as string
  for (const cookie of [
    fixed,
    ofOther.slice(0, 22) + mine.slice(22),
    `${mine.slice(0, 64)}${mine.endsWith('A') ? 'B' : 'A'}`,
    '',
    'x',
  ]) {
    const thief = openBrowser(vezne)
    thief.cookie = cookie
    assertProblem(await thief.call('GET', 'me'), 'sign_in_required')
  }
  assert.equal((await browser.call('GET', 'me')).status, 200)
})

test('a user who is disabled is out at the next request; a second factor is asked for in a step of its own', async () => {
  const people = openPeople(vezne)
  const id = await people.make('console-user', { roles: ['pos-viewer'] })
  const browser = openBrowser(vezne)
  const signIn = (more: object = {}) =>
    browser.call('POST', 'session', {
      body: { tenant: 'tenant-demo', email: 'console-user@people.example', password: PASSWORD, ...more },
    })
  assertProblem(await signIn({ password: 'wrong' }), 'invalid_credentials')
  assert.equal((await signIn()).status, 200)
  const { recoveryCodes } = await people.enrol(await people.token('console-user'))
  assertProblem(await browser.call('GET', 'me'), 'sign_in_required')
  assertProblem(await signIn(), 'otp_required')
  assertProblem(await signIn({ otp: '000000' }), 'invalid_credentials')
  const me = await signIn({ otp: recoveryCodes[0] })
  assert.deepEqual(me.body.factors, { totp: true, recovery_codes_left: 9, passkeys: 0 })
  await people.call('PUT', `/${id}`, { enabled: false })
  assertProblem(await browser.call('GET', 'cards/transactions'), 'sign_in_required')
  assertProblem(await signIn({ otp: recoveryCodes[1] }), 'invalid_credentials')
})

const openBrowserWith = async (program: Vezne, demo: string) => {
  const browser = openBrowser(program)
  const me = await browser.signIn(demo)
  assert.equal(me.status, 200, me.text)
  return browser
}

test('a card number in the name of a browser is kept masked', async () => {
  const browser = openBrowser(vezne)
  await browser.call('POST', 'session', { body: { demo: 'cashier' }, headers: { 'user-agent': 'X/4546711234567894' } })
  const { session } = (await browser.call('GET', 'me')).body
  assert.equal(session.user_agent, 'X/454671******7894')
})

test('step-up: what moves money or gives access asks for a password of the last five minutes, whatever way the path is written', async () => {
  const browser = openBrowser(vezne)
  const password = openPeople(vezne).demoPassword('admin@demo.example')
  const body = { tenant: 'tenant-demo', email: 'admin@demo.example', password }
  assert.equal((await browser.call('POST', 'session', { body })).status, 200)
  const pay = async (amount: number): Promise<string> => {
    const sent = { ...paymentBody(), amount: { amount, currency: 'TRY' } }
    const paid = await browser.call('POST', 'cards/payments', {
      body: sent,
      headers: { 'x-external-merchant-id': 'M-1001' },
    })
    return paid.body.transaction_id
  }
  const [small, large] = [await pay(20_000), await pay(200_000)]
  const guarded: [method: string, path: string, body: object][] = [
    ['POST', 'transfers/transfers/bulk/approve', { transfer_ids: [small] }],
    ['POST', 'transfers/transfers/bulk/send', { transfer_ids: [small] }],
    ['POST', 'identity/tenants/me/api-keys', { display_name: 'x' }],
    ['POST', 'identity/users', { username: 'abc', email: 'a@b.example', roles: ['pos-viewer'] }],
    ['POST', 'identity/tenants/me/roles', { name: 'some', includes: ['pos-viewer'] }],
    ['POST', 'identity/tenants/me/person-data/export', { email: 'x@b.example' }],
    ['POST', 'identity/tenants/me/person-data/erase', { email: 'x@b.example' }],
    ['DELETE', `transfers/connectoraccounts/${small}`, {}],
    ['POST', `cards/payments/${large}/refund`, {}],
    ['POST', 'cards/refund', { transaction_id: large, amount: 100_001 }],
    ['POST', 'cards/refund?x=1', { transaction_id: large }],
  ]
  await vezne.moveClock(6 * MINUTE_MS)
  for (const [method, path, sent] of guarded)
    assertProblem(await browser.call(method, path, { body: sent }), 'step_up_required')
  const within = await browser.call('POST', `cards/payments/${large}/refund`, { body: { amount: 100_000 } })
  assert.equal(within.status, 200, within.text)
  assert.equal((await browser.call('POST', `cards/payments/${small}/refund`, { body: {} })).status, 200)

  assertProblem(await browser.call('POST', 'step-up', { body: {} }), 'bad_request')
  assertProblem(await browser.call('POST', 'step-up', { body: { password: 'wrong' } }), 'invalid_credentials')
  assertProblem(await browser.call('POST', 'cards/refund', { body: { transaction_id: large } }), 'step_up_required')
  assert.equal((await browser.call('POST', 'step-up', { body: { password } })).status, 200)
  const refunded = await browser.call('POST', 'cards/refund', { body: { transaction_id: large } })
  assert.equal(refunded.status, 200, refunded.text)
})
