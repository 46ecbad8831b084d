/** Chargebacks that several decide, tell or refund at once: each happens once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { recordFromBank } from '../../src/chargebacks/record-chargeback.ts'
import { chargebacksOf } from '../support/chargebacks.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const shop = useShop()
let tenantId: string
before(async () => {
  tenantId = shop.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')?.tenant_id ?? ''
})

const { sell, open, put, read, eventsOf, booked } = chargebacksOf(() => shop)

test('two tabs decide at once: one decides, one event, one posting', async () => {
  for (let round = 0; round < 5; round++) {
    const payment = await sell()
    const { id } = await open(payment)
    const told = await Promise.all([
      put(id, { status: 'lost' }),
      put(id, { status: 'won' }),
      put(id, { status: 'lost' }),
    ])
    assert.deepEqual(told.map(({ status }) => status).sort(), [204, 409, 409])
    assert.equal((await eventsOf(id)).length, 2)
    const { status } = await read(id)
    assert.equal((await booked(payment)).length, status === 'lost' ? 2 : 1)
  }
})

test('a refund and a chargeback that wait for one payment: the first of them is taken, the second sees it', async () => {
  for (const isRefundFirst of [true, false]) {
    const payment = await sell()
    const asks = [
      () => shop.follow(payment, 'refund', { amount: 1_500 }),
      () => shop.call('POST', '/chargebacks', { transaction_id: payment, amount: 1_500 }),
    ] as const
    const [first, second] = await inOrder(payment, isRefundFirst ? asks : [asks[1], asks[0]])
    const [row] = await shop.rows('select refunded from payments where id = $1', [payment])
    if (isRefundFirst) assert.equal(first.status, 200, first.text)
    else assert.equal(first.status, 201, first.text)
    // Of a payment whose refund has ended meanwhile it is a claim like any other: nothing more can be booked.
    if (isRefundFirst && second.status === 201) await put(second.body.id, { status: 'lost' })
    else assertProblem(second, isRefundFirst ? 'invalid_state_transition' : 'refund_not_allowed')
    assert.equal((await booked(payment)).length, isRefundFirst ? 2 : 1)
    assert.equal(row.refunded, isRefundFirst ? 1_500 : 0)
  }
})

/** Both wait for the payment's row, in this order, before either may go on. */
const inOrder = async (payment: string, asks: readonly (() => Promise<Answer>)[]): Promise<[Answer, Answer]> => {
  const holder = new pg.Client({ connectionString: shop.vezne.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from payments where id = $1 for update', [payment])
    const running: Promise<Answer>[] = []
    for (const ask of asks) {
      running.push(ask())
      await until('it waits for the payment', async () => {
        const { rows } = await holder.query(
          `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].waiting === running.length
      })
    }
    await holder.query('commit')
    return (await Promise.all(running)) as [Answer, Answer]
  } finally {
    await holder.end()
  }
}

test('a bank’s notice opens once per reference, however many tell it at once; a person’s own entry is taken for it', async () => {
  const { db, clock } = shop.vezne.runtime
  const tell = (paymentId: string, bankReference: string) =>
    db.transaction({ of: tenantId }, (tx) =>
      recordFromBank(tx, {
        tenantId,
        paymentId,
        bankReference,
        amount: 700,
        currency: 'TRY',
        reason: null,
        reasonCode: '4837',
        responseDeadline: null,
        endsByTwo: false,
        correlationId: 'day-file',
        nowMs: clock.ms(),
      }),
    )
  const payment = await sell()
  const told = await Promise.all(Array.from({ length: 6 }, () => tell(payment, 'N-1')))
  assert.equal(new Set(told.map(({ chargeback }) => chargeback.id)).size, 1)
  assert.equal(told.filter(({ isNew }) => isNew).length, 1)
  await assert.rejects(tell(payment, 'N-2'), { code: 'conflict' })
  const { id } = told[0]!.chargeback
  await put(id, { status: 'lost' })
  assert.equal((await tell(payment, 'N-1')).chargeback.id, id)
  const other = await sell()
  const entered = await open(other, { amount: 700, bank_reference_no: 'N-3' })
  for (let i = 0; i < 2; i++) assert.deepEqual((await tell(other, 'N-3')).chargeback.id, entered.id)
})
