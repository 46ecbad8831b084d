/** What resolving a row costs: the largest distance of what is settled from either side, and all of it where both disagree whether money moved. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { orderOf } from '../support/bank-files.ts'
import { callsOf, makeColleague } from '../support/colleagues.ts'
import { assertProblem } from '../support/problems.ts'
import { bankDay, DEMO_BANK } from './bank-day.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { shop, sell, referenceOf, apart, period, until, start, sendFile } = await openReconcilingShop()
const { vezne } = shop
const bank = await startBank({ port: vezne.config.ports.bank })
after(async () => {
  await vezne.stop()
  await bank.stop()
})

const people = await Promise.all([1, 2, 3, 4].map(() => makeColleague(vezne, ['pos-operator'])))
const [one, two, three, four] = people.map((key) => callsOf(vezne, key)) as Call[]
type Call = ReturnType<typeof callsOf>

/** One sale, and what a caller says that the bank says of it. */
const compare = async (amount: number, typed: Record<string, unknown>, isNamed = true) => {
  await apart()
  const begun = period()
  const id = await sell(amount)
  const named = isNamed
    ? { bank_transaction_id: await referenceOf(id) }
    : { auth_code: (await shop.read(id)).auth_code, transaction_date: begun.period_start }
  const { body } = await start({ ...begun, ...until(), bank_transactions: [{ ...named, ...typed }] })
  const read = async () => (await shop.call('GET', `${PATH}/${body.id}`)).body
  const rowOf = async (is: (row: Row) => boolean): Promise<Row> => (await read()).details.find(is)
  return {
    ours: () => rowOf((row) => row.transaction_id === id),
    theirs: () => rowOf((row) => row.transaction_id === null),
    writtenOff: async () => (await read()).written_off,
    resolve: async (as: Call | undefined, row: Row, request: object) =>
      (as as Call)('POST', `${PATH}/${body.id}/details/${row.id}/resolve`, request),
    bulk: (as: Call | undefined, row: Row, request: object) =>
      (as as Call)('POST', `${PATH}/${body.id}/details/bulk-resolve`, { items: [{ detail_id: row.id, request }] }),
  }
}
const stateOf = ({ body }: Row) => [body.detail_status, body.awaiting_action]

for (const [action, adjusted_amount] of [
  ['adjust_amount', 777_000_000],
  ['accept_bank', 777_000_000],
  ['adjust_amount', -5_000],
  ['accept_bank', 5_001],
] as const)
  test(`no one is paid what neither side has: ${action} with ${adjusted_amount}`, async () => {
    const day = await compare(5_000, { amount: 5_000, status: 'declined' })
    const row = await day.ours()
    const refused = await assertProblem(await day.resolve(one, row, { action, adjusted_amount }), 'validation_failed')
    assert.match(refused.detail, /adjusted_amount: .*between 0 and 5000/)
    const { body } = await day.bulk(one, row, { action, adjusted_amount })
    assert.deepEqual([body.processed, body.failed], [0, 1])
    assert.equal((await day.ours()).detail_status, 'pending')
    assert.equal(await day.writtenOff(), 0)
  })

test('an adjusted amount lies on the side of both: none where they are of different signs', async () => {
  const day = await compare(5_000, { amount: -5_000, status: 'refunded' })
  for (const adjusted_amount of [-1, 0, 1]) {
    const body = { action: 'adjust_amount', adjusted_amount }
    await assertProblem(await day.resolve(one, await day.ours(), body), 'validation_failed')
  }
})

test('a bank that declined a sale gives up all of it, however near its amount is', async () => {
  const day = await compare(5_000_000, { amount: 4_999_999, status: 'declined' })
  const row = await day.ours()
  assert.equal(row.discrepancy, 'amount_mismatch')
  for (const action of ['accept_bank', 'accept_db', 'mark_matched', 'ignore'])
    assert.deepEqual(stateOf(await day.resolve(one, row, { action })), ['pending', action])
  const adjusted = await day.resolve(one, row, { action: 'adjust_amount', adjusted_amount: 4_999_999 })
  assert.deepEqual(stateOf(adjusted), ['pending', 'adjust_amount'])
  assert.equal(await day.writtenOff(), 0)
})

test('to stand by our side costs the whole amount where the bank moved no money', async () => {
  for (const status of ['declined', 'voided']) {
    const small = await compare(50_000, { amount: 50_000, status })
    assert.deepEqual(stateOf(await small.resolve(one, await small.ours(), { action: 'accept_db' })), ['resolved', null])
    assert.equal(await small.writtenOff(), 50_000)
    const large = await compare(150_000, { amount: 150_000, status })
    const asked = await large.resolve(one, await large.ours(), { action: 'accept_db' })
    assert.deepEqual(stateOf(asked), ['pending', 'accept_db'])
  }
})

