/** What the bank knows and we did not: proposed, carried out by a person through the payment's own operations, and kept with the row. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  carryOut as carryOutDirectly,
  type RemedyServices,
  recordRemedy,
} from '../../src/reconciliations/resolution/carry-out.ts'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { createPlan, readPlan, statesOf } from '../support/card-plans.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { bankDay, DEMO_BANK } from './bank-day.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const { shop, second, sendFile, resolve, apart, leaveOpen } = await openReconcilingShop()
const bank = await startBank({ port: shop.vezne.config.ports.bank })
const extra_properties = { connector_configuration_id: await shop.configurationOf(DEMO_BANK.code) }
after(async () => {
  await shop.vezne.stop()
  await bank.stop()
})

const sell = (change: object = {}) => shop.sell({ extra_properties, ...change })
/** Answered as declined, and charged all the same. */
const sellUnknown = async (): Promise<string> => {
  await bank.control.arm({ kind: 'declined_but_charged' })
  const answer = await shop.call('POST', '/payments', paymentBody({ extra_properties }))
  return assertProblem(answer, 'bank_declined').transaction_id
}
let number = 0
const dayOf = async (ids: readonly string[], gross: number) => {
  const rows = ids.map((id, n) => ({ order: orderOf(id), id: `R${number}-${n}`, gross }))
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms(), number: ++number })
  const { body } = await sendFile(file, query)
  return (await shop.call('GET', `/reconciliations/${body.reconciliation_id}`)).body
}
const carryOut = (reconciliation: string, detail: string, body?: object) =>
  shop.call('POST', `/reconciliations/${reconciliation}/details/${detail}/remedy`, body)
const rowOf = (day: Row, id: string): Row => day.details.find((each: Row) => each.transaction_id === id)
for (const isDayOver of [false, true])
  test(`declined here, charged there: ${isDayOver ? 'refunded at the bank once its day is over' : 'voided at the bank'}, once`, async () => {
    const id = await sellUnknown()
    if (isDayOver) await bank.control.endDay()
    const { amount } = await shop.read(id)
    const day = await dayOf([id], amount)
    const row = rowOf(day, id)
    assert.deepEqual(
      [row.discrepancy, row.db_status, row.remedy, row.remedy_status],
      ['status_mismatch', 'failed', 'reverse_at_bank', 'proposed'],
    )
    const listed = await shop.call('GET', `/reconciliations/${day.id}/details?remedy=reverse_at_bank&only_pending=true`)
    assert.deepEqual(
      listed.body.items.map((each: Row) => each.id),
      [row.id],
    )
    assert.equal(
      (await shop.rows('select 1 from reconciliation_details where remedy_begun is not null and id = $1', [row.id]))
        .length,
      0,
    )

    const answers = await Promise.all([1, 2].map(() => carryOut(day.id, row.id, { remarks: 'told the shopper' })))
    const done = answers.find(({ status }) => status === 200)!
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409], answers.map(({ text }) => text).join())
    const { remedy_status, remedy_outcome, remedy_by, detail_status, resolution_action, remarks } = done.body
    assert.deepEqual(
      [remedy_status, remedy_outcome, detail_status, resolution_action, remarks],
      [
        'carried_out',
        isDayOver ? 'refunded at the bank' : 'voided at the bank',
        'resolved',
        'accept_db',
        'told the shopper',
      ],
    )
    assert.ok(remedy_by)
    assert.equal((await shop.read(id)).status, 'failed')
    const {
      captured = 0,
      refunded = 0,
      state,
    } = (await bank.control.call('GET', `/orders/${DEMO_BANK.storeId}/${orderOf(id)}`)).body
    assert.ok(
      isDayOver ? captured > 0 && captured === refunded : state === 'voided',
      JSON.stringify({ captured, refunded, state }),
    )
    await assertProblem(await carryOut(day.id, row.id), 'invalid_state_transition')
    // Ended before it was recorded: a person repeats it, and the bank is not asked for money twice.
    await shop.own(
      `update reconciliation_details set detail_status = 'pending', remedy_status = 'under_way', remedy_begun = now() - interval '3 minutes' where id = $1`,
      [row.id],
    )
    const again = await carryOut(day.id, row.id)
    assert.deepEqual([again.body.remedy_status, again.body.detail_status], ['carried_out', 'resolved'], again.text)
    assert.match(again.body.remedy_outcome, /nothing to give back/)
  })

