/** What gives up much takes two people, by whatever way. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { setByTwo } from '../support/settings.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { shop, period, until, sell, apart, referenceOf, start, resolve, leaveOpen, second } = await openReconcilingShop()
after(() => shop.vezne.stop())

test('what writes off much needs two people', async () => {
  await apart()
  const begun = period()
  const id = await sell(300_000)
  const { body } = await start({
    ...begun,
    ...until(),
    bank_transactions: [{ bank_transaction_id: await referenceOf(id), amount: 1, status: 'approved' }],
  })
  const detail = body.details[0].id
  const first = await resolve(body.id, detail, { action: 'accept_bank', remarks: 'agreed by phone' })
  assert.deepEqual(
    [first.status, first.body.detail_status, first.body.awaiting_action],
    [200, 'pending', 'accept_bank'],
  )
  await assertProblem(await resolve(body.id, detail, { action: 'accept_bank' }), 'four_eyes_violation')
  await assertProblem(await shop.call('POST', `${PATH}/${body.id}/finalize`), 'invalid_state_transition')
  // What a credential of the platform asked counts as nobody's: the first person of the tenant asks anew.
  await shop.own(`update reconciliation_details set awaiting_people = '{platform:somebody}' where id = $1`, [detail])
  const anew = await resolve(body.id, detail, { action: 'accept_bank', remarks: 'agreed by phone' })
  assert.deepEqual([anew.body.detail_status, anew.body.awaiting_action], ['pending', 'accept_bank'])
  await assertProblem(await resolve(body.id, detail, { action: 'accept_bank' }), 'four_eyes_violation')
  const other = await second()
  const agreed = await other('POST', `${PATH}/${body.id}/details/${detail}/resolve`, { action: 'accept_bank' })
  assert.deepEqual(
    [agreed.body.detail_status, agreed.body.awaiting_action, agreed.body.remarks],
    ['resolved', null, 'agreed by phone'],
  )
})

test('many at once: an item names its action by either name; whoever asked first is refused for his own row', async () => {
  await apart()
  const begun = period()
  const ids = [await sell(300_000), await sell(1_000)]
  const off = await Promise.all(
    ids.map(async (id) => ({ bank_transaction_id: await referenceOf(id), amount: 1, status: 'approved' })),
  )
  const { body } = await start({ ...begun, ...until(), bank_transactions: off })
  const [large, small] = ids.map((id) => body.details.find((one: Row) => one.transaction_id === id).id)
  const resolveAll = async (items: Row[]) =>
    shop.call('POST', `${PATH}/${body.id}/details/bulk-resolve`, { items }) as Promise<Row>
  const request = { resolution_action: 'accept_bank', remarks: 'agreed' }
  const asked = await resolveAll([
    { detail_id: large, request },
    { detail_id: small, request: { action: 'accept_bank' } },
  ])
  assert.equal(asked.status, 200, asked.text)
  assert.deepEqual(
    asked.body.details.map((one: Row) => [one.id, one.detail_status, one.awaiting_action]),
    [
      [large, 'pending', 'accept_bank'],
      [small, 'resolved', null],
    ],
  )
  const again = await resolveAll([{ detail_id: large, request }])
  assert.deepEqual([again.body.processed, again.body.errors[0].detail_id], [0, large])
  assert.match(again.body.errors[0].message, /four_eyes_violation/)
  await assertProblem(await resolveAll([{ detail_id: large, request: {} }]), 'bad_request', /action/)
})

test('what was made under a limit is judged by that limit, however high it is set later; a lower one counts at once', async () => {
  const limited = async (amount: number) => {
    await apart()
    const begun = period()
    const id = await sell(amount)
    const off = { bank_transaction_id: await referenceOf(id), amount: 1, status: 'approved' }
    const { body } = await start({ ...begun, ...until(), bank_transactions: [off] })
    return () => resolve(body.id, body.details[0].id, { action: 'accept_bank' })
  }
  const early = await limited(300_000)
  await setByTwo(shop.vezne, 'reconciliation.write_off_max', '300000')
  assert.equal((await early()).body.detail_status, 'pending')
  const late = await limited(300_000)
  const overtaken = await limited(250_000)
  assert.equal((await late()).body.detail_status, 'resolved')
  const { items } = (await shop.call('GET', '/settings?key=reconciliation.write_off_max')).body
  const lower = { key: items[0].key, value: '100000' }
  assert.equal((await shop.call('PUT', `/settings/${items[0].id}`, lower)).status, 204)
  assert.equal((await overtaken()).body.detail_status, 'pending')
})

test('one person gives up no more by another way: through the counterpart, an amount of his own, a negative row, a forced state', async () => {
  await apart()
  const begun = period()
  const ids = [await sell(400_000), await sell(300_000), await sell(200_000)]
  const { auth_code } = await shop.read(ids[0]!)
  const { body } = await start({
    ...begun,
    ...until(),
    bank_transactions: [
      { auth_code, amount: 5, status: 'approved', transaction_date: begun.period_start },
      { bank_transaction_id: await referenceOf(ids[1]!), amount: 299_999, status: 'approved' },
      { bank_transaction_id: await referenceOf(ids[2]!), amount: 1, status: 'declined' },
      { bank_transaction_id: 'UNKNOWN', amount: -900_000, status: 'refunded' },
    ],
  })
  const rowOf = (is: (one: Row) => boolean) => body.details.find(is).id
  const fiveKurus = rowOf((one) => one.bank_amount === 5)
  const matched = await resolve(body.id, fiveKurus, { action: 'mark_matched' })
  assert.deepEqual([matched.body.detail_status, matched.body.awaiting_action], ['pending', 'mark_matched'])

  const nearly = rowOf((one) => one.bank_amount === 299_999)
  // That the bank has nearly as much is nobody's word but the caller's.
  const adjusted = await resolve(body.id, nearly, { action: 'adjust_amount', adjusted_amount: 299_999 })
  assert.deepEqual([adjusted.body.detail_status, adjusted.body.awaiting_amount], ['pending', 299_999])

  const negative = rowOf((one) => one.bank_amount === -900_000)
  assert.equal((await resolve(body.id, negative, { action: 'ignore' })).body.detail_status, 'pending')
  // Completed already: that is no state to force it from.
  const ended = rowOf((one) => one.transaction_id === ids[2])
  const forced = { action: 'force_status', applied_status: 'completed' }
  await assertProblem(await resolve(body.id, ended, forced), 'validation_failed')
})

test('a large transaction that the bank declined is forced to completed by two people, not by one', async () => {
  await apart()
  const begun = period()
  const open = await sell(250_000)
  const reference = await referenceOf(open)
  await leaveOpen(open)
  const rows = [{ bank_transaction_id: reference, amount: 250_000, status: 'declined' }]
  const { body } = await start({ ...begun, ...until(), bank_transactions: rows })
  const [{ id }] = body.details
  const forced = { action: 'force_status', applied_status: 'completed' }
  const first = await resolve(body.id, id, forced)
  assert.deepEqual([first.body.detail_status, first.body.awaiting_status], ['pending', 'completed'], first.text)
  assert.equal((await shop.read(open)).status, 'processing')
  await assertProblem(await resolve(body.id, id, forced), 'four_eyes_violation')
  assert.equal((await shop.read(open)).status, 'processing')
  const other = await second()
  const agreed = await other('POST', `${PATH}/${body.id}/details/${id}/resolve`, forced)
  assert.equal(agreed.body.detail_status, 'resolved', agreed.text)
  assert.equal((await shop.read(open)).status, 'completed')
})

test('rows that a caller sends, or leaves out, are no word of the bank: a large payment is forced by two people whatever they say', async () => {
  for (const [status, applied_status] of [
    ['approved', 'completed'],
    ['declined', 'failed'],
    [null, 'failed'],
  ]) {
    await apart()
    const begun = period()
    const open = await sell(250_000)
    const reference = await referenceOf(open)
    await leaveOpen(open)
    const rows = status === null ? [] : [{ bank_transaction_id: reference, amount: 250_000, status }]
    const { body } = await start({ ...begun, ...until(), bank_transactions: rows })
    const [{ id }] = body.details
    const first = await resolve(body.id, id, { action: 'force_status', applied_status })
    assert.deepEqual([first.body.detail_status, first.body.awaiting_status], ['pending', applied_status], first.text)
    if (status !== null) {
      const remedied = await shop.call('POST', `${PATH}/${body.id}/details/${id}/remedy`, { remedy: 'force_status' })
      await assertProblem(remedied, 'four_eyes_violation')
    }
    assert.equal((await shop.read(open)).status, 'processing')
  }
})
