/** Several senders, one that dies, hanging receivers, endpoints that never recover. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DeliveryRow, OTHER_TENANT, openRig, type Rig, SHORT, TENANT } from '../support/delivery-rig.ts'
import { type Answerer, hang, ok, type Receiver, startReceiver } from '../support/receiver.ts'

let rig: Rig
const receivers: Receiver[] = []
before(async () => {
  rig = await openRig()
})
after(async () => {
  await rig.close()
  for (const receiver of receivers) await receiver.close()
})
const receiver = async (answer: Answerer): Promise<Receiver> => {
  const one = await startReceiver(answer)
  receivers.push(one)
  return one
}
const only = (type: string) => ({ events: [type] })
const isDone = (rows: DeliveryRow[]): boolean => rows.length > 0 && rows.every(({ state }) => state !== 'waiting')
const DAY_MS = 86_400_000
/** A dead process: it claimed, and its lease has expired since. */
const abandonClaim = (subscriptionId: string, times: number) =>
  rig.sql(
    `update webhook_deliveries set lease_until = clock_timestamp() - interval '1 second', crash_repeats = $2
      where subscription_id = $1 and state = 'waiting'`,
    [subscriptionId, times],
  )

test('a process that died between claim and finish: the same attempt again, the retries untouched', async () => {
  const target = await receiver(ok)
  const { id } = await rig.subscribe(target.origin, only('payment.completed'))
  await rig.announce([{}])
  await abandonClaim(id, 2)
  const sender = rig.send()
  const [row, ...more] = await rig.until(id, isDone)
  assert.deepEqual([row!.state, row!.attempt_number, row!.crash_repeats, more.length], ['delivered', 1, 3, 0])
  assert.equal(target.received.length, 1)
  await sender.stop()
})

test('after three repeats the attempt counts as failed, unsent, and the ladder goes on', async () => {
  const target = await receiver(ok)
  const { id } = await rig.subscribe(target.origin, only('payment.failed'))
  await rig.announce([{ type: 'payment.failed' }])
  await abandonClaim(id, 3)
  const sender = rig.send()
  const [first, second] = await rig.until(id, (rows) => rows.length === 2)
  assert.equal(first!.state, 'failed')
  assert.match(first!.error_message ?? '', /interrupted 4 times/)
  assert.equal(target.received.length, 0)
  rig.move(second!.due_at.getTime() - rig.runtime.clock.ms())
  sender.wake()
  assert.equal((await rig.until(id, isDone))[1]!.state, 'delivered')
  await sender.stop()
})

test('a lease of another process is respected until it expires', async () => {
  const target = await receiver(ok)
  const { id } = await rig.subscribe(target.origin, only('void.completed'))
  const mark = await rig.subscribe(target.origin, only('refund.completed'))
  await rig.announce([{ type: 'void.completed' }])
  await rig.sql(
    `update webhook_deliveries set lease_until = clock_timestamp() + interval '1 hour' where subscription_id = $1`,
    [id],
  )
  await rig.announce([{ type: 'refund.completed' }])
  const sender = rig.send()
  await rig.until(mark.id, isDone)
  assert.equal((await rig.rows(id))[0]!.state, 'waiting')
  await rig.sql(
    `update webhook_deliveries set lease_until = clock_timestamp() - interval '1 second' where subscription_id = $1`,
    [id],
  )
  await rig.until(id, isDone)
  await sender.stop()
})

test('a sender that lost its lease in the middle writes no result', async () => {
  const gate = Promise.withResolvers<void>()
  const target = await receiver((_, response) => void gate.promise.then(() => response.writeHead(500).end()))
  const { id } = await rig.subscribe(target.origin, only('3ds.failed'))
  await rig.announce([{ type: '3ds.failed' }])
  const late = rig.send()
  await target.until(1)
  await rig.sql(
    `update webhook_deliveries set lease_until = clock_timestamp() + interval '1 hour' where subscription_id = $1`,
    [id],
  )
  gate.resolve()
  await late.stop()
  const [row, ...more] = await rig.rows(id)
  assert.deepEqual([row!.state, row!.http_status_code, more.length], ['waiting', null, 0])
  await rig.sql('update webhook_subscriptions set is_active = false where id = $1', [id])
})

test('600 events, 30 % of answers failing, a sender cut off in the middle: each at least once, ids and bytes the same', async () => {
  let seed = 7
  const chance = (): number => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const target = await receiver((_, response) => response.writeHead(chance() < 0.3 ? 500 : 200).end())
  const { id } = await rig.subscribe(target.origin, only('capture.completed'))
  const events = await rig.announce(Array.from({ length: 600 }, () => ({ type: 'capture.completed' as const })))
  const doomed = await rig.anotherRuntime()
  const dying = rig.send({ ...SHORT, leaseMs: 900 }, doomed.runtime)
  await target.until(100)
  await doomed.close() // its database is gone: nothing it has in flight gets written
  const survivor = rig.send({ ...SHORT, leaseMs: 900 })
  for (let round = 0; round < 7; round++) {
    await rig.until(id, (rows) =>
      rows.every(({ state, due_at }) => state !== 'waiting' || due_at > rig.runtime.clock.now()),
    )
    rig.move(1.3 * DAY_MS)
    survivor.wake()
  }
  await rig.until(id, isDone)
  const byId = Map.groupBy(target.received, ({ headers }) => String(headers['x-service-event-id']))
  assert.deepEqual(new Set(byId.keys()), new Set(events.map((event) => event.id)))
  for (const event of events) {
    const bodies = new Set(byId.get(event.id)!.map(({ body }) => body.toString()))
    assert.deepEqual([...bodies], [event.body])
  }
  const rows = await rig.rows(id)
  assert.equal(new Set(rows.map((row) => row.id)).size, rows.length)
  const dead = rows.filter(({ state, next_retry_at }) => state === 'failed' && next_retry_at === null)
  assert.equal(rows.filter(({ state }) => state === 'delivered').length + dead.length, 600)
  await Promise.all([dying.stop(), survivor.stop()])
})