test('what two people decided is changed by two, however little it is', async () => {
  const day = await compare(150_000, { amount: 150_000, status: 'declined' })
  const row = await day.ours()
  await day.resolve(one, row, { action: 'accept_bank' })
  assert.deepEqual(stateOf(await day.resolve(two, row, { action: 'accept_bank' })), ['resolved', null])
  const undone = await day.resolve(three, row, { action: 'accept_db' })
  assert.deepEqual(
    [undone.body.resolution_action, undone.body.awaiting_action, await day.writtenOff()],
    ['accept_bank', 'accept_db', 0],
  )
  await assertProblem(await day.resolve(three, row, { action: 'accept_db' }), 'four_eyes_violation')
  const agreed = await day.resolve(four, row, { action: 'accept_db' })
  assert.deepEqual([agreed.body.resolution_action, agreed.body.awaiting_action], ['accept_db', null])
  assert.equal(await day.writtenOff(), 0)
})

test('of a pair the row with our payment costs, and either one resolved otherwise releases the other', async () => {
  const day = await compare(60_000, { amount: 59_000, status: 'approved' }, false)
  const [ours, theirs] = [await day.ours(), await day.theirs()]
  assert.equal(ours.proposed_match_id, theirs.id)
  for (const [first, second] of [
    [theirs, ours],
    [ours, theirs],
  ]) {
    const matched = await day.resolve(one, first, { action: 'mark_matched' })
    assert.deepEqual(stateOf(matched), ['resolved', null])
    assert.deepEqual([(await day.ours()).detail_status, (await day.theirs()).detail_status], ['resolved', 'resolved'])
    assert.equal(await day.writtenOff(), 60_000)
    await day.resolve(one, first, { action: 'accept_db' })
    assert.equal(await day.writtenOff(), first === ours ? 60_000 : 59_000)
    const released = first === ours ? await day.theirs() : await day.ours()
    assert.deepEqual([released.detail_status, released.resolution_action], ['pending', null])
    await day.resolve(one, second, { action: 'ignore' })
    assert.equal(await day.writtenOff(), 119_000)
  }
})

test('a pair that two people made is taken apart by two', async () => {
  const day = await compare(160_000, { amount: 159_000, status: 'approved' }, false)
  await day.resolve(one, await day.ours(), { action: 'mark_matched' })
  await day.resolve(two, await day.ours(), { action: 'mark_matched' })
  assert.equal((await day.theirs()).detail_status, 'resolved')
  const asked = await day.resolve(three, await day.theirs(), { action: 'accept_db' })
  assert.deepEqual([asked.body.resolution_action, asked.body.awaiting_action], ['mark_matched', 'accept_db'])
  await day.resolve(four, await day.theirs(), { action: 'accept_db' })
  assert.deepEqual([(await day.ours()).detail_status, (await day.theirs()).detail_status], ['pending', 'resolved'])
})

test('of a file that the bank brought a difference costs the difference, on a resolved row too; what it took back costs all', async () => {
  const extra_properties = { connector_configuration_id: await shop.configurationOf(DEMO_BANK.code) }
  const amount = { amount: 300_000, currency: 'TRY' }
  const [off, back] = [await shop.sell({ amount, extra_properties }), await shop.sell({ amount, extra_properties })]
  const rows = [
    { order: orderOf(off), id: 'C-1', gross: 299_990 },
    { order: orderOf(back), id: 'C-2', gross: 299_990 },
    { order: orderOf(back), id: 'C-3', gross: -299_990, kind: 'VOID_AFTER' as const },
  ]
  const { file, query } = bankDay({ rows, at: vezne.runtime.clock.ms(), number: 1 })
  const path = `${PATH}/${(await sendFile(file, query)).body.reconciliation_id}`
  const { details } = (await shop.call('GET', path)).body
  const rowOf = (id: string): Row => details.find((row: Row) => row.transaction_id === id && row.kind === 'movement')
  const resolve = async (id: string, request: object) => {
    const answer = await (one as Call)('POST', `${path}/details/${rowOf(id).id}/resolve`, request)
    const { resolution_action, adjusted_amount, awaiting_action, awaiting_amount } = answer.body
    const { written_off } = (await shop.call('GET', path)).body
    return [resolution_action, adjusted_amount, awaiting_action, awaiting_amount, written_off]
  }
  assert.deepEqual(await resolve(off, { action: 'accept_bank' }), ['accept_bank', null, null, null, 10])
  assert.deepEqual(await resolve(off, { action: 'accept_db' }), ['accept_db', null, null, null, 10])
  const adjust = { action: 'adjust_amount', adjusted_amount: 299_980 }
  assert.deepEqual(await resolve(off, adjust), ['adjust_amount', 299_980, null, null, 20])
  assert.deepEqual(await resolve(off, { ...adjust, adjusted_amount: 1 }), [
    'adjust_amount',
    299_980,
    'adjust_amount',
    1,
    20,
  ])
  assert.equal(rowOf(back).bank_status, 'voided')
  for (const action of ['accept_bank', 'accept_db', 'ignore'])
    assert.deepEqual(await resolve(back, { action }), [null, null, action, null, 20])
})
