/** A person with a session, and whoever sits at an open desk, tries to get past what the console guards. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { type Browser, FROM_PAGE, openBrowser } from '../support/console.ts'
import { moveToMorning } from '../support/moments.ts'
import { paymentBody } from '../support/payments.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const MINUTE_MS = 60_000

const vezne = useVezne({ limits: 'plan' })

/** By password: of a demo person no password is asked again. */
const openAdmin = async (): Promise<Browser & { password: string }> => {
  const browser = openBrowser(vezne)
  const password = openPeople(vezne).demoPassword('admin@demo.example')
  const body = { tenant: 'tenant-demo', email: 'admin@demo.example', password }
  assert.equal((await browser.call('POST', 'session', { body })).status, 200)
  return Object.assign(browser, { password })
}

test('operations without a token are not passed on, however the path is written', async () => {
  const browser = await openAdmin()
  const body = { username: 'admin@demo.example', password: browser.password }
  for (const path of [
    'identity/auth/tenant-demo/login',
    'identity/%61uth/tenant-demo/login',
    'identity/a%75th/tenant-demo/token',
    'identity/%61uth/tenant-demo/change-password',
    'cards/payments/3d/callback',
  ])
    assertProblem(await browser.call('POST', path, { body }), 'route_not_found')
  for (const path of ['identity/health/ready', 'identity/%61uth/tenant-demo/.well-known/jwks.json'])
    assertProblem(await browser.call('GET', path), 'route_not_found')
})

test('limits of dear operations hold for the people of an organization too, apart from its programs', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('finance')
  const create = () =>
    browser.call('POST', 'transfers/transfers/bulk/create', {
      body: { transfers: [] },
      headers: { 'x-external-merchant-id': 'M-1001' },
    })
  for (let times = 0; times < 10; times++) assert.equal((await create()).body.code, 'bad_request')
  assertProblem(await create(), 'rate_limit_exceeded')
  const program = await vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', {
    token: await vezne.token('checker'),
    headers: { 'x-tenant-id': vezne.demo.tenants[0]!.tenant_id, 'x-external-merchant-id': 'M-1001' },
    body: { transfers: [] },
  })
  assert.equal(program.body.code, 'bad_request', program.text)
})

test('step-up: parts of a refund count together, a void counts as its payment, and what decides about it is guarded itself', async () => {
  await moveToMorning(vezne)
  const browser = await openAdmin()
  const pay = async (amount: number): Promise<string> => {
    const sent = { ...paymentBody(), amount: { amount, currency: 'TRY' } }
    const headers = { 'x-external-merchant-id': 'M-1001' }
    return (await browser.call('POST', 'cards/payments', { body: sent, headers })).body.transaction_id
  }
  const [small, large] = [await pay(20_000), await pay(400_000)]
  await vezne.moveClock(6 * MINUTE_MS)
  const refund = (amount: number) => browser.call('POST', 'cards/refund', { body: { transaction_id: large, amount } })
  assert.equal((await refund(60_000)).status, 200)
  assert.equal((await refund(40_000)).status, 200)
  assertProblem(await refund(1), 'step_up_required')
  const another = await pay(400_000)
  const guarded: [method: string, path: string, body: object][] = [
    ['POST', `cards/payments/${another}/void`, {}],
    ['POST', 'cards/void', { transaction_id: another }],
    ['POST', 'cards/settings', { key: 'console.refund_step_up_minor', value: '999999999' }],
    ['POST', 'transfers/settings', { key: 'transfers.separation', value: 'none' }],
    ['POST', 'cards/webhook-subscriptions', { url: 'https://example.com/', events: ['payment.completed'] }],
    ['POST', 'transfers/webhooks', { url: 'https://example.com/', events: ['transfer.created'] }],
  ]
  for (const [method, path, body] of guarded)
    assertProblem(await browser.call(method, path, { body }), 'step_up_required')
  assert.equal((await browser.call('POST', `cards/payments/${small}/void`, { body: {} })).status, 200)
})

