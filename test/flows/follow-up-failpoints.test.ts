/** The program dies at each place that matters of a capture, a void and a refund, then under load at any moment: the same end as without (checks A7, A8). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readLedger } from '../chaos/bank-ledger.ts'
import { type Beside, besideTheServer } from '../chaos/beside-the-server.ts'
import { endLeases } from '../chaos/books.ts'
import { openDice } from '../chaos/dice.ts'
import { followUpFaults, wasCarriedOut } from '../chaos/follow-up-oracle.ts'
import {
  AMOUNT,
  type FollowUpOrder,
  follow,
  followUntilKnown,
  followUpOrder,
  openFollowUps,
  payFor,
} from '../chaos/follow-up-orders.ts'
import type { Place } from '../chaos/plan.ts'
import type { Program } from '../chaos/program.ts'
import type { Told } from '../chaos/swarm.ts'
import { until } from '../support/until.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)
const PAST_THE_WINDOW_S = 200
/** Between the three steps, and after an inquiry; the other places are but a moment away from one of these. */
const DYING: readonly Place[] = ['after-prepare', 'before-record', 'after-record', 'after-inquiry']

let beside: Beside
let program: Program
const batches = new Map<Place, FollowUpOrder[]>()
before(async () => {
  beside = await besideTheServer()
  program = await beside.open()
  await program.start()
  for (const place of DYING) {
    const body = place.endsWith('inquiry') ? { extra_properties: { simulate: '99' } } : {}
    batches.set(place, [
      followUpOrder(`${place}-capture`, await payFor(program, 'pre_auth'), 'capture', { amount: 6_000, ...body }),
      followUpOrder(`${place}-void`, await payFor(program, 'sale'), 'void', body),
      followUpOrder(`${place}-refund`, await payFor(program, 'sale'), 'refund', { amount: 4_000, ...body }),
    ])
  }
  await stop()
})
after(() => beside.end())

const stop = async (): Promise<void> => {
  program.current().kill('SIGTERM')
  await program.current().exit
}

const settle = async (): Promise<void> => {
  await program.moveClock(PAST_THE_WINDOW_S)
  await until('all are final', async () => (await openFollowUps(program.ownerUrl())) === 0)
}

const judged = async (orders: readonly FollowUpOrder[]): Promise<string[]> => {
  const repeats = new Map<string, Told>()
  for (const order of orders.filter(wasCarriedOut)) {
    const told = await follow(program, order)
    if (told) repeats.set(order.key, told)
  }
  return followUpFaults(program.ownerUrl(), { orders, repeats, ledger: readLedger(program.ledger) })
}

for (const place of DYING)
  test(`dies ${place.replace('-', ' ')}: the same end as without`, async () => {
    await program.start({ failpoint: { at: place, act: 'die' } })
    const batch = batches.get(place) as FollowUpOrder[]
    const told = Promise.all(batch.map((order) => followUntilKnown(program, order)))
    if (place.endsWith('inquiry')) {
      await until('one waits for an inquiry', async () => (await openFollowUps(program.ownerUrl())) > 0)
      await program.moveClock(10).catch(() => undefined)
    }
    await until('the place is reached', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())

    await program.start()
    await told
    await settle()
    assert.deepEqual(await judged(batch), [])
    for (const order of batch) assert.equal((await follow(program, order))?.status, 200, order.key)
    await stop()
  })

const PAYMENTS = 40
const KILLS = 2
const ORDERS_BETWEEN_KILLS = [30, 50] as const
const KINDS = ['capture', 'void', 'refund', 'refund', 'refund'] as const
const BANKS = [{}, {}, {}, { extra_properties: { simulate: '99' } }, { extra_properties: { simulate: '05' } }]

test(`${KILLS} kills under load, seed ${SEED}: nothing lost, doubled, open or told wrong`, async (t) => {
  await program.start()
  const dice = openDice(SEED)
  const payments = await Promise.all(
    Array.from({ length: PAYMENTS }, (_, at) => payFor(program, at % 2 === 0 ? 'sale' : 'pre_auth')),
  )
  const orders: FollowUpOrder[] = []
  let isEnding = false
  const client = async (): Promise<void> => {
    while (!isEnding) {
      const kind = dice.pick(KINDS)
      const amount = kind === 'refund' ? { amount: Math.ceil(dice.draw() * AMOUNT * 0.4) } : {}
      const body = { ...amount, ...dice.pick(BANKS) }
      const order = followUpOrder(`load-${orders.length}`, dice.pick(payments), kind, body)
      orders.push(order)
      const isTwice = dice.draw() < 0.2
      await Promise.all((isTwice ? [order, order] : [order]).map((each) => followUntilKnown(program, each)))
    }
  }
  const load = async (): Promise<void> => {
    const enough = orders.length + dice.between(...ORDERS_BETWEEN_KILLS)
    await until('the load goes on', () => orders.length >= enough, 60_000)
  }
  const clients = Promise.all(Array.from({ length: 8 }, client))
  for (let kill = 0; kill < KILLS; kill++) {
    await load()
    await program.kill()
    await endLeases(program.ownerUrl())
    await program.start()
  }
  await load()
  isEnding = true
  await clients
  await settle()
  const faults = await judged(orders)
  const done = orders.filter(({ told }) => told.some(({ status }) => status === 200)).length
  t.diagnostic(`${orders.length} orders, ${done} told 200 at once`)
  assert.deepEqual(faults, [])
  assert.ok(done >= 10, `only ${done} of ${orders.length}`)
})
