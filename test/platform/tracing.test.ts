/** Spans: a payment is one trace from its caller through the bank's call to the delivery; without a collector there are none. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { isTracing } from '../../src/infra/tracing/tracing.ts'
import { type BankProcess, startBank } from '../support/bank.ts'
import { type HookShop, openHookShop } from '../support/hook-shop.ts'
import { paymentBody } from '../support/payments.ts'
import type { VezneProcess } from '../support/process.ts'
import { startBeside } from '../support/second-process.ts'
import { until } from '../support/until.ts'

interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

/** A collector of OTLP in JSON; it can refuse. */
const startCollector = async () => {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    if (state.status === 200 && request.url === '/v1/traces') {
      texts.push(text)
      for (const { scopeSpans } of JSON.parse(text).resourceSpans)
        for (const each of scopeSpans) spans.push(...each.spans)
    }
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const attribute = (span: CollectedSpan | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0]

let shop: HookShop
let bank: BankProcess
/** Delivers what the other process was asked for. */
let worker: VezneProcess
let collector: Awaited<ReturnType<typeof startCollector>>
before(async () => {
  assert.equal(isTracing(), false)
  collector = await startCollector()
  shop = await openHookShop({ env: { VEZNE_OTLP_URL: collector.url, VEZNE_ROLE: 'api' } })
  worker = await startBeside(shop.vezne, { VEZNE_OTLP_URL: collector.url, VEZNE_ROLE: 'worker' })
  bank = await startBank({ port: shop.vezne.config.ports.bank })
})
after(async () => {
  worker.kill('SIGTERM')
  await worker.exit
  await bank.stop()
  await shop.close()
  await collector.close()
  assert.equal(isTracing(), false)
})

const TRACE = 'c0ffee00c0ffee00c0ffee00c0ffee00'
const OF_CALLER = '1234567890abcdef'
const ofTrace = (id: string) => collector.spans.filter(({ traceId }) => traceId === id)
const named = (id: string, name: string) => ofTrace(id).find((span) => span.name === name)

test("a payment is one trace: its caller's, the request, the bank's call, the delivery by another process", async () => {
  await shop.subscribe({ events: ['payment.completed'] })
  const body = paymentBody({ extra_properties: { connector_configuration_id: 'NESTPAY-DEMO' } })
  const headers = { 'x-external-merchant-id': 'M-3001', traceparent: `00-${TRACE}-${OF_CALLER}-01` }
  const received = await shop.next(async () => {
    const answer = await shop.call('POST', '/api/v1/payments', { body, headers })
    assert.equal(answer.body.status, 'completed', answer.text)
  })
  // Two processes send them, each in its own time.
  const names = ['POST /api/v1/payments', 'bank sale', 'deliver payment.completed']
  await until('all spans are collected', async () => {
    const calls = ofTrace(TRACE).filter(({ name }) => name === 'POST')
    return names.every((name) => named(TRACE, name) !== undefined) && calls.length === 2
  })

  const server = named(TRACE, 'POST /api/v1/payments')!
  assert.deepEqual([server.kind, server.parentSpanId], [2, OF_CALLER])
  assert.equal(attribute(server, 'http.route'), '/api/v1/payments')
  assert.equal(attribute(server, 'http.response.status_code'), 200)
  const sale = named(TRACE, 'bank sale')!
  assert.equal(sale.parentSpanId, server.spanId)
  assert.deepEqual(
    [attribute(sale, 'vezne.bank.family'), attribute(sale, 'vezne.bank.outcome')],
    ['nestpay', 'approved'],
  )
  const calls = ofTrace(TRACE).filter(({ name }) => name === 'POST')
  const toBank = calls.find(({ parentSpanId }) => parentSpanId === sale.spanId)
  const toShop = calls.find((call) => call !== toBank)
  assert.deepEqual([toBank!.kind, toBank!.parentSpanId], [3, sale.spanId])
  const delivery = named(TRACE, 'deliver payment.completed')!
  assert.equal(delivery.parentSpanId, server.spanId)
  assert.equal(attribute(delivery, 'vezne.correlation_id'), attribute(server, 'vezne.correlation_id'))
  assert.equal(toShop!.parentSpanId, delivery.spanId)
  assert.equal(received.headers.traceparent, `00-${TRACE}-${toShop!.spanId}-01`)
})

test('a caller without a trace, or with what is none, begins one', async () => {
  for (const traceparent of [undefined, '00-zz-1-01', `00-${'0'.repeat(32)}-${OF_CALLER}-01`]) {
    const headers = { 'x-external-merchant-id': 'M-3001', ...(traceparent === undefined ? {} : { traceparent }) }
    const answer = await shop.call('GET', '/api/v1/payments/none', { headers })
    assert.equal(answer.status, 404)
    const correlation = answer.headers['x-correlation-id']
    await until('its span is collected', async () =>
      collector.spans.some((span) => attribute(span, 'vezne.correlation_id') === correlation),
    )
    const span = collector.spans.find((each) => attribute(each, 'vezne.correlation_id') === correlation)!
    assert.match(span.traceId, /^(?!0{32})[0-9a-f]{32}$/)
    assert.ok(!span.parentSpanId)
  }
})

test('a trace that its caller does not sample is not sent', async () => {
  const id = 'd'.repeat(32)
  await shop.call('GET', '/api/v1/payments/none', { headers: { traceparent: `00-${id}-${OF_CALLER}-00` } })
  await shop.call('GET', '/api/v1/payments/none', { headers: { traceparent: `00-${'e'.repeat(32)}-${OF_CALLER}-01` } })
  await until('the later one is collected', async () => ofTrace('e'.repeat(32)).length > 0)
  assert.deepEqual(ofTrace(id), [])
})

test('no span has a card number, a secret, or a path that a caller chose', () => {
  const all = collector.texts.join('\n')
  assert.doesNotMatch(all, /4546711234567894|Ayşe|"cvv"|Bearer|\/hook|payments\/none/)
  assert.ok(collector.spans.length > 10, `${collector.spans.length}`)
})

test('a collector that refuses delays nobody, is logged once, and what it misses is counted', async () => {
  collector.state.status = 400
  for (let at = 0; at < 3; at++) assert.equal((await shop.call('GET', '/api/v1/payments/none')).status, 404)
  const { metrics } = shop.vezne.config.ports
  const lost = async (): Promise<number> =>
    Number(
      /^vezne_spans_lost_total (\d+)$/m.exec(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text())![1],
    )
  await until('the loss is counted', async () => (await lost()) > 0)
  collector.state.status = 200
})
