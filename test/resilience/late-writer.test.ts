/** A process is stopped when the bank has answered and resumes after others have resolved its payments: its late record changes nothing. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { type LedgerLine, readLedger } from './chaos/bank-ledger.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { judgeOrders } from './chaos/judge-orders.ts'
import { endLeases, openPayments, readRecords } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { orderOf, pay } from './chaos/swarm.ts'

const PAYMENTS = 60
const PAST_THE_WINDOW_S = 200
const MIX = [CARDS.success, CARDS.unknown, CARDS.declined, CARDS.gatewayError]

const beside = use(besideTheServer)
let sleeper: Program
let others: Program[]
before(async () => {
  sleeper = await beside.open({ VEZNE_ROLE: 'api' })
  others = [await beside.open(), await beside.open({ VEZNE_ROLE: 'worker' })]
  await Promise.all(others.map((each) => each.start()))
})

test(`${PAYMENTS} payments stopped between the bank's answer and the record, resolved by others meanwhile`, async () => {
  await sleeper.start({ failpoint: { at: 'before-record', act: 'hold' } })
  const orders = Array.from({ length: PAYMENTS }, (_, n) =>
    orderOf(`late-${n}`, 15_000 + n, MIX[n % MIX.length] as string),
  )
  const [judge] = others as [Program, Program]
  const answers = Promise.all(orders.map((order) => pay(sleeper, order)))
  answers.catch(() => undefined) // checked below, unless the test has failed by then
  const isAnswered = ({ word }: LedgerLine): boolean => word === 'answered'
  await until('the bank has answered all', () => readLedger(sleeper.ledger).filter(isAnswered).length === PAYMENTS)
  sleeper.current().kill('SIGSTOP')

  // However far the clock jumps, a call of a running process is not taken over inside its lease.
  await judge.moveClock(PAST_THE_WINDOW_S)
  await judge.moveClock(PAST_THE_WINDOW_S)
  assert.equal(await openPayments(sleeper.ownerUrl()), PAYMENTS)

  await endLeases(sleeper.ownerUrl())
  await until('the others have settled them', async () => (await openPayments(sleeper.ownerUrl())) === 0)
  const settled = await readRecords(sleeper.ownerUrl())
  sleeper.current().kill('SIGCONT')

  for (const [at, told] of (await answers).entries()) {
    assert.ok(told, `order ${at} was told nothing`)
    orders[at]?.told.push(told)
  }
  const { books, faults } = await judgeOrders(
    judge,
    orders,
    [sleeper, ...others].map(({ ledger }) => ledger),
  )
  assert.deepEqual(faults, [])
  const before = new Map(settled.payments.map((payment) => [payment.id, payment]))
  for (const payment of books.payments) assert.deepEqual(payment, before.get(payment.id))
})