test('step-up: refunds at the same moment count together, and another currency than that of the limit always asks', async () => {
  const browser = await openAdmin()
  const pay = async (currency: string): Promise<string> => {
    const sent = { ...paymentBody(), amount: { amount: 1_000_000, currency } }
    const headers = { 'x-external-merchant-id': 'M-1001' }
    return (await browser.call('POST', 'cards/payments', { body: sent, headers })).body.transaction_id
  }
  const [lira, dollars] = [await pay('TRY'), await pay('USD')]
  await vezne.moveClock(6 * MINUTE_MS)
  const refund = (transaction_id: string, amount: number) =>
    browser.call('POST', 'cards/refund', { body: { transaction_id, amount } })
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(lira, 99_000)))
  const codes = answers.map(({ status, body }) => (status === 200 ? 200 : body.code))
  assert.deepEqual(codes.toSorted(), [200, ...Array.from({ length: 9 }, () => 'step_up_required')])
  assertProblem(await refund(dollars, 1), 'step_up_required')
  assertProblem(await browser.call('POST', `cards/payments/${dollars}/void`, { body: {} }), 'step_up_required')
  // What is no refund at all is told without asking.
  assertProblem(await refund(lira, 1_000_001), 'refund_exceeds_original')
})

test('only the session says who calls: no header, ticket or token of a page does', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('cashier')
  const { tenant } = (await browser.call('GET', 'me')).body
  for (const authorization of [`Bearer ${await vezne.token('admin')}`, randomUUID(), 'x']) {
    const headers = {
      authorization,
      'x-tenant-id': '00000000-0000-4000-8000-000000000001',
      'x-console-authenticated-at': String(Date.now() + 86_400_000),
    }
    assertProblem(await browser.call('GET', 'identity/users', { headers }), 'forbidden')
    assert.equal((await browser.call('GET', 'identity/me', { headers })).body.tenant_id, tenant.id)
    assertProblem(await openBrowser(vezne).call('GET', 'cards/transactions', { headers }), 'sign_in_required')
    assertProblem(
      await vezne.request('cards', 'GET', '/api/v1/transactions', { headers: { authorization: randomUUID() } }),
      'invalid_token',
    )
  }
})

test('two people at once at the same surface: each is answered as who they are', async () => {
  const [cashier, operator] = [openBrowser(vezne), openBrowser(vezne)]
  await cashier.signIn('cashier')
  await operator.signIn('operator')
  const names = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const { body } = await (at % 2 ? cashier : operator).call('GET', 'identity/me')
      return `${at % 2} ${body.email ?? body.username}`
    }),
  )
  assert.deepEqual([...new Set(names)].toSorted(), ['0 operator@demo.example', '1 cashier@demo.example'])
})

