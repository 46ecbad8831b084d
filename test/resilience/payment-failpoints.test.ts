/** The program dies at each place that matters: started again, every payment ends as without the crash, and a repeat gets the same result. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { untilAllFinal } from './chaos/all-final.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { judgeOrders } from './chaos/judge-orders.ts'
import { PLACES, type Place } from './chaos/plan.ts'
import { endLeases, openPayments } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { makeSlowCards, SHORT_SILENCE } from './chaos/slow-cards.ts'
import { type Order, orderOf, pay, tellUntilKnown } from './chaos/swarm.ts'
import { triedPlaces } from './chaos/tried-places.ts'

/** Card, final state, status of a repeat. */
const CASES: readonly (readonly [card: string, state: string, status: number])[] = [
  [CARDS.success, 'completed', 200],
  [CARDS.declined, 'failed', 422],
  [CARDS.gatewayError, 'failed', 422],
  [SHORT_SILENCE, 'failed', 422],
]

let program: Program
const orders: Order[] = []
const beside = use(besideTheServer)
before(async () => {
  program = await beside.open()
  await program.start()
  await makeSlowCards(program)
})

/** All cases at once: one reaches the place first, the others are at any point. */
const payAll = (place: Place): Order[] => CASES.map(([card], at) => orderOf(`${place}-${at}`, 15_000, card))

/** The other places are close to these. */
const NEAR_ANOTHER: readonly (typeof PLACES)[number][] = ['after-call', 'before-answer', 'before-inquiry']

for (const place of triedPlaces(PLACES, NEAR_ANOTHER))
  test(`dies ${place.replace('-', ' ')}: the same end as without`, async () => {
    await program.arm({ at: place, act: 'die' })
    const batch = payAll(place)
    orders.push(...batch)
    const told = Promise.all(batch.map((order) => tellUntilKnown(program, order)))
    if (place.endsWith('inquiry')) await untilAsked(program)
    await until('the place is reached', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())

    await program.start()
    await told
    await untilAllFinal(program)
    for (const [at, order] of batch.entries()) {
      const [, , status] = CASES[at] as (typeof CASES)[number]
      assert.equal((await pay(program, order))?.status, status, order.key)
    }
  })

test('after all these crashes nothing is lost, doubled, open or wrongly reported', async () => {
  await program.startIfEnded()
  const { books, faults } = await judgeOrders(program, orders, [program.ledger])
  assert.deepEqual(faults, [])
  assert.equal(books.payments.length, orders.length)
  for (const [at, { key }] of orders.entries()) {
    const [card, state] = CASES[at % CASES.length] as (typeof CASES)[number]
    assert.equal(books.payments.find((payment) => payment.key === key)?.status, state, `${key} ${card}`)
  }
})

/** The payment without a bank response is open: time for the inquiry that the place waits for. */
const untilAsked = async (stopping: Program): Promise<void> => {
  await until('a payment waits for an inquiry', async () => (await openPayments(stopping.ownerUrl())) > 0)
  await stopping.moveClock(10).catch(() => undefined)
}
