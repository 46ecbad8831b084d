/** Attempts: headers, the retry schedule on a manual clock, order, refusals, the log. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { newId } from '../../src/core/id.ts'
import { ANNOUNCE, type DeliveryRow, MERCHANT, openRig, type Rig, SHORT, TENANT } from '../support/delivery-rig.ts'
import { assertBetween } from '../support/moments.ts'
import { type Answerer, hang, ok, type Receiver, startReceiver, status } from '../support/receiver.ts'

let rig: Rig
let deliveries: ReturnType<Rig['send']>
const receivers: Receiver[] = []
before(async () => {
  rig = await openRig()
  deliveries = rig.send()
})
after(async () => {
  await rig.close()
  for (const receiver of receivers) await receiver.close()
})
const sendAgain = async (settings?: typeof SHORT): Promise<void> => {
  await deliveries.stop()
  deliveries = rig.send(settings)
}
const receiver = async (answer: Answerer): Promise<Receiver> => {
  const one = await startReceiver(answer)
  receivers.push(one)
  return one
}
/** Events of this type go only to the subscription that lists it. */
const only = (type: string) => ({ events: [type] })
const isDone = (rows: DeliveryRow[]): boolean => rows.length > 0 && rows.every(({ state }) => state !== 'waiting')

test('headers and bytes of a delivery, checked by an independent verifier', async () => {
  const begun = Date.now()
  const target = await receiver(ok)
  const { id, secret } = await rig.subscribe(`${target.origin}/hook`, only('payment.completed'))
  const [event] = await rig.announce([{ word: 'Şişli’de çay ☕' }])
  deliveries.wake([TENANT])
  const [got] = await target.until(1)
  const { headers } = got!
  assert.equal(got!.body.toString(), event!.body)
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'payments-webhook/1.0')
  assert.equal(headers['x-service-event'], 'payment.completed')
  assert.equal(headers['x-service-event-id'], event!.id)
  assertBetween(Number(headers['x-service-timestamp']) * 1_000, begun - 1_000, Date.now())
  const mac = secret.use((key) => createHmac('sha256', Buffer.from(key)))
  mac.update(`${headers['x-service-timestamp']}.`).update(got!.body)
  assert.equal(headers['x-service-signature'], `sha256=${mac.digest('hex')}`)
  assert.equal(headers['x-service-signature-previous'], undefined)
  const [row] = await rig.until(id, isDone)
  assert.equal(headers['x-service-delivery-id'], row!.id)
  assert.deepEqual([row!.state, row!.http_status_code, row!.error_message], ['delivered', 200, null])
})

const WAITS_MIN = [1, 5, 30, 120, 1_440]
const FAILING: Record<string, { answer: Answerer; error: RegExp; sender?: typeof SHORT }> = {
  'answers 500': { answer: status(500), error: /answered 500/ },
  'answers 404': { answer: status(404), error: /answered 404/ },
  'answers 410 with Retry-After': {
    answer: (_, response) => response.writeHead(410, { 'retry-after': '1' }).end(),
    error: /answered 410/,
  },
  redirects: {
    answer: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    error: /answered 302/,
  },
  hangs: { answer: hang, error: new RegExp(`within ${SHORT.budgetMs / 1_000} seconds`), sender: SHORT },
}
for (const [name, { answer, error, sender }] of Object.entries(FAILING)) {
  test(`a receiver that ${name} gets six attempts at 1 m, 5 m, 30 m, 2 h, 24 h, then none`, async () => {
    if (sender) await sendAgain(sender)
    const target = await receiver(answer)
    const { id } = await rig.subscribe(target.origin, only('void.completed'))
    await rig.announce([{ type: 'void.completed' }])
    for (let attempt = 1; attempt <= 6; attempt++) {
      deliveries.wake()
      const rows = await rig.until(id, (all) => all[attempt - 1]?.state === 'failed')
      const row = rows[attempt - 1]!
      assert.match(row.error_message ?? '', error)
      if (attempt === 6) break
      const waitMin = (row.next_retry_at!.getTime() - rig.runtime.clock.ms()) / 60_000
      const expected = WAITS_MIN[attempt - 1]!
      assert.ok(waitMin > expected * 0.8 - 0.2 && waitMin <= expected * 1.2, `${waitMin} minutes after ${attempt}`)
      rig.move(row.next_retry_at!.getTime() - rig.runtime.clock.ms())
    }
    rig.move(30 * 86_400_000)
    deliveries.wake()
    await rig.announce([{ type: 'void.completed' }]) // passes by the dead one
    const rows = await rig.until(id, (all) => all.filter(({ state }) => state === 'failed').length === 7)
    assert.equal(target.received.length, 7)
    assert.equal(new Set(target.received.slice(0, 6).map(({ headers }) => headers['x-service-event-id'])).size, 1)
    assert.equal(new Set(target.received.map(({ headers }) => headers['x-service-delivery-id'])).size, 7)
    assert.equal(new Set(target.received.slice(0, 6).map(({ body }) => body.toString())).size, 1)
    assert.equal(rows.filter(({ state }) => state === 'waiting').length, 1) // the new one's retry
    await rig.sql('update webhook_subscriptions set is_active = false where id = $1', [id])
    if (sender) await sendAgain()
  })
}