test('finished attempts are written before a slow one ends: a killed process resends only the slow ones', async () => {
  const slow = await receiver(hang)
  const quick = await receiver(ok)
  const slowId = (await rig.subscribe(slow.origin, only('chargeback.opened'))).id
  const { id } = await rig.subscribe(quick.origin, only('chargeback.opened'))
  for (let n = 0; n < 40; n++) {
    rig.move(1) // deliveries due at the same moment are claimed in no order
    await rig.announce([{ type: 'chargeback.opened' }])
  }
  const doomed = await rig.anotherRuntime()
  const dying = rig.send({}, doomed.runtime)
  await slow.until(2)
  await rig.until(id, isDone)
  await doomed.close()
  await rig.sql(
    "update webhook_deliveries set lease_until = clock_timestamp() - interval '1 s' where lease_until is not null",
  )
  const survivor = rig.send()
  await slow.until(4)
  assert.deepEqual([quick.received.length, slow.received.length], [40, 4])
  const again = Map.groupBy(slow.received, ({ headers }) => headers['x-service-event-id'])
  assert.deepEqual(
    [...again.values()].map((requests) => requests.length),
    [2, 2],
  )
  await rig.sql('update webhook_subscriptions set is_active = false where id = any($1)', [[id, slowId]])
  await Promise.all([dying.stop(), survivor.stop()])
})

test('never more sent and not written than the slots of a tenant, however fast the receiver and slow the database', async () => {
  const gate = Promise.withResolvers<void>()
  let held = 0
  const target = await receiver((_, response) => {
    const isHeld = target.received.length > 60
    if (isHeld) held++
    void (isHeld ? gate.promise : Promise.resolve()).then(() => response.writeHead(200).end())
  })
  const marked = await receiver(ok)
  const { id } = await rig.subscribe(target.origin, only('subscription.charged'))
  await rig.subscribe(marked.origin, { ...only('subscription.charged'), tenantId: OTHER_TENANT })
  await rig.announce(Array.from({ length: 200 }, () => ({ type: 'subscription.charged' as const })))
  const sender = rig.send()
  await target.until(76)
  assert.equal(held, 16)
  const letWrite = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<string>()
  const lock = rig.runtime.db.transaction({ of: TENANT }, async (tx) => {
    await tx.query("select 1 from webhook_deliveries where subscription_id = $1 and state = 'waiting' for update", [id])
    const [row] = await tx.query<{ xid: string }>('select pg_current_xact_id()::xid::text as xid')
    locked.resolve(row!.xid)
    await letWrite.promise
  })
  try {
    const xid = await locked.promise
    gate.resolve()
    while ((await rig.sql('select from pg_locks where not granted and transactionid = $1::xid', [xid])).length === 0);
    await rig.announce([{ type: 'subscription.charged', tenantId: OTHER_TENANT }])
    sender.wake([OTHER_TENANT])
    await marked.until(1)
    assert.equal(target.received.length, 76)
  } finally {
    letWrite.resolve()
  }
  await lock
  await rig.until(id, isDone)
  assert.equal(target.received.length, 200)
  await sender.stop()
})

test('twenty hanging endpoints of one tenant do not delay another tenant', async () => {
  const hanging = await receiver(hang)
  const healthy = await receiver(ok)
  let most = 0
  const watched = setInterval(() => {
    most = Math.max(most, hanging.sockets.size)
  }, 5)
  for (let n = 0; n < 20; n++) await rig.subscribe(hanging.origin, { ...only('settlement.created'), maxRetryCount: 0 })
  const { id } = await rig.subscribe(healthy.origin, { ...only('settlement.created'), tenantId: OTHER_TENANT })
  await rig.announce(Array.from({ length: 50 }, () => ({ type: 'settlement.created' as const })))
  // Longer than the test may take: an attempt that waited for one of theirs would never come.
  const sender = rig.send({ budgetMs: 300_000, leaseMs: 900_000 })
  sender.wake([TENANT])
  await hanging.until(16)
  for (let n = 1; n <= 20; n++) {
    await rig.announce([{ type: 'settlement.created', tenantId: OTHER_TENANT }])
    sender.wake([OTHER_TENANT])
    await healthy.until(n)
  }
  clearInterval(watched)
  assert.ok(most <= 16, `${most} connections held by the hanging tenant`)
  assert.equal((await rig.rows(id)).length, 20)
  await sender.stop()
  await rig.sql('update webhook_subscriptions set is_active = false where tenant_id = $1', [TENANT])
})

test('stopping gives back what is not sent, without a failed attempt or a lost one', async () => {
  const target = await receiver(hang)
  const { id } = await rig.subscribe(target.origin, only('settlement.completed'))
  await rig.announce(Array.from({ length: 10 }, () => ({ type: 'settlement.completed' as const })))
  const sender = rig.send({ budgetMs: 10_000, leaseMs: 20_000 })
  await target.until(2)
  await sender.stop()
  const rows = await rig.sql<{ state: string; lease_until: Date | null; crash_repeats: number }>(
    'select state, lease_until, crash_repeats from webhook_deliveries where subscription_id = $1',
    [id],
  )
  assert.equal(rows.length, 10)
  for (const row of rows) assert.deepEqual(row, { state: 'waiting', lease_until: null, crash_repeats: 0 })
  await rig.sql('update webhook_subscriptions set is_active = false where id = $1', [id])
})
