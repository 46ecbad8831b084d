/** Webhooks of the SDK: what verifies, what is refused and why, and receivers that take the bytes as they came. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fastify } from 'fastify'
import {
  expressReceiver,
  fastifyReceiver,
  fetchReceiver,
  honoReceiver,
  type VezneEvent,
  verify,
} from '../../sdk/src/webhooks/index.ts'
import { type SignedDelivery, signDelivery, signEvent } from '../../sdk/src/webhooks/testing.ts'
import { Secret } from '../../src/core/secret.ts'
import { signDelivery as signAsService } from '../../src/webhooks/signing/sign-delivery.ts'

const SECRET = 'whsec_of_the_test'
const NOW = Date.parse('2026-05-11T09:30:00Z')
const now = () => NOW
const signed = () => signEvent('payment.completed', { external_id: 'sipariş-1', amount: 12_990 }, SECRET, { now })

test('the signature is that of the service, and a delivery of it verifies', async () => {
  const { body, headers } = await signed()
  const stamp = headers['x-service-timestamp'] ?? ''
  assert.equal(headers['x-service-signature'], signAsService(new Secret(SECRET), stamp, Buffer.from(body)))
  for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body).buffer]) {
    const event = await verify(raw, headers, SECRET, { now })
    assert.equal(event.type === 'payment.completed' && event.data.external_id, 'sipariş-1')
  }
  await verify(body, new Headers(headers), ['whsec_new', SECRET], { now })
  await verify(body, Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), [v]])), SECRET, {
    now,
  })
})

test('a secret that was not set signs nothing, and does not stand in the way of the other', async () => {
  const { body, headers } = await signed()
  assert.equal((await verify(body, headers, ['', SECRET], { now })).type, 'payment.completed')
  for (const none of ['', [], ['']] as const) await assert.rejects(verify(body, headers, none, { now }), /no secret/)
  const foreign = { get: (name: string) => new Headers(headers).get(name) }
  assert.equal((await verify(body, foreign as Headers, SECRET, { now })).type, 'payment.completed')
})

test('a fetch handler reads no more than an event has', async () => {
  const { errors, options } = heard()
  let pulled = 0
  const endless = new ReadableStream({
    pull(controller) {
      pulled++
      assert.ok(pulled < 100, 'it reads on')
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  const request = new Request('http://shop/hooks', { method: 'POST', body: endless, duplex: 'half' } as RequestInit)
  assert.equal((await fetchReceiver(options)(request)).status, 400)
  assert.match(String(errors[0]), /larger than an event/)
})

test('during a rotation the old secret verifies by the second header', async () => {
  const { body, headers } = await signed()
  const rotated = {
    ...headers,
    'x-service-signature': `sha256=${'0'.repeat(64)}`,
    'x-service-signature-previous': headers['x-service-signature'],
  }
  assert.equal((await verify(body, rotated, SECRET, { now })).type, 'payment.completed')
})

const refusals: [
  fault: string,
  change: (delivery: SignedDelivery) => { body: unknown; headers: Record<string, string> },
][] = [
  ['wrong_signature', ({ body, headers }) => ({ body: `${body} `, headers })],
  ['wrong_signature', ({ body, headers }) => ({ body, headers: { ...headers, 'x-service-signature': 'sha256=zz' } })],
  ['timestamp_out_of_range', ({ body, headers }) => ({ body, headers: { ...headers, 'x-service-timestamp': '1' } })],
  ['timestamp_out_of_range', ({ body, headers }) => ({ body, headers: { ...headers, 'x-service-timestamp': 'x' } })],
  ['header_missing', ({ body }) => ({ body, headers: {} })],
  ['body_was_parsed', ({ body, headers }) => ({ body: JSON.parse(body), headers })],
]
for (const [fault, change] of refusals)
  test(`${fault} is refused`, async () => {
    const { body, headers } = change(await signed())
    await assert.rejects(verify(body as string, headers, SECRET, { now }), { fault })
  })

test('a signed body that is no event, and the edges of the tolerance', async () => {
  const odd = await signDelivery('[]', SECRET, { now })
  await assert.rejects(verify(odd.body, odd.headers, SECRET, { now }), { fault: 'not_an_event' })
  const { body, headers } = await signed()
  for (const [off, takes] of [
    [300_000, true],
    [-300_000, true],
    [301_000, false],
    [-301_000, false],
  ] as const)
    assert.equal(
      await verify(body, headers, SECRET, { now: () => NOW + off }).then(
        () => true,
        () => false,
      ),
      takes,
      String(off),
    )
})

const heard = () => {
  const events: VezneEvent[] = []
  const errors: unknown[] = []
  const options = {
    secret: SECRET,
    now,
    onEvent: (event: VezneEvent) => void events.push(event),
    onError: (error: unknown) => void errors.push(error),
  }
  return { events, errors, options }
}
const post = (url: string, { body, headers }: SignedDelivery): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers })

test('fetch handlers: taken, refused, and told when the body was read before', async () => {
  const { events, errors, options } = heard()
  const delivery = await signed()
  const request = () => new Request('http://shop/hooks', { method: 'POST', ...delivery })
  assert.equal((await fetchReceiver(options)(request())).status, 200)
  assert.equal((await honoReceiver(options)({ req: { raw: request() } })).status, 200)
  const read = request()
  await read.json()
  assert.equal((await fetchReceiver(options)(read)).status, 500)
  assert.match(String(errors[0]), /was read before/)
  assert.equal((await fetchReceiver({ ...options, secret: 'whsec_other' })(request())).status, 400)
  assert.equal(events.length, 2)
})

test('a handler that throws is answered 500, so that the event comes again', async () => {
  const { errors, options } = heard()
  const receiver = fetchReceiver({
    ...options,
    onEvent: () => {
      throw new Error('the database is away')
    },
  })
  const answer = await receiver(new Request('http://shop/hooks', { method: 'POST', ...(await signed()) }))
  assert.deepEqual([answer.status, String(errors[0])], [500, 'Error: the database is away'])
  assert.doesNotMatch(await answer.text(), /database/)
})

const parsers: [name: string, status: number, before: (body: string) => unknown][] = [
  ['nothing', 200, () => undefined],
  ['express.raw()', 200, (body) => Buffer.from(body)],
  ['express.text()', 200, (body) => body],
  ['express.json()', 500, (body) => JSON.parse(body)],
]
for (const [name, status, parse] of parsers)
  test(`node:http and Express after ${name}: ${status}`, async () => {
    const { events, errors, options } = heard()
    const delivery = await signed()
    const receiver = expressReceiver(options)
    const server = createServer(async (request, response) => {
      const body = parse(delivery.body)
      if (body !== undefined) {
        await request.toArray()
        Object.assign(request, { body })
      }
      await receiver(request, response)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const answer = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, delivery)
    server.close()
    assert.deepEqual([answer.status, events.length], [status, status === 200 ? 1 : 0])
    if (status === 500) assert.match(String(errors[0]), /express\.json\(\)/)
  })

test('Fastify: the receiver has the bytes, other routes keep their parsed bodies', async () => {
  const { events, options } = heard()
  const app = fastify()
  app.register(fastifyReceiver('/hooks', options))
  app.post('/orders', async (request) => ({ order: (request.body as { order: string }).order }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    assert.equal((await post(`${url}/hooks`, await signed())).status, 200)
    const order = await fetch(`${url}/orders`, {
      method: 'POST',
      body: '{"order":"1"}',
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual(await order.json(), { order: '1' })
    assert.equal(events.length, 1)
  } finally {
    await app.close()
  }
})