test('a call that stood still for two minutes records nothing over what the next one found', async () => {
  const id = await sellUnknown()
  const { amount } = await shop.read(id)
  const day = await dayOf([id], amount)
  const row = rowOf(day, id)
  const [{ tenant_id: tenantId }] = await shop.rows('select tenant_id from reconciliations where id = $1', [day.id])
  const { db } = shop.vezne.runtime
  const principal = { subject: 'somebody', accountable: ['somebody'], needsConfirmation: false, tenantId }
  const remedy = {
    tenantId,
    reconciliationId: day.id,
    detailId: row.id,
    body: { remedy: 'inquire' as const },
    principal,
  }
  const late = { done: 'failed', outcome: 'the bank did not answer', reference: null } as const
  const services = { db, remedies: { inquireCharge: async () => late } } as unknown as RemedyServices
  const begun = await carryOutDirectly(services, remedy)
  await shop.own(`update reconciliation_details set remedy_begun = remedy_begun - interval '121 s' where id = $1`, [
    row.id,
  ])
  const next = await carryOut(day.id, row.id, { remedy: 'reverse_at_bank' })
  assert.deepEqual([next.body.remedy_status, next.body.detail_status], ['carried_out', 'resolved'], next.text)
  await db.transaction({ of: tenantId }, (tx) => recordRemedy(tx, remedy, begun))
  assert.deepEqual(rowOf((await shop.call('GET', `/reconciliations/${day.id}`)).body, id), next.body)
})

test('reversed there: the payment and its plan are marked, by two people', async () => {
  const plan = await createPlan(shop, {
    amount: { amount: 250_000, currency: 'TRY' },
    connector_config_id: extra_properties.connector_configuration_id,
  })
  const { transaction_id: id } = plan.installments[0]
  const order = orderOf(id)
  const rows = [
    { order, id: 'S-1', gross: 250_000 },
    { order, id: 'S-2', gross: -250_000, kind: 'VOID_AFTER' as const },
  ]
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms(), number: ++number })
  const { body } = await sendFile(file, query)
  const day = (await shop.call('GET', `/reconciliations/${body.reconciliation_id}`)).body
  const row = rowOf(day, id)
  assert.deepEqual([row.bank_status, row.remedy], ['voided', 'mark_reversed'])
  const first = await carryOut(day.id, row.id)
  assert.deepEqual(
    [first.body.detail_status, first.body.awaiting_action, first.body.remedy_status],
    ['pending', 'accept_bank', 'proposed'],
  )
  await assertProblem(await carryOut(day.id, row.id), 'four_eyes_violation')
  assert.equal((await shop.read(id)).status, 'completed')
  await shop.own(`update reconciliation_details set awaiting_people = '{somebody}' where id = $1`, [row.id])
  const second = await carryOut(day.id, row.id)
  assert.deepEqual([second.body.remedy_status, second.body.detail_status], ['carried_out', 'resolved'], second.text)
  assert.equal((await shop.read(id)).status, 'canceled')
  assert.equal(statesOf(await readPlan(shop, plan.id))[0], 'cancelled')
  assert.deepEqual(await shop.events(id), ['payment.completed', 'void.completed'])
})

