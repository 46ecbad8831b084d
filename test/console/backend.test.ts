/** Only the console's own pages reach its backend, not another site, a frame or another name; and a session needs no token; one's own password. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type App, startApp } from '../../src/app/app.ts'
import { buildUrls } from '../../src/infra/process/config.ts'
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
  const own = buildUrls(host, ports, { allowHttp, isTls: false })
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
  const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ n: number }>('select count(*)::int as n from refresh_tokens where is_user and replaced_at is not null'),
  )
  return row?.n ?? 0
}

test('twenty calls at two processes, after the tokens of the sign-in have run out: all are answered, and none is renewed', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('cashier')
  await change(vezne, 'update console_sessions set access_until = now()', [])
  await vezne.moveClock(120_000)
  const other = openBrowser({ request: http.request })
  other.cookie = browser.cookie
  const earlier = await renewals()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? browser : other).call('GET', 'preferences')),
  )
  assert.deepEqual([...new Set(answers.map(({ status, text }) => (status === 200 ? 200 : text)))], [200])
  assert.equal(await renewals(), earlier)
  assert.equal((await other.call('GET', 'me')).status, 200)
})

const signInsOf = (): Promise<{ id: string; is_ended: boolean }[]> =>
  vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query(
      `select r.id, r.dead_at is not null as is_ended from refresh_tokens r join console_sessions s on s.sign_in_id = r.id
        order by s.created desc, s.id desc`,
    ),
  )

test('a session that the release before began goes on, finds its sign-in, and ends with it', async () => {
  const people = openPeople(vezne)
  const id = await people.make('console-earlier')
  const browser = openBrowser(vezne)
  const body = { tenant: 'tenant-demo', username: 'console-earlier', password: PASSWORD }
  assert.equal((await browser.call('POST', 'session', { body })).status, 200)
  const [signIn] = await signInsOf()
  const forget = () => change(vezne, 'update console_sessions set sign_in_id = null where user_id = $1', [id])
  await forget()
  assert.equal((await browser.call('GET', 'me')).status, 200)
  assert.deepEqual((await signInsOf())[0], { id: signIn?.id, is_ended: false })
  await forget()
  assert.equal((await browser.call('GET', 'sessions')).body.length, 1)
  assert.equal((await people.call('POST', `/${id}/reset-password`, { password: OTHER_PASSWORD })).status, 204)
  await forget()
  assertProblem(await browser.call('GET', 'me'), 'sign_in_required')
})

test('sign-out ends the sign-in behind a session, also of one that the release before began; a proof of the password begins none', async () => {
  for (const isEarlier of [false, true]) {
    const browser = openBrowser(vezne)
    const password = openPeople(vezne).demoPassword('finance@demo.example')
    const body = { tenant: 'tenant-demo', username: 'finance@demo.example', password }
    assert.equal((await browser.call('POST', 'session', { body })).status, 200)
    const before = await signInsOf()
    assert.equal(before[0]?.is_ended, false)
    assert.equal((await browser.call('POST', 'step-up', { body: { password } })).status, 200)
    const open = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query(
        `select from refresh_tokens where is_user and dead_at is null and id not in (select sign_in_id from console_sessions where sign_in_id is not null)`,
      ),
    )
    assert.equal(open.length, 0)
    if (isEarlier) await change(vezne, 'update console_sessions set sign_in_id = null where ended_at is null', [])
    assert.equal((await browser.call('DELETE', 'session')).status, 204)
    assert.deepEqual(
      (await signInsOf()).find(({ id }) => id === before[0]?.id),
      { id: before[0]?.id, is_ended: true },
    )
  }
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
