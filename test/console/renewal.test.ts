/** Tokens behind a session are renewed by one process at a time; whoever calls at that moment keeps the session. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type App, startApp } from '../../src/app/app.ts'
import { portsFrom, urlsOf } from '../../src/infra/process/config.ts'
import { openBrowser } from '../support/console.ts'
import { freePortBase } from '../support/free-ports.ts'
import { openHttp } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let beside: App
let http: ReturnType<typeof openHttp>
before(async () => {
  vezne = await startVezne()
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
  await vezne.stop()
})

const renewals = async (): Promise<number> => {
  const [row] = await vezne.runtime.db.acrossTenants((tx) =>
    tx.query<{ n: number }>('select count(*)::int as n from refresh_tokens where is_user and replaced_at is not null'),
  )
  return row?.n ?? 0
}

test('forty calls at two processes, when the access token is spent: one renewal, and all are answered', async () => {
  const browser = openBrowser(vezne)
  await browser.signIn('cashier')
  await change(vezne, 'update console_sessions set access_until = now()', [])
  const other = openBrowser({ request: http.request })
  other.cookie = browser.cookie
  const earlier = await renewals()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 ? browser : other).call('GET', 'cards/transactions?page_size=1')),
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
