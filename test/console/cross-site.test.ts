/** Only the console's own pages reach its backend: another site, a frame, another name for this machine and forms with a script in them do not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FROM_PAGE, openBrowser } from '../support/console.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
before(async () => {
  vezne = await startVezne()
})
after(() => vezne.stop())

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

test('the sign-in page works without script and leads nowhere else', async () => {
  const page = await vezne.request('console', 'GET', '/console/sign-in?lang=en&next=https://evil.example/')
  assert.equal(page.status, 200)
  assert.ok(Buffer.byteLength(page.text) < 15_000)
  assert.match(
    page.headers['content-security-policy'] ?? '',
    /^default-src 'none';.*frame-ancestors 'none'.*require-trusted-types-for 'script'/,
  )
  assert.deepEqual([page.headers['referrer-policy'], page.headers['cache-control']], ['no-referrer', 'no-store'])
  assert.doesNotMatch(page.text, /evil\.example|<script|style=|\son[a-z]+=/)
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
  assert.doesNotMatch(wrong.text, /<script|typed-it|evil\.example/)
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
