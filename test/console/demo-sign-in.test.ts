/** One click lets a demo person in on this machine alone: by default where nobody else can come, and never somebody from elsewhere. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadConfig } from '../../src/infra/process/config.ts'
import { openBrowser } from '../support/console.ts'
import { assertProblem } from '../support/problems.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let plain: Vezne
let behindProxy: Vezne
before(async () => {
  plain = await startVezne()
  behindProxy = await startVezne({
    env: { VEZNE_DEMO_SIGN_IN: 'on', VEZNE_TRUSTED_PROXIES: '127.0.0.1' },
  })
})
after(() => Promise.all([plain.stop(), behindProxy.stop()]))

const OFF: Record<string, string>[] = [
  { VEZNE_HOST: '0.0.0.0' },
  { VEZNE_CONSOLE_URL: 'https://sandbox.pay.example' },
  { VEZNE_CONSOLE_URL: 'http://127.pay.example' },
  { VEZNE_CONSOLE_URL: 'http://localhost.pay.example' },
  { VEZNE_TRUSTED_PROXIES: '127.0.0.1' },
  { VEZNE_TRUSTED_PROXIES: '10.0.0.0/8', VEZNE_CONSOLE_URL: 'http://localhost:4000' },
  { VEZNE_DEMO_SIGN_IN: 'off' },
]
const ON: Record<string, string>[] = [
  {},
  { VEZNE_CONSOLE_URL: 'http://localhost:4000' },
  { VEZNE_CONSOLE_URL: 'http://[::1]:4000' },
  { VEZNE_CONSOLE_URL: 'https://sandbox.pay.example', VEZNE_DEMO_SIGN_IN: 'on' },
]
for (const [isOn, all] of [
  [false, OFF],
  [true, ON],
] as const)
  for (const env of all)
    test(`${isOn ? 'on' : 'off'}: ${JSON.stringify(env)}`, () => {
      assert.equal(loadConfig({ VEZNE_DATA_DIR: '/nowhere', ...env }).demoSignIn, isOn)
    })

test('whoever comes from elsewhere is shown no demo person and let in as none, also where the setting is on', async () => {
  for (const from of ['203.0.113.9', '10.0.0.7', '127.0.0.1, 203.0.113.9', '::ffff:203.0.113.9']) {
    const headers = { 'x-forwarded-for': from }
    const browser = openBrowser(behindProxy)
    assertProblem(await browser.call('POST', 'session', { body: { demo: 'operator' }, headers }), 'route_not_found')
    assert.deepEqual((await browser.call('GET', 'demo-people', { headers })).body, [])
    const page = await behindProxy.request('console', 'GET', '/console/sign-in', { headers })
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, /name="demo"/)
  }
})

test('a forwarding header of a proxy that is not trusted says that somebody else may call', async () => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }, { via: '1.1 edge' }]) {
    const browser = openBrowser(plain)
    assertProblem(await browser.call('POST', 'session', { body: { demo: 'cashier' }, headers }), 'route_not_found')
  }
})

test('a session that began by one click here is not confirmed by one from elsewhere', async () => {
  const browser = openBrowser(plain)
  assert.equal((await browser.signIn('admin')).status, 200)
  assert.equal((await browser.call('POST', 'step-up', { body: {} })).status, 200)
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  assertProblem(await browser.call('POST', 'step-up', { body: {}, headers }), 'bad_request')
})