const streamOf = (browser: Browser, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${vezne.urls.console}/console/api/stream`, {
    headers: { ...FROM_PAGE, cookie: `__Host-vezne=${browser.cookie}`, ...headers },
    ...(signal ? { signal } : {}),
  })

test('streams that begin nowhere, or are left before they begin, do not use up those a person has', async () => {
  const browser = openBrowser(vezne)
  const { tenant } = (await browser.signIn('analyst')).body
  const gone = new AbortController()
  const open: Response[] = [] // held: a body that nobody reads any more is cancelled when its answer is collected
  for (const id of [
    '99999999999999999999.9',
    '1.9999999999999999999',
    '18446744073709551615.0',
    '1.0',
    'x',
    '',
    '',
    '',
    '',
  ]) {
    open.push(await streamOf(browser, { 'last-event-id': id }, gone.signal))
    assert.equal(open.at(-1)?.status, 200, id)
  }
  await vezne.runtime.db.transaction({ of: tenant.id }, async (tx) => {
    await tx.query('select from console_watches where tenant_id = $1 for update', [tenant.id])
    const more = [streamOf(browser, {}, gone.signal), streamOf(browser, {}, gone.signal)]
    assert.equal((await Promise.race(more)).status, 429) // the other one waits
    gone.abort()
    assert.equal(open.length, 9)
    await Promise.allSettled(more)
    await browser.call('GET', 'me') // after it, the program has seen them go
  })
  await until('ten free again', async () => {
    const stop = new AbortController()
    const answers = await Promise.all(Array.from({ length: 10 }, () => streamOf(browser, {}, stop.signal)))
    stop.abort()
    return answers.every(({ status }) => status === 200)
  })
})

test('a body without a length, and one that is broken off, take and give back memory as at the surfaces', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('cashier')
  const { host, hostname, port } = new URL(vezne.urls.console)
  const begin = (framing: string, bytes: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        const from = `Sec-Fetch-Site: same-origin\r\nX-Console: 1\r\nX-External-Merchant-Id: M-1001\r\nCookie: __Host-vezne=${browser.cookie}\r\n`
        socket.write(
          `POST /console/api/cards/payments HTTP/1.1\r\nHost: ${host}\r\n${from}Content-Type: application/json\r\n${framing}\r\n\r\n${bytes}`,
          () => resolve(socket),
        )
      })
      socket.on('error', reject)
    })
  const large = () =>
    browser.call('POST', 'cards/payments', {
      body: { a: 'x'.repeat(1_000_000) },
      headers: { 'x-external-merchant-id': 'M-1001' },
    })
  const chunk = `${(1_000).toString(16)}\r\n${'x'.repeat(1_000)}\r\n`
  for (const [framing, bytes] of [
    ['Transfer-Encoding: chunked', chunk],
    ['Content-Length: 1048576', 'x'.repeat(1_000)],
  ] as const) {
    const held = await Promise.all(Array.from({ length: 6 }, () => begin(framing, bytes)))
    await until('no memory left', async () => (await large()).status === 503)
    for (const socket of held) socket.destroy()
    await until('memory given back', async () => (await large()).status === 400)
  }
})

test('a role taken away, a password that was set anew and a suspended organization count at the next request', async () => {
  const people = openPeople(vezne)
  const id = await people.make('console-attacks', { roles: ['pos-viewer', 'fraud-analyst'] })
  const browser = openBrowser(vezne)
  const signIn = (password: string) =>
    browser.call('POST', 'session', { body: { tenant: 'tenant-demo', username: 'console-attacks', password } })
  assert.equal((await signIn(PASSWORD)).status, 200)
  assert.equal((await people.call('PUT', `/${id}`, { roles: ['pos-viewer'] })).status, 200)
  assertProblem(await browser.call('GET', 'fraud/fraud/alerts'), 'forbidden')
  assert.equal((await browser.call('GET', 'cards/transactions')).status, 200)
  assert.equal((await people.call('PUT', `/${id}`, { roles: ['pos-viewer', 'fraud-analyst'] })).status, 200)
  assert.equal((await browser.call('GET', 'fraud/fraud/alerts')).status, 200)
  const stolen = browser.cookie
  assert.equal((await people.call('POST', `/${id}/reset-password`, { password: OTHER_PASSWORD })).status, 204)
  assertProblem(await browser.call('GET', 'cards/transactions'), 'sign_in_required')
  assert.equal((await signIn(OTHER_PASSWORD)).status, 200)
  const thief = Object.assign(openBrowser(vezne), { cookie: stolen })
  assertProblem(await thief.call('GET', 'me'), 'sign_in_required')
  const operator = openBrowser(vezne)
  const { tenant } = (await openBrowser(vezne).signIn('cashier')).body
  await operator.signIn('operator')
  assert.equal((await operator.call('POST', `identity/platform/tenants/${tenant.id}/suspend`)).status, 200)
  assertProblem(await browser.call('GET', 'cards/transactions'), 'sign_in_required')
  assertProblem(await openBrowser(vezne).signIn('cashier'), 'realm_suspended')
  assert.equal((await operator.call('POST', `identity/platform/tenants/${tenant.id}/activate`)).status, 200)
})
