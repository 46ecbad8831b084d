/** Only the console's own pages reach its backend, not another site, a frame or another name; and its tokens are renewed by one process at a time; one's own password. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type App, startApp } from '../../src/app/app.ts'
import { urlsOf } from '../../src/infra/process/config.ts'
import { portsFrom } from '../../src/infra/process/ports.ts'
import { FROM_PAGE, openBrowser } from '../support/console.ts'
import { freePortBase } from '../support/free-ports.ts'
import { openHttp } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let beside: App
let http: ReturnType<typeof openHttp>
before(async () => {
  const ports = portsFrom(await freePortBase())
  const { host, urls, allowHttp } = vezne.config
  const own = urlsOf(host, ports, { allowHttp, isTls: false })
  // Another one that answers requests, on the same database: tokens are of the same issuer.
  const config = { ...vezne.config, role: 'api' as const, ports, urls: { ...own, identity: urls.identity } }
  beside = await startApp(config, () => undefined)
  http = openHttp(own)
})
after(async () => {
  await http.close()
  await beside.close(5_000)
})

const renewals = async (): Promise<number> => {
  const [row] = await vezne.runtime.db.acrossTenants((tx) =>
    tx.query<{ n: number }>('select count(*)::int as n from refresh_tokens where is_user and replaced_at is not null'),
  )
  return row?.n ?? 0
}

test('twenty calls at two processes, when the access token is spent: one renewal, and all are answered', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('cashier')
  await change(vezne, 'update console_sessions set access_until = now()', [])
  const other = openBrowser({ request: http.request })
  other.cookie = browser.cookie
  const earlier = await renewals()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? browser : other).call('GET', 'preferences')),
  )
  assert.deepEqual([...new Set(answers.map(({ status, text }) => (status === 200 ? 200 : text)))], [200])
  assert.equal(await renewals(), earlier + 1)
  assert.equal((await other.call('GET', 'me')).status, 200)
})

test('a renewal that another process has begun: those who have a token yet go on with it', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('analyst')
  await vezne.moveClock(120_000)
  await change(vezne, `update console_sessions set refreshing_until = now() + interval '1 hour'`, [])
  assert.equal((await browser.call('GET', 'fraud/fraud/alerts')).status, 200)
})

test('sign-out at one process ends what the other one knows', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('finance')
  const other = openBrowser({ request: http.request })
  other.cookie = browser.cookie
  assert.equal((await other.call('GET', 'me')).status, 200)
  assert.equal((await browser.call('DELETE', 'session')).status, 204)
  assertProblem(await other.call('GET', 'transfers/transfers'), 'sign_in_required')
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a request of another site is refused, with the cookie too', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('cashier')
  const body = paymentBody()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '' },
    { 'x-console': '' },
    { host: 'rebound.example:4000' },
  ])
    assertProblem(await browser.call('POST', 'cards/payments', { body, headers }), 'cross_site_request')
  assertProblem(await browser.call('GET', 'me', { headers: { 'sec-fetch-site': 'cross-site' } }), 'cross_site_request')
  // A link of a page to an export sends no header of ours.
  assert.equal((await browser.call('GET', 'cards/transactions', { headers: { 'x-console': '' } })).status, 200)
  const signIn = { body: 'demo=cashier', headers: { ...FORM, 'sec-fetch-site': 'cross-site' } }
  assertProblem(await vezne.request('console', 'POST', '/console/sign-in', signIn), 'cross_site_request')
})

/** The page without the one script of ours it may have: that of passkeys. */
const withoutItsScript = (html: string) => html.replace('<script type="module" src="/console/sign-in.js"></script>', '')

test('the sign-in page works without script and leads nowhere else', async () => {
  const page = await vezne.request('console', 'GET', '/console/sign-in?lang=en&next=https://evil.example/')
  assert.equal(page.status, 200)
  assert.ok(Buffer.byteLength(page.text) < 15_000)
  assert.match(
    page.headers['content-security-policy'] ?? '',
    /^default-src 'none';.*frame-ancestors 'none'.*require-trusted-types-for 'script'/,
  )
  assert.deepEqual([page.headers['referrer-policy'], page.headers['cache-control']], ['no-referrer', 'no-store'])
  assert.doesNotMatch(withoutItsScript(page.text), /evil\.example|<script|style=|\son[a-z]+=/)
  for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/[^"?]*)"/g))
    assert.equal((await vezne.request('console', 'GET', path)).status, 200, path)

  const post = (body: string) =>
    vezne.request('console', 'POST', '/console/sign-in?lang=tr', {
      body,
      headers: { ...FORM, 'sec-fetch-site': FROM_PAGE['sec-fetch-site'] },
    })
  const script = '"><script>alert(1)</script>'
  const wrong = await post(
    String(new URLSearchParams({ tenant: script, username: script, password: 'typed-it', next: '//evil.example' })),
  )
  assert.equal(wrong.status, 401)
  assert.doesNotMatch(withoutItsScript(wrong.text), /<script|typed-it|evil\.example/)
  assert.match(wrong.text, /Kuruluş, ad, parola veya kod yanlış/)
  const password = vezne.demo.tenants[0]?.users.find(({ email }) => email === 'cashier@demo.example')?.password ?? ''
  const right = await post(
    String(
      new URLSearchParams({
        tenant: 'tenant-demo',
        username: 'cashier@demo.example',
        password,
        next: '/console/payments?status=failed',
      }),
    ),
  )
  assert.deepEqual([right.status, right.headers.location], [303, '/console/payments?status=failed'])
  assert.match(right.headers['set-cookie'] ?? '', /^__Host-vezne=/)
  assert.equal((await post('demo=analyst&next=/console//evil.example')).headers.location, '/console/')
})

test('one’s own password is changed where one is signed in: every session ends and another begins here', async () => {
  const people = openPeople(vezne)
  await people.make('console-owner')
  const [browser, elsewhere] = [openBrowser(vezne), openBrowser(vezne)]
  const signIn = (of: typeof browser, password: string) =>
    of.call('POST', 'session', { body: { tenant: 'tenant-demo', email: 'console-owner@people.example', password } })
  for (const each of [browser, elsewhere]) assert.equal((await signIn(each, PASSWORD)).status, 200)
  const before = browser.cookie
  const change = (password: string, new_password: string) =>
    browser.call('POST', 'password', { body: { password, new_password } })
  assertProblem(await change(OTHER_PASSWORD, OTHER_PASSWORD), 'invalid_credentials')
  assert.equal(assertProblem(await change(PASSWORD, 'short'), 'bad_request').errors[0].field, 'new_password')
  assert.equal((await browser.call('GET', 'sessions')).body.length, 2)
  const changed = await change(PASSWORD, OTHER_PASSWORD)
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.body.session.is_demo, false)
  assert.notEqual(browser.cookie, before)
  const listed = await browser.call('GET', 'sessions')
  assert.deepEqual(
    listed.body.map(({ id, is_current }: { id: string; is_current: boolean }) => [id, is_current]),
    [[changed.body.session.id, true]],
  )
  assertProblem(await elsewhere.call('GET', 'me'), 'sign_in_required')
  assertProblem(await signIn(elsewhere, PASSWORD), 'invalid_credentials')
  assert.equal((await signIn(elsewhere, OTHER_PASSWORD)).status, 200)
})
