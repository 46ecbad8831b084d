/** What ends a subscription's deliveries: endpoints that never recover, lost secrets, switching off, age. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DeliveryRow, openRig, type Rig } from '../support/delivery-rig.ts'
import { type Answerer, ok, type Receiver, startReceiver, status } from '../support/receiver.ts'

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
test('a secret that cannot be opened parks the delivery; no attempt is made and none is counted', async () => {
  const target = await receiver(ok)
  const { id } = await rig.subscribe(target.origin, only('chargeback.opened'))
  await rig.sql(`update webhook_subscriptions set secret_sealed = '\\x00' where id = $1`, [id])
  await rig.announce([{ type: 'chargeback.opened' }])
  const sender = rig.send()
  const [row] = await rig.until(id, (rows) => rows[0]!.error_message !== null)
  assert.deepEqual([row!.state, row!.attempt_number, target.received.length], ['waiting', 1, 0])
  assert.ok(row!.due_at > rig.runtime.clock.now())
  await sender.stop()
})

test('disabled after five days without a success and twenty dead letters; nothing is sent afterwards', async () => {
  const target = await receiver(status(410))
  const { id } = await rig.subscribe(`${target.origin}/hook?key=hidden`, {
    ...only('chargeback.resolved'),
    maxRetryCount: 0,
  })
  const logged: string[] = []
  const { log } = rig.runtime
  const { error } = log
  log.error = (event, facts) => void logged.push(JSON.stringify({ event, facts }))
  const sender = rig.send()
  const isActive = async (): Promise<boolean> =>
    (await rig.sql<{ is_active: boolean }>('select is_active from webhook_subscriptions where id = $1', [id]))[0]!
      .is_active
  const fail = async (count: number): Promise<void> => {
    const before = (await rig.rows(id)).length
    await rig.announce(Array.from({ length: count }, () => ({ type: 'chargeback.resolved' as const })))
    sender.wake()
    await rig.until(id, (rows) => rows.length === before + count && isDone(rows))
  }
  const deadCount = async (): Promise<number> =>
    (await rig.sql<{ dead_count: number }>('select dead_count from webhook_subscriptions where id = $1', [id]))[0]!
      .dead_count
  const counted = async (count: number): Promise<void> => {
    while ((await deadCount()) < count) await new Promise((resolve) => setImmediate(resolve))
  }
  await fail(25)
  await counted(25)
  assert.equal(await isActive(), true) // twenty are dead, but not for five days
  rig.move(5 * DAY_MS)
  await fail(1)
  while (await isActive()) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(target.received.length, 26)
  await rig.announce([{ type: 'chargeback.resolved' }])
  assert.equal((await rig.rows(id)).length, 26)
  await sender.stop()
  log.error = error
  const told = logged.filter((line) => line.includes('webhook_subscription.disabled'))
  assert.deepEqual([told.length, told[0]!.includes(`127.0.0.1:${target.port}`)], [1, true])
  assert.doesNotMatch(told[0]!, /hidden/) // the log is read by more people than may read the address
})

test('a success wipes the record of failures', async () => {
  let answer = 500
  const target = await receiver((_, response) => response.writeHead(answer).end())
  const { id } = await rig.subscribe(target.origin, { ...only('subscription.charged'), maxRetryCount: 0 })
  const sender = rig.send()
  const health = async () =>
    (
      await rig.sql<{ failing_since: Date | null; dead_count: number }>(
        'select failing_since, dead_count from webhook_subscriptions where id = $1',
        [id],
      )
    )[0]!
  await rig.announce([{ type: 'subscription.charged' }])
  while ((await health()).dead_count === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.notEqual((await health()).failing_since, null)
  answer = 200
  await rig.announce([{ type: 'subscription.charged' }])
  while ((await health()).failing_since !== null) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await health()).dead_count, 0)
  await sender.stop()
})

test('what waits when a subscription is switched off and on again is dropped, not sent', async () => {
  const target = await receiver(status(500))
  const { id } = await rig.subscribe(target.origin, only('subscription.completed'))
  const sender = rig.send()
  await rig.announce([{ type: 'subscription.completed' }])
  await rig.until(id, (rows) => rows.length === 2)
  await rig.sql('update webhook_subscriptions set activation = activation + 1 where id = $1', [id])
  rig.move(DAY_MS)
  sender.wake()
  const rows = await rig.until(id, isDone)
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['failed', 'dropped'],
  )
  assert.equal(target.received.length, 1)
  await sender.stop()
})