test('an unknown outcome ends as the bank has it, by two people whatever its amount; what is missing there is asked about', async () => {
  await apart() // what the file before covers
  const [open, missing] = [await sell(), await sell()]
  const { amount } = await shop.read(open)
  await leaveOpen(open)
  const day = await dayOf([open], amount)
  const [row, other] = [rowOf(day, open), rowOf(day, missing)]
  assert.deepEqual(
    [row.remedy, row.remedy_target, other.remedy, other.discrepancy],
    ['force_status', 'completed', 'inquire', 'orphan_db'],
  )
  await assertProblem(await carryOut(day.id, other.id, { remedy: 'force_status' }), 'validation_failed')
  const asked = await carryOut(day.id, other.id)
  assert.deepEqual([asked.body.remedy_status, asked.body.detail_status], ['carried_out', 'pending'], asked.text)
  assert.match(asked.body.remedy_outcome, /captured/)
  const failed = await carryOut(day.id, other.id, { remedy: 'reverse_at_bank' })
  assert.deepEqual([failed.body.remedy_status, failed.body.detail_status], ['failed', 'pending'])
  assert.equal((await shop.read(missing)).status, 'completed')
  const first = await carryOut(day.id, row.id)
  assert.deepEqual([first.body.remedy_status, first.body.awaiting_action], ['proposed', 'force_status'], first.text)
  await assertProblem(await carryOut(day.id, row.id), 'four_eyes_violation')
  assert.equal((await shop.read(open)).status, 'processing')
  const ended = await (await second())('POST', `/reconciliations/${day.id}/details/${row.id}/remedy`)
  assert.deepEqual(
    [ended.body.remedy_status, ended.body.applied_status, ended.body.detail_status],
    ['carried_out', 'completed', 'resolved'],
    ended.text,
  )
  assert.equal((await shop.read(open)).status, 'completed')
  assert.equal((await resolve(day.id, other.id, { action: 'accept_db' })).status, 200)
})

test('what costs a whole payment is no matter of the difference, and no row about a commission or a chargeback has one', async () => {
  const amount = { amount: 400_000, currency: 'TRY' }
  const [off, rated, disputed, stuck] = [
    await sell({ amount }),
    await sell({ amount }),
    await sell({ amount }),
    await sell({ amount }),
  ]
  await leaveOpen(stuck)
  const sold = (id: string, gross: number, rest: object = {}) => ({
    order: orderOf(id),
    id: `T-${id.slice(-8)}`,
    gross,
    ...rest,
  })
  const rows = [
    sold(off, 399_999),
    sold(rated, 400_000, { commission: 14_230, basisPoints: 356 }),
    sold(disputed, 400_000),
    { order: orderOf(disputed), id: 'CB-X1', gross: -500_000, kind: 'CHARGEBACK' as const },
    sold(stuck, 400_000, { commission: 14_230, basisPoints: 356 }),
  ]
  const { file, query } = bankDay({ rows, at: shop.vezne.runtime.clock.ms(), number: ++number })
  const { body } = await sendFile(file, query)
  const day = (await shop.call('GET', `/reconciliations/${body.reconciliation_id}`)).body
  const find = (id: string, kind: string): Row =>
    day.details.find((each: Row) => each.transaction_id === id && each.kind === kind)
  const asked = await carryOut(day.id, find(off, 'movement').id, { remedy: 'mark_reversed' })
  assert.deepEqual([asked.body.detail_status, asked.body.awaiting_action], ['pending', 'accept_bank'], asked.text)
  // Another person who agrees to the bank's amount has not agreed that all of it was given back.
  await shop.own(
    `update reconciliation_details set awaiting_action = 'accept_bank', awaiting_status = null, awaiting_people = '{somebody}' where id = $1`,
    [asked.body.id],
  )
  assert.equal((await carryOut(day.id, asked.body.id, { remedy: 'mark_reversed' })).body.detail_status, 'pending')
  for (const row of [find(rated, 'commission'), find(disputed, 'chargeback')])
    for (const remedy of ['mark_reversed', 'reverse_at_bank', 'force_status'])
      await assertProblem(await carryOut(day.id, row.id, { remedy }), 'validation_failed')
  const commission = find(stuck, 'commission')
  for (const applied_status of ['failed', 'completed'])
    await assertProblem(
      await resolve(day.id, commission.id, { action: 'force_status', applied_status }),
      'validation_failed',
    )
  const states = [off, rated, disputed, stuck].map(async (id) => (await shop.read(id)).status)
  assert.deepEqual(await Promise.all(states), ['completed', 'completed', 'completed', 'processing'])
})