for (const retries of [0, 2]) {
  test(`max_retry_count ${retries} ends the ladder after ${retries + 1} attempts`, async () => {
    const target = await receiver(status(503))
    const { id } = await rig.subscribe(target.origin, { ...only('refund.completed'), maxRetryCount: retries })
    await rig.announce([{ type: 'refund.completed' }])
    for (let attempt = 1; attempt <= retries + 1; attempt++) {
      deliveries.wake()
      const rows = await rig.until(id, (all) => all[attempt - 1]?.state === 'failed')
      rig.move((rows[attempt - 1]!.next_retry_at?.getTime() ?? 0) - rig.runtime.clock.ms() > 0 ? 1_800_000 * 1.2 : 0)
    }
    assert.deepEqual(
      (await rig.rows(id)).map(({ state }) => state),
      Array(retries + 1).fill('failed'),
    )
    await rig.sql('update webhook_subscriptions set is_active = false where id = $1', [id])
  })
}

test('a URL refused by its form, put into the table by hand, is final; nothing is sent, nothing retried', async () => {
  const sentinel = await receiver(ok)
  const urls = [
    'https://10.0.0.1/hook',
    `http://127.0.0.2:${sentinel.port}/`,
    `http://2130706433:${sentinel.port}/`,
    `http://user@127.0.0.1:${sentinel.port}/`,
    `https://[::ffff:127.0.0.1]:${sentinel.port}/`,
    `https://metadata.google.internal:${sentinel.port}/`,
    'http://127.0.0.1:5432/',
    'not a url',
  ]
  const made = await Promise.all(urls.map((url) => rig.subscribe(url, only('3ds.failed'))))
  await rig.announce([{ type: '3ds.failed' }])
  deliveries.wake()
  for (const { id } of made) {
    const [row, ...more] = await rig.until(id, isDone)
    assert.deepEqual([row!.state, row!.next_retry_at, more.length], ['failed', null, 0])
    assert.notEqual(row!.error_message, null)
  }
  assert.equal(sentinel.accepted, 0)
})

test('a merchant’s subscription gets its events only; a type not asked for, and an inactive one, nothing', async () => {
  const target = await receiver(ok)
  const merchants = await rig.subscribe(target.origin, { merchantId: MERCHANT, ...only('3ds.completed') })
  const another = await rig.subscribe(target.origin, { merchantId: newId(1), ...only('3ds.completed') })
  const inactive = await rig.subscribe(target.origin, only('3ds.completed'))
  await rig.sql('update webhook_subscriptions set is_active = false where id = $1', [inactive.id])
  await rig.announce([{ type: '3ds.completed' }, { type: 'settlement.created' }])
  deliveries.wake()
  assert.equal((await rig.until(merchants.id, isDone)).length, 1)
  assert.deepEqual([...(await rig.rows(another.id)), ...(await rig.rows(inactive.id))], [])
})

