/** Notifications of iyzico: when they come, what they say, how they are signed, and their faults. */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, beforeEach, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { visitGateway } from '../shopper.ts'
import { CHALLENGED, card, hmac, type Json, MERCHANT, openIyzico, pageForm, SECRET } from './iyzico-client.ts'

interface Heard {
  body: Json
  headers: IncomingHttpHeaders
}

const openEar = async () => {
  const heard: Heard[] = []
  const answers = { status: 200 }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    heard.push({ body: JSON.parse(text), headers: request.headers })
    response.writeHead(answers.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { heard, answers, url, close }
}

const bank = use(() => startBank({ now: MORNING }))
const ear = use(openEar)
let iyzico: ReturnType<typeof openIyzico>
before(async () => {
  iyzico = openIyzico(bank.url)
  await want(ear.url)
})
beforeEach(() => {
  ear.answers.status = 200
})

const want = (url: string | null, delay_s?: number) =>
  bank.control.call('PUT', '/webhooks', { merchant: MERCHANT, url, ...(delay_s === undefined ? {} : { delay_s }) })

let orders = 0
const newOrder = (): string => `IW-${++orders}`
const of = (order: string): Heard[] => ear.heard.filter(({ body }) => body.paymentConversationId === order)

const isSigned = ({ body, headers }: Heard): boolean =>
  headers['x-iyz-signature-v3'] ===
  hmac(SECRET + body.iyziEventType + body.paymentId + body.paymentConversationId + body.status)

test('a payment is told some seconds later, signed, and once', async () => {
  const order = newOrder()
  const { paymentId } = (await iyzico.sale(order)).body
  await bank.control.advance(5)
  assert.deepEqual(of(order), [])
  await bank.control.advance(10)
  await bank.control.advance(3_600)
  const [notice, ...more] = of(order)
  assert.deepEqual(more, [])
  const { iyziReferenceCode, iyziEventTime, ...rest } = notice!.body
  assert.deepEqual(rest, {
    paymentConversationId: order,
    merchantId: Number(MERCHANT),
    paymentId: Number(paymentId),
    status: 'SUCCESS',
    iyziEventType: 'API_AUTH',
    iyziPaymentId: Number(paymentId),
  })
  assert.match(iyziReferenceCode, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  assert.equal(typeof iyziEventTime, 'number')
  assert.ok(isSigned(notice!))
})

test('a decline is a FAILURE, a payment after a challenge is THREE_DS_AUTH, and a refusal of iyzico is not told', async () => {
  const [declined, secure, refused] = [newOrder(), newOrder(), newOrder()]
  await iyzico.sale(declined, { paymentCard: card({ cardNumber: '4111111111111129' }) })
  await iyzico.sale(refused, { price: '1' })
  const begun = await iyzico.initialize(secure, { paymentCard: card({ cardNumber: CHALLENGED }) })
  const { action, fields } = pageForm(begun)
  await visitGateway(action, fields, 'ok')
  await bank.control.advance(20)
  assert.deepEqual(of(secure), [])
  await iyzico.finish({ paymentId: begun.body.paymentId })
  await bank.control.advance(20)
  const said = (order: string): string[] => of(order).map(({ body }) => `${body.iyziEventType} ${body.status}`)
  assert.deepEqual([said(declined), said(secure), said(refused)], [['API_AUTH FAILURE'], ['THREE_DS_AUTH SUCCESS'], []])
  assert.ok(isSigned(of(declined)[0]!) && isSigned(of(secure)[0]!))
})

test('what is not taken comes again after a quarter of an hour, three times in all', async () => {
  const order = newOrder()
  ear.answers.status = 503
  await iyzico.sale(order)
  await bank.control.advance(15)
  assert.equal(of(order).length, 1)
  await bank.control.advance(14 * 60)
  assert.equal(of(order).length, 1)
  for (const count of [2, 3, 3]) {
    await bank.control.advance(16 * 60)
    assert.equal(of(order).length, count)
  }
  assert.equal(new Set(of(order).map(({ body }) => body.iyziReferenceCode)).size, 1)
  const { body } = await bank.control.call('GET', '/webhooks')
  assert.deepEqual(
    body.posted.filter((each: Json) => each.body.paymentConversationId === order).map(({ answer }: Json) => answer),
    ['503', '503', '503'],
  )
})

test('notifications that are lost, come twice, or are signed with another key', async () => {
  const [lost, twice, wrong] = [newOrder(), newOrder(), newOrder()]
  const arm = (order_id: string, kind: string) =>
    bank.control.arm({ kind, match: { face: 'iyzico', order_id, operation: 'notice' } })
  await arm(lost, 'notice_lost')
  await arm(twice, 'notice_twice')
  await arm(wrong, 'notice_bad_signature')
  for (const order of [lost, twice, wrong]) await iyzico.sale(order)
  await bank.control.advance(20)
  assert.deepEqual([of(lost).length, of(twice).length, of(wrong).length], [0, 2, 1])
  assert.equal(isSigned(of(wrong)[0]!), false)
})

test('an answer that is lost is told all the same, and without a delay before a slow answer', async () => {
  const [lost, slow] = [newOrder(), newOrder()]
  await bank.control.arm({ kind: 'drop_half_body', match: { order_id: lost } })
  await assert.rejects(iyzico.sale(lost))
  await bank.control.advance(20)
  assert.equal(of(lost)[0]!.body.status, 'SUCCESS')
  await want(ear.url, 0)
  await bank.control.arm({ kind: 'slow', match: { order_id: slow }, parameters: { delay_ms: 3_000 } })
  let isAnswered = false
  const call = iyzico.sale(slow).then(() => {
    isAnswered = true
  })
  await until('the notification', async () => of(slow).length === 1)
  assert.equal(isAnswered, false)
  await call
})

test('a merchant that wants none gets none, and the control interface knows its merchants', async () => {
  const order = newOrder()
  await want(null)
  await iyzico.sale(order)
  await bank.control.advance(60)
  assert.deepEqual(of(order), [])
  assert.equal((await bank.control.call('PUT', '/webhooks', { merchant: '1', url: null })).status, 404)
  assert.equal((await bank.control.call('PUT', '/webhooks', { merchant: MERCHANT, url: 'x' })).status, 400)
})
