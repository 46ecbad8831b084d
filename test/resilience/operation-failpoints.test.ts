/** The program dies at each place that matters of a capture, a void and a refund, then under load at any moment: the same end as without. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { readLedger } from './chaos/bank-ledger.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import {
  follow,
  followUntilKnown,
  type OperationOrder,
  openFollowUps,
  operationOrder,
  payFor,
} from './chaos/operation-orders.ts'
import { judgeOperations, operationRun, resolveOperations } from './chaos/operation-run.ts'
import type { Place } from './chaos/plan.ts'
import { endLeases } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)
/** Between the three steps, and after an inquiry. */
const DYING = triedPlaces<Place>(['after-prepare', 'before-record', 'after-record', 'after-inquiry'], ['after-record'])

let program: Program
const batches = new Map<Place, OperationOrder[]>()
const beside = use(besideTheServer)
before(async () => {
  program = await beside.open()
  await program.start()
  for (const place of DYING) {
    const body = place.endsWith('inquiry') ? { extra_properties: { simulate: '99' } } : {}
    batches.set(place, [
      operationOrder(`${place}-capture`, await payFor(program, 'pre_auth'), 'capture', { amount: 6_000, ...body }),
      // A sale can be voided only on its day, and the clock moves.
      operationOrder(`${place}-void`, await payFor(program, 'pre_auth'), 'void', body),
      operationOrder(`${place}-refund`, await payFor(program, 'sale'), 'refund', { amount: 4_000, ...body }),
    ])
  }
})

const stop = async (): Promise<void> => {
  program.current().kill('SIGTERM')
  await program.current().exit
}

for (const place of DYING)
  test(`dies ${place.replace('-', ' ')}: the same end as without`, async () => {
    await program.arm({ at: place, act: 'die' })
    const batch = batches.get(place) as OperationOrder[]
    const told = Promise.all(batch.map((order) => followUntilKnown(program, order)))
    if (place.endsWith('inquiry')) {
      await until('one waits for an inquiry', async () => (await openFollowUps(program.ownerUrl())) > 0)
      await program.moveClock(10).catch(() => undefined)
    }
    await until('the place is reached', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())

    await program.start()
    await told
    await resolveOperations(program)
    assert.deepEqual(await judgeOperations(program, batch, [program.ledger]), [])
    for (const order of batch) assert.equal((await follow(program, order))?.status, 200, order.key)
  })

const KILLS = 1

test(`killed under load, seed ${SEED}: nothing lost, doubled, open or wrongly reported`, async (t) => {
  await program.startIfEnded()
  const { orders, done, faults } = await operationRun(program, { seed: SEED, kills: KILLS })
  t.diagnostic(`${orders} orders, ${done} told 200 at once`)
  assert.deepEqual(faults, [])
  assert.ok(done >= 10, `only ${done} of ${orders}`)
  await stop()
})

test("stopped between the bank's answer and the record, resolved by another process meanwhile: the late record changes nothing", async () => {
  const other = await beside.open()
  await other.start()
  const orders = [
    operationOrder('late-capture', await payFor(other, 'pre_auth'), 'capture', { amount: 6_000 }),
    operationOrder('late-void', await payFor(other, 'pre_auth'), 'void'),
    operationOrder('late-refund', await payFor(other, 'sale'), 'refund', { amount: 4_000 }),
  ]
  const sleeper = await beside.open({ VEZNE_ROLE: 'api' })
  await sleeper.start({ failpoint: { at: 'before-record', act: 'hold' } })
  const told = Promise.all(orders.map((order) => followUntilKnown(sleeper, order)))
  const answered = () => readLedger(sleeper.ledger).filter(({ word }) => word === 'answered').length
  await until('the bank has answered all', () => answered() === orders.length)
  sleeper.current().kill('SIGSTOP')
  // However far the clock jumps, a call of a running process is not taken over inside its lease.
  await other.moveClock(200)
  assert.equal(await openFollowUps(other.ownerUrl()), orders.length)
  await endLeases(other.ownerUrl())
  await until('the other has settled them', async () => (await openFollowUps(other.ownerUrl())) === 0)
  sleeper.current().kill('SIGCONT')
  await told
  assert.deepEqual(await judgeOperations(other, orders, [sleeper.ledger, other.ledger]), [])
  for (const order of orders) assert.equal(order.told[0]?.status, 200, order.key)
})
