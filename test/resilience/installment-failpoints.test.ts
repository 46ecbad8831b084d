/** The program dies or stands still at each place of a charge: no installment is charged twice, none is skipped, and the events say so once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { readLedger } from './chaos/bank-ledger.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import type { Failpoint } from './chaos/plan.ts'
import { asOwner, endLeases } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const PLACES: readonly Failpoint['at'][] = [
  'before-claim',
  'before-prepare', // the try has its number, and no payment yet
  'after-prepare', // the payment is stored, and not yet sent
  'after-call',
  'after-record', // charged, and the installment does not know
  'before-conclude',
  'after-conclude',
]
/** Close to others of these, and to the places of an ordinary payment. */
const NEAR_ANOTHER: readonly Failpoint['at'][] = ['before-claim', 'after-prepare', 'after-record', 'after-conclude']
const MAKING: readonly Failpoint['at'][] = ['before-prepare', 'after-prepare', 'after-record', 'before-conclude']
const MONTH_S = 31 * 86_400

const beside = use(besideTheServer)
let program: Program
before(async () => {
  program = await beside.open()
  await program.start()
})

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  program.http.request('cards', method, `/api/v1${path}`, {
    token: await program.token('tenant-load'),
    headers: { 'x-external-merchant-id': 'M-3001', ...headers },
    ...(body === undefined ? {} : { body }),
  })
const { installment: _, ...PAYMENT } = paymentBody()
const PLAN = { ...PAYMENT, period: 'monthly', installment_count: 4 }

/** What the plan has in the end, at the bank and here. */
const chargesOf = async (id: string) => {
  const read = await call('GET', `/recurring/${id}`)
  const transactions = read.body.installments.map(({ transaction_id }: { transaction_id: string }) => transaction_id)
  const payments = await asOwner(program.ownerUrl(), async (client) => {
    const { rows } = await client.query(
      `select id, status from payments where operation_type = 'recurring' and extra ->> 'recurring_plan_id' = $1`,
      [id],
    )
    return rows as { id: string; status: string }[]
  })
  const events = await asOwner(program.ownerUrl(), async (client) => {
    const { rows } = await client.query('select type from events where resource_id = $1 order by sequence', [id])
    return rows.map(({ type }) => type as string)
  })
  const sent = readLedger(program.ledger).filter(
    ({ word, transaction }) => word === 'asked' && payments.some((payment) => payment.id === transaction),
  )
  return { plan: read.body, transactions, payments, events, sent }
}

for (const at of triedPlaces(PLACES, NEAR_ANOTHER))
  test(`dies ${at.replace('-', ' ')}: every installment is charged once`, async () => {
    await program.startIfEnded()
    const made = await call('POST', '/recurring', PLAN)
    assert.equal(made.status, 200, made.text)
    const { id } = made.body.plan
    await program.arm({ at, act: 'die' })
    await program.moveClock(MONTH_S).catch(() => undefined) // it may die before it has answered
    await until('the place is reached', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())
    await program.start()
    await program.moveClock(200) // past the lateness window of what was not sent
    await until(
      'all have ended',
      async () => {
        const { status } = (await call('GET', `/recurring/${id}`)).body
        if (status === 'active') await program.moveClock(61)
        return status !== 'active'
      },
      60_000,
    )
    const { plan, payments, events, sent } = await chargesOf(id)
    assert.equal(plan.status, 'completed')
    const charged = payments.filter(({ status }) => status === 'completed')
    assert.equal(charged.length, 4)
    assert.deepEqual(
      new Set(plan.installments.map(({ transaction_id }: { transaction_id: string }) => transaction_id)),
      new Set(charged.map((payment) => payment.id)),
    )
    // A payment that died before it was sent fails, and the next try is another one: nothing is sent twice.
    assert.equal(new Set(sent.map(({ transaction }) => transaction)).size, sent.length)
    assert.deepEqual(events, [...Array(4).fill('subscription.charged'), 'subscription.completed'])
  })

test('dies while a plan is made: a repeat of the key is the same plan, and there is one', async () => {
  for (const at of triedPlaces(MAKING, ['before-prepare', 'after-record'])) {
    await program.startIfEnded()
    const key = { 'idempotency-key': `made-${at}` }
    await program.arm({ at, act: 'die' })
    await assert.rejects(call('POST', '/recurring', PLAN, key))
    await until('it died', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())
    await program.start()
    await program.moveClock(200)
    await until(
      'known',
      async () => {
        const answer = await call('POST', '/recurring', PLAN, key)
        if (answer.status === 202) await program.moveClock(61)
        return answer.status !== 202
      },
      60_000,
    )
    const repeats = await Promise.all([call('POST', '/recurring', PLAN, key), call('POST', '/recurring', PLAN, key)])
    assert.equal(new Set(repeats.map(({ status }) => status)).size, 1)
  }
})
