/** Two workers see the same: one of them looks, it is found once and told once. One that is killed while it tells: it is told again, under the same id. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { watch, watchIfFirst } from '../../src/monitors/watching/watch.ts'
import { MINUTE_MS, monitorsOf } from '../support/monitors.ts'
import { survive } from '../support/mortal.ts'
import type { VezneProcess } from '../support/process.ts'
import { type Answerer, hang, ok, type Receiver, startReceiver } from '../support/receiver.ts'
import { startBeside } from '../support/second-process.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

// This process does no background work: the others do, and the test itself.
const shop = useShop({ env: { VEZNE_ROLE: 'api' } })
const monitors = monitorsOf(() => shop.vezne)
const others: VezneProcess[] = []
let receiver: Receiver
let answer: Answerer = ok
before(async () => {
  receiver = await startReceiver((request, response) => answer(request, response))
  await monitors.add({ address: `${receiver.origin}/duty`, monitors: ['webhook_endpoint_failing'] })
})
after(async () => {
  for (const other of others) other.kill('SIGKILL')
  await Promise.all(others.map(({ exit }) => exit))
  await receiver.close()
})
const startWorker = async (): Promise<VezneProcess> => {
  const other = await startBeside(shop.vezne, { VEZNE_ROLE: 'worker' })
  others.push(other)
  return other
}

let made = 0
/** A subscription that has been failing for an hour. */
const failing = async (): Promise<string> => {
  const url = `https://example.com/${made++}`
  const { body } = await shop.call('POST', '/webhook-subscriptions', { url, events: ['*'] })
  const since = new Date(shop.vezne.runtime.clock.ms() - 60 * MINUTE_MS)
  await shop.own('update webhook_subscriptions set failing_since = $2 where id = $1', [body.id, since])
  return body.id
}
const messagesOf = (subject: string) =>
  shop.rows(
    `select m.id, m.sent_at from monitor_messages m join monitor_findings f on f.tenant_id = m.tenant_id and f.id = m.finding_id
      where f.subject = $1`,
    [subject],
  )
const findingsOf = (subject: string) => shop.rows('select id from monitor_findings where subject = $1', [subject])

test('killed at every moment of a round: one finding, and one message of it', async () => {
  const subject = await failing()
  const { runtime } = shop.vezne
  const killed = await survive(runtime.db, (db) => watch({ ...runtime, db }, []))
  assert.ok(killed > 5, `killed ${killed} times`)
  assert.equal((await findingsOf(subject)).length, 1)
  assert.equal((await messagesOf(subject)).length, 1)
})

test('rounds at the same time: one finding each, and one message', async () => {
  const subjects = [await failing(), await failing(), await failing()]
  const { runtime } = shop.vezne
  await Promise.all([1, 2, 3, 4].map(() => watch(runtime, [])))
  for (const subject of subjects)
    assert.deepEqual([(await findingsOf(subject)).length, (await messagesOf(subject)).length], [1, 1])
})

test('a worker that is killed while it tells: another tells again, by the same id; two workers tell once', async () => {
  answer = hang
  const first = await startWorker()
  await until('it is being told', () => receiver.received.length > 0)
  first.kill('SIGKILL')
  await first.exit
  const begun = new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id']))
  answer = ok
  receiver.received.length = 0
  await Promise.all([startWorker(), startWorker()])
  await until('all are told', async () => {
    await shop.vezne.moveClock(MINUTE_MS)
    return (await shop.rows('select 1 from monitor_messages where due_at is not null', [])).length === 0
  })
  const told = receiver.received.map(({ headers }) => headers['x-service-delivery-id'])
  assert.equal(new Set(told).size, told.length, 'none twice')
  assert.equal(told.length, 4)
  for (const id of begun) assert.ok(told.includes(id))
})

test('one worker looks for the installation: the earliest that is at work; when it hangs, the next', async () => {
  for (const other of others.splice(0)) {
    other.kill('SIGTERM')
    await other.exit
  }
  const first = await startWorker()
  const [known] = await shop.rows('select process_no from processes where runs_jobs and ended is null', [])
  const roundOf = (processNo: number): Promise<number> => watchIfFirst(shop.vezne.runtime, processNo, [])
  first.kill('SIGSTOP') // it is there, and does nothing meanwhile
  const subject = await failing()
  assert.equal(await roundOf(known.process_no + 1), 0)
  assert.deepEqual(await findingsOf(subject), [])
  assert.equal(await roundOf(known.process_no), 1)
  assert.equal((await findingsOf(subject)).length, 1)

  const later = await failing()
  // Half a minute passes without a sign of life.
  await shop.own(`update processes set seen = now() - interval '31 seconds' where process_no = $1`, [known.process_no])
  assert.equal(await roundOf(known.process_no + 1), 1)
  assert.equal((await findingsOf(later)).length, 1)
})
