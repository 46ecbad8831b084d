/** The start page: addresses, first steps, and an inbox that distinguishes a valid signature from a forged one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '../../src/infra/process/config.ts'
import { overviewPage } from '../../src/start-page/overview-page.ts'
import { paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
const get = (path: string) => vezne.request('console', 'GET', path)

interface Shown {
  type: string
  isVerified: boolean
  body: string
}

/** Reads the stream until an event is as wished. */
const untilShown = async (isSo: (event: Shown) => boolean): Promise<Shown> => {
  const stop = new AbortController()
  const { body, headers } = await fetch(`${vezne.urls.console}/inbox/stream`, { signal: stop.signal })
  assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
  let text = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, json]) => JSON.parse(json!) as Shown)
    const found = events.find(isSo)
    if (!found) continue
    stop.abort()
    return found
  }
  throw new Error('the stream ended')
}

test('lists every surface with its reference and document, and loads nothing from elsewhere', async () => {
  const { status, text, headers } = await get('/')
  assert.equal(status, 200)
  for (const surface of ['cards', 'transfers', 'fraud', 'identity'] as const) {
    assert.ok(text.includes(`href="${vezne.urls[surface]}/reference"`))
    assert.ok(text.includes(`href="${vezne.urls[surface]}/openapi.json"`))
  }
  assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.doesNotMatch(text, /<script>|<style|\son[a-z]+=|style=/)
  for (const asset of [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)])
    assert.equal((await get(`${asset[1]}`)).status, 200, asset[0])
  for (const { clients } of vezne.demo.tenants)
    for (const { client_secret } of Object.values(clients)) assert.ok(!text.includes(client_secret))
})

test('a payment of the demo tenant appears in the inbox, verified', async () => {
  const token = await vezne.token('pos')
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-1001' },
  })
  const shown = await untilShown(({ body }) => body.includes(paid.body.transaction_id))
  assert.deepEqual([shown.type, shown.isVerified], ['payment.completed', true])
})

test('a forged event is displayed as forged and refused with 401', async () => {
  const body = '{"type":"payment.completed","data":{"amount":1}}'
  const headers = {
    'x-service-event': 'payment.completed',
    'x-service-timestamp': String(Math.floor(Date.now() / 1_000)),
    'x-service-signature': `sha256=${'0'.repeat(64)}`,
  }
  assert.equal((await vezne.request('console', 'POST', '/inbox', { body, headers })).status, 401)
  const shown = await untilShown((event) => event.body === body)
  assert.equal(shown.isVerified, false)
})

test('the page a problem’s type links to', async () => {
  const { body } = await vezne.request('cards', 'GET', '/api/v1/payments')
  assert.ok(body.type.startsWith(vezne.urls.console))
  const page = await get(new URL(body.type).pathname)
  assert.equal(page.status, 200)
  assert.ok(page.text.includes(body.code) && page.text.includes(body.title))
  assert.equal((await get('/errors/constructor')).status, 404)
  assert.equal((await get('/nothing')).status, 404)
})

test('outside the sandbox it shows addresses, no demo and no inbox', () => {
  const config = loadConfig({
    VEZNE_ENV: 'production',
    DATABASE_APP_URL: 'postgres://acts@db/vezne',
    VEZNE_CARDS_URL: 'https://pay.example/<script>',
  })
  const text = overviewPage(config, { tryIt: [], hasInbox: false })
  assert.ok(text.includes('https://pay.example/&lt;script&gt;') && text.includes('production'))
  assert.doesNotMatch(text, /<script>|demo|inbox/i)
})