test('the first attempt of an event waits for the end of the first attempt of the one before', async () => {
  const answered: string[] = []
  const early: string[] = []
  const target = await receiver(({ body }, response) => {
    const { word, sequence } = JSON.parse(body.toString()).data as { word: string; sequence: number }
    if (sequence > 1 && !answered.includes(`${word} ${sequence - 1}`)) early.push(word)
    setTimeout(() => {
      answered.push(`${word} ${sequence}`)
      response.writeHead(sequence === 2 ? 500 : 200).end()
    }, 20)
  })
  const { id } = await rig.subscribe(target.origin, only('capture.completed'))
  const type = 'capture.completed'
  await rig.announce(
    Array.from({ length: 10 }, () => newId(rig.runtime.clock.ms())).flatMap((resourceId) =>
      [3, 2, 1].map((sequence) => ({ type, resourceId, sequence, word: resourceId }) as const),
    ),
  )
  deliveries.wake()
  const rows = await rig.until(id, (all) => all.filter(({ state }) => state !== 'waiting').length === 30)
  assert.deepEqual(early, [])
  assert.equal(rows.filter(({ state }) => state === 'delivered').length, 20)
  assert.equal(rows.filter(({ attempt_number }) => attempt_number === 2).length, 10)
  await rig.sql('update webhook_subscriptions set is_active = false where id = $1', [id])
})

test('an event whose transaction commits late, with a lower number, is not passed over', async () => {
  const target = await receiver(ok)
  const { id } = await rig.subscribe(target.origin, only('chargeback.opened'))
  const slow = new pg.Client({ connectionString: rig.runtime.config.databaseUrl as string })
  await slow.connect()
  const resourceId = newId(rig.runtime.clock.ms())
  await slow.query('begin')
  await slow.query(ANNOUNCE, [
    [TENANT],
    [resourceId],
    [1],
    ['evt_slow'],
    ['chargeback.opened'],
    [MERCHANT],
    ['{"data":{"sequence":1}}'],
    [rig.runtime.clock.now()],
  ])
  await rig.announce(
    Array.from({ length: 50 }, (_, n) => ({
      type: 'chargeback.opened' as const,
      ...(n === 0 ? { resourceId, sequence: 2 } : {}),
    })),
  )
  deliveries.wake()
  await target.until(50)
  await slow.query('commit')
  await slow.end()
  deliveries.wake()
  const rows = await rig.until(id, (all) => all.length === 51 && isDone(all))
  assert.ok(rows.every(({ state }) => state === 'delivered'))
  assert.ok(target.received.some(({ headers }) => headers['x-service-event-id'] === 'evt_slow'))
})

test('of an answer of 1 MB with a card number and control characters, at most 64 KiB stay, masked and valid', async () => {
  const line = `card 4111111111111111 and 4111 1111 1111 1111\u0000\u0007\n`
  const target = await receiver(status(200, `${line}${'é'.repeat(32_700)}${' 5555555555554444'.repeat(60_000)}`))
  const { id } = await rig.subscribe(target.origin, only('subscription.charged'))
  await rig.announce([{ type: 'subscription.charged' }])
  deliveries.wake()
  const [row] = await rig.until(id, (rows) => rows[0]?.state === 'failed')
  const kept = row!.response_body!
  assert.ok(Buffer.byteLength(kept) <= 64 * 1024)
  assert.ok(kept.startsWith('card 411111******1111 and 411111******1111\ufffd'))
  assert.doesNotMatch(kept, /4111 ?1111|55555555|5{7}/)
  assert.match(row!.error_message ?? '', /longer than 65536 bytes/)
})

test('bytes that are no UTF-8 are replaced, so that the log is valid text', async () => {
  const bytes = Buffer.alloc(60_000, 0xff)
  const target = await receiver((_, response) => response.writeHead(200, { 'x-card': '4111111111111111' }).end(bytes))
  const { id } = await rig.subscribe(target.origin, only('subscription.failed'))
  await rig.announce([{ type: 'subscription.failed' }])
  deliveries.wake()
  const [row] = await rig.until(id, isDone)
  assert.equal(row!.state, 'delivered')
  assert.ok(Buffer.byteLength(row!.response_body!) <= 64 * 1024)
  const [kept] = await rig.sql<{ response_headers: string }>(
    'select response_headers from webhook_deliveries where id = $1',
    [row!.id],
  )
  assert.match(kept!.response_headers, /411111\*{6}1111/)
})
