/** The eight operations: rows of a bank in the body, discrepancies, people who resolve them, settlement dates. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { composeReconciliations } from '../../src/reconciliations/reconciliations-module.ts'
import { assertProblem } from '../support/problems.ts'
import { until as eventually } from '../support/until.ts'
import { NEVER_CALLED, openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { second, shop, merchant, period, until, sell, apart, start, resolve, leaveOpen, aDay } =
  await openReconcilingShop()
after(() => shop.vezne.stop())

test('each kind of discrepancy is found once, and nothing else', async () => {
  const { begun, ids, bank_transactions } = await aDay()
  const answer = await start({ ...begun, bank_transactions })
  assert.equal(answer.status, 201, answer.text)
  const { details, ...whole } = answer.body
  const found = details.map((d: Row) => [
    ids.indexOf(d.transaction_id),
    d.bank_transaction_id === 'UNKNOWN',
    d.discrepancy,
  ])
  assert.deepEqual(found.toSorted(), [
    [-1, true, 'orphan_bank'],
    [0, false, 'matched'],
    [1, false, 'amount_mismatch'],
    [2, false, 'status_mismatch'],
    [3, false, 'orphan_db'],
  ])
  assert.equal(details.at(-1).discrepancy, 'matched')
  assert.equal(details.at(-1).detail_status, 'auto_matched')
  const { matched_count, amount_mismatch_count, status_mismatch_count, orphan_db_count, orphan_bank_count } = whole
  assert.deepEqual(
    [matched_count, amount_mismatch_count, status_mismatch_count, orphan_db_count, orphan_bank_count],
    [1, 1, 1, 1, 1],
  )
  assert.deepEqual([whole.total_db_transactions, whole.total_bank_transactions], [4, 4])
  assert.deepEqual([whole.total_db_amount, whole.total_bank_amount], [46_000, 33_149])
  assert.equal(whole.overall_status, 'in_review')
  const path = `${PATH}/${whole.id}`
  assert.deepEqual((await shop.call('GET', path)).body, answer.body)
  const pending = await shop.call('GET', `${path}/details?only_pending=true`)
  assert.equal(pending.body.total_count, 4)
  assert.equal((await shop.call('GET', `${path}/details?discrepancy=orphan_db`)).body.items[0].transaction_id, ids[3])
  const listed = await shop.call(
    'GET',
    `${PATH}?merchant_id=${merchant}&period_start_from=${begun.period_start}&overall_status=in_review`,
  )
  assert.deepEqual(
    listed.body.items.map(({ id }: { id: string }) => id),
    [whole.id],
  )
  assert.equal(
    (await shop.rows('select 1 from reconciliation_entries where reconciliation_id = $1', [whole.id])).length,
    0,
  )
})

test('resolved by a person, then finalized: settlement dates, and no void any more', async () => {
  const { begun, ids, bank_transactions } = await aDay()
  const { body } = await start({ ...begun, bank_transactions })
  const of = (discrepancy: string) => body.details.find((d: Row) => d.discrepancy === discrepancy).id
  await assertProblem(await shop.call('POST', `${PATH}/${body.id}/finalize`), 'invalid_state_transition')
  await assertProblem(await resolve(body.id, of('matched'), { action: 'ignore' }), 'invalid_state_transition')
  await assertProblem(await resolve(body.id, of('orphan_db'), { action: 'none' }), 'validation_failed')
  await assertProblem(await resolve(body.id, of('amount_mismatch'), { action: 'adjust_amount' }), 'validation_failed')
  const forced = { action: 'force_status', applied_status: 'failed' }
  await assertProblem(await resolve(body.id, of('orphan_db'), forced), 'validation_failed')
  const accepted = await resolve(body.id, of('amount_mismatch'), {
    resolution_action: 'accept_bank',
    adjusted_amount: 11_050,
    remarks: 'fee',
  })
  assert.equal(accepted.status, 200, accepted.text)
  assert.deepEqual(
    [
      accepted.body.detail_status,
      accepted.body.resolution_action,
      accepted.body.adjusted_amount,
      accepted.body.remarks,
    ],
    ['resolved', 'accept_bank', 11_050, 'fee'],
  )
  assert(accepted.body.resolved_by && accepted.body.resolved_at)
  const missing = randomUUID()
  const bulk = await shop.call('POST', `${PATH}/${body.id}/details/bulk-resolve`, {
    items: [
      { detail_id: of('status_mismatch'), request: { action: 'accept_db' } },
      { detail_id: missing, request: { action: 'ignore' } },
      { detail_id: of('orphan_bank'), request: { action: 'ignore' } },
    ],
  })
  assert.deepEqual([bulk.body.processed, bulk.body.failed, bulk.body.errors[0].detail_id], [2, 1, missing], bulk.text)
  const rest = await shop.call('POST', `${PATH}/${body.id}/details/bulk-resolve`, {
    detail_ids: [of('orphan_db')],
    resolution_action: 'accept_db',
    remarks: 'comes tomorrow',
  })
  assert.equal(rest.body.details[0].detail_status, 'resolved')
  const final = await shop.call('POST', `${PATH}/${body.id}/finalize`, { notes: 'day closed' })
  assert.equal(final.status, 200, final.text)
  assert.deepEqual(
    [final.body.overall_status, final.body.notes, final.body.resolved_count, final.body.ignored_count],
    ['completed', 'day closed', 3, 1],
  )
  const settled = await Promise.all(ids.map(async (id) => (await shop.read(id)).settlement_date !== null))
  assert.deepEqual(settled, [true, true, true, false])
  await assertProblem(await shop.follow(ids[0]!, 'void'), 'void_not_allowed_after_settlement')
  assert.equal((await shop.follow(ids[3]!, 'void')).status, 200)
  await assertProblem(await resolve(body.id, of('orphan_db'), { action: 'ignore' }), 'invalid_state_transition')
  await assertProblem(await shop.call('POST', `${PATH}/${body.id}/cancel`), 'invalid_state_transition')
})

test('with rows pending it closes in part, or is cancelled', async () => {
  const { begun, ids, bank_transactions } = await aDay()
  const { body } = await start({ ...begun, bank_transactions })
  const cancelled = await shop.call('POST', `${PATH}/${body.id}/cancel`, { reason: 'wrong file' })
  assert.deepEqual(
    [cancelled.status, cancelled.body.overall_status, cancelled.body.notes],
    [200, 'cancelled', 'wrong file'],
  )
  const again = await start({ ...begun, bank_transactions })
  const final = await shop.call('POST', `${PATH}/${again.body.id}/finalize`, { force_partial: true })
  assert.equal(final.body.overall_status, 'partially_completed')
  assert.notEqual((await shop.read(ids[0]!)).settlement_date, null)
  assert.equal((await shop.read(ids[1]!)).settlement_date, null)
})

test('a self-check lists what is open; two people end it, with a row of history and no event', async () => {
  await apart()
  const begun = period()
  const done = await sell(5_000)
  const open = await sell(6_000)
  await leaveOpen(open)
  const events = await shop.events(open)
  const { body } = await start({ ...begun, ...until() })
  assert.deepEqual(
    body.details.map((d: Row) => [d.transaction_id, d.discrepancy, d.detail_status]),
    [
      [open, 'orphan_db', 'pending'],
      [done, 'matched', 'auto_matched'],
    ],
  )
  const forced = { action: 'force_status', applied_status: 'completed' }
  const first = await resolve(body.id, body.details[0].id, forced)
  assert.deepEqual([first.body.detail_status, first.body.awaiting_action], ['pending', 'force_status'], first.text)
  assert.equal((await shop.read(open)).status, 'processing')
  const path = `/reconciliations/${body.id}/details/${body.details[0].id}/resolve`
  const answer = await (await second())('POST', path, forced)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.body.applied_status, answer.body.detail_status], ['completed', 'resolved'])
  assert.equal((await shop.read(open)).status, 'completed')
  assert.equal((await shop.states(open)).at(-1), 'completed')
  assert.deepEqual(await shop.events(open), events)
  const [entry] = await shop.rows('select amount from journal where operation_id = $1', [open])
  assert.equal(entry.amount, 6_000)
})

test('a row without reference is found by auth code and amount; one that may be it is proposed, and a person says so', async () => {
  await apart()
  const begun = period()
  const ids = [await sell(7_000), await sell(8_000)]
  const auth_code = (await shop.read(ids[0]!)).auth_code
  const { body } = await start({
    ...begun,
    ...until(),
    bank_transactions: [
      { auth_code, amount: 7_000, status: 'approved' },
      { amount: 8_000, status: 'approved', transaction_date: begun.period_start },
    ],
  })
  const [ours, theirs] = ['orphan_db', 'orphan_bank'].map((d) => body.details.find((one: Row) => one.discrepancy === d))
  assert.equal(body.matched_count, 1)
  assert.deepEqual([ours.proposed_match_id, theirs.proposed_match_id, theirs.proposed_score], [theirs.id, ours.id, 80])
  assert.equal((await resolve(body.id, theirs.id, { action: 'mark_matched' })).body.detail_status, 'resolved')
  const final = await shop.call('POST', `${PATH}/${body.id}/finalize`)
  assert.equal(final.body.overall_status, 'completed', final.text)
  assert.notEqual((await shop.read(ids[1]!)).settlement_date, null)
})

test('refused at the start, and once a key', async () => {
  const begun = { ...period(), ...until() }
  await assertProblem(await start({ ...begun, scope: 'connector' }), 'bad_request')
  await assertProblem(
    await start({ ...begun, scope: 'connector', connector_config_id: randomUUID() }),
    'connector_not_found',
  )
  await assertProblem(await start({ ...begun, merchant_id: randomUUID() }), 'invalid_merchant_id')
  await assertProblem(await start({ ...begun, period_end: begun.period_start }), 'bad_request')
  const of = [{ amount: 1, status: 'approved', merchant_external_id: 'M-9' }]
  await assertProblem(await start({ ...begun, bank_transactions: of }), 'validation_failed')
  const key = { 'idempotency-key': randomUUID() }
  const [one, two] = [await start(begun, key), await start(begun, key)]
  assert.deepEqual([one.status, two.text], [201, one.text])
  await assertProblem(await shop.call('GET', `${PATH}/${randomUUID()}`), 'resource_not_found')
  const much = { amount: Number.MAX_SAFE_INTEGER, status: 'approved' }
  await assertProblem(await start({ ...begun, bank_transactions: [much, much] }), 'validation_failed')
})

test('a start key lives a day, and finds what was begun by the same request only', async () => {
  const begun = { ...period(), ...until() }
  const key = { 'idempotency-key': randomUUID() }
  const first = await start(begun, key)
  await shop.own('delete from idempotency_keys where key = $1', [key['idempotency-key']]) // its answer was never written
  const inUse = await assertProblem(
    await start({ ...begun, ...until(), period: 'daily' }, key),
    'idempotency_key_in_use',
  )
  assert.match(inUse.detail, /was used with another request/)
  assert.equal((await start(begun, key)).body.id, first.body.id)
  await shop.vezne.moveClock(24 * 3_600_000)
  const second = await start(begun, key)
  assert.equal(second.status, 201, second.text)
  assert.notEqual(second.body.id, first.body.id)
})

test('what cannot be finished holds up no other', async () => {
  const begun = { ...period(), ...until() }
  const [poison, fine] = [await start(begun), await start(begun)]
  const ids = [poison.body.id, fine.body.id]
  await shop.own(`update reconciliations set closing_as = 'completed' where id = any($1)`, [ids])
  await shop.own(`update reconciliations set cursor = 'no uuid' where id = $1`, [ids[0]])
  const sweep = composeReconciliations({ runtime: shop.vezne.runtime, ...NEVER_CALLED }).startUnfinished()
  after(() => sweep.stop())
  await eventually(
    'the second one is closed',
    async () => (await shop.call('GET', `${PATH}/${ids[1]}`)).body.overall_status === 'completed',
  )
  await shop.own('update reconciliations set cursor = null where id = $1', [ids[0]])
})
