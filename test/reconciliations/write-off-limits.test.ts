/** What one person gives up of all rows of a reconciliation, and what no two people say against the bank. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { callsOf, type Key, makeColleague } from '../support/colleagues.ts'
import { assertProblem } from '../support/problems.ts'
import { openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { shop, sell, referenceOf, apart, leaveOpen, period, until, start } = await openReconcilingShop()
const { vezne } = shop
after(() => vezne.stop())

const [second, third] = [await makeColleague(vezne, ['pos-operator']), await makeColleague(vezne, ['pos-admin'])]
const as = (key: Key) => callsOf(vezne, key)

test('what one person gives up counts against the whole reconciliation, once a row, however often it is resolved', async () => {
  const key = 'reconciliation.write_off_total_max'
  const headers = { 'x-tenant-id': '' }
  const made = await shop.call('POST', '/settings', { key, value: '150000', scope: 'tenant' }, headers)
  assert.equal(made.status, 201, made.text)
  await apart()
  const begun = period()
  const ids = [await sell(60_000), await sell(70_000), await sell(80_000)]
  const references = await Promise.all(ids.map(referenceOf))
  const bank_transactions = references.map((bank_transaction_id, n) => ({
    bank_transaction_id,
    amount: 60_000 + n * 10_000,
    status: 'declined',
  }))
  const { body } = await start({ ...begun, ...until(), bank_transactions })
  const resolve = (n: number, action: string) => {
    const row = body.details.find((each: Row) => each.transaction_id === ids[n])
    return as(second)('POST', `${PATH}/${body.id}/details/${row.id}/resolve`, { action })
  }
  const statusOf = ({ body: row }: Row) => row.detail_status
  const total = async () => (await as(second)('GET', `${PATH}/${body.id}`)).body.written_off
  const answers = await Promise.all([0, 1, 2].map((n) => resolve(n, 'accept_bank')))
  assert.equal(answers.filter((answer) => statusOf(answer) === 'pending').length, 1)
  const sum = await total()
  assert.ok(sum <= 150_000 && sum >= 130_000, String(sum))
  const done = answers.findIndex((answer) => statusOf(answer) === 'resolved')
  const waiting = answers.findIndex((answer) => statusOf(answer) === 'pending')
  await resolve(done, 'ignore') // again, otherwise: counted once
  assert.equal(await total(), sum)
  await resolve(done, 'accept_db') // pays what the bank declined
  assert.equal(await total(), sum)
  const row = body.details.find((each: Row) => each.transaction_id === ids[waiting])
  const agreed = await as(third)('POST', `${PATH}/${body.id}/details/${row.id}/resolve`, { action: 'accept_bank' })
  assert.equal(agreed.body.detail_status, 'resolved')
  await shop.call('POST', `${PATH}/${body.id}/cancel`)
})

test('the same sum holds for all reconciliations of a day: one person starts as many as he likes, and begins again the next day', async () => {
  const day = 24 * 3_600_000
  await vezne.moveClock(day + day / 2 - ((vezne.runtime.clock.ms() + 3 * 3_600_000) % day)) // noon of the next day in Istanbul
  const begin = async (amount: number) => {
    await apart()
    const begun = period()
    const id = await sell(amount)
    const bank_transactions = [{ bank_transaction_id: await referenceOf(id), amount, status: 'declined' }]
    const { body } = await start({ ...begun, ...until(), bank_transactions })
    const path = `${PATH}/${body.id}/details/${body.details[0].id}/resolve`
    return { path, resolve: async (key: Key, action = 'accept_bank') => (await as(key)('POST', path, { action })).body }
  }
  const [one, two, small, last] = [await begin(80_000), await begin(90_000), await begin(5_000), await begin(70_000)]
  const atOnce = await Promise.all([one.resolve(second), two.resolve(second)])
  assert.deepEqual(atOnce.map(({ detail_status }) => detail_status).toSorted(), ['pending', 'resolved'])
  assert.equal((await small.resolve(second)).detail_status, 'resolved')
  // Of two is not counted; resolved otherwise is counted once.
  const waiting = atOnce[0].detail_status === 'pending' ? one : two
  assert.equal((await waiting.resolve(third)).detail_status, 'resolved')
  assert.equal((await small.resolve(third, 'ignore')).detail_status, 'ignored')
  assert.deepEqual((await last.resolve(third)).awaiting_action, 'accept_bank')
  const forced = `update reconciliation_details set detail_status = 'resolved', resolved_at = (select max(resolved_at) from reconciliation_details), written_off = 70000 where id = $1`
  await assert.rejects(shop.own(forced, [last.path.split('/')[4]]), /written off by single persons/)
  await vezne.moveClock(day)
  const next = await begin(70_000)
  assert.equal((await next.resolve(second)).detail_status, 'resolved')
})

test('two people force nothing that the bank says otherwise about', async () => {
  await apart()
  const begun = period()
  const id = await sell(5_000)
  await leaveOpen(id)
  const bank_transactions = [{ bank_transaction_id: await referenceOf(id), amount: 5_000, status: 'declined' }]
  const { body } = await start({ ...begun, ...until(), bank_transactions })
  const path = `${PATH}/${body.id}/details/${body.details[0].id}/resolve`
  const forced = { action: 'force_status', applied_status: 'failed' }
  assert.equal((await as(second)('POST', path, forced)).body.detail_status, 'pending')
  const refused = await assertProblem(await as(third)('POST', path, forced), 'validation_failed')
  assert.match(refused.detail, /the bank says otherwise/)
  assert.equal((await shop.read(id)).status, 'processing')
})

test('the limits are amounts of lira: in another currency one person gives up nothing alone', async () => {
  await apart()
  const begun = period()
  const dollars = await shop.sell({ amount: { amount: 60_000, currency: 'USD' } })
  const bank_transactions = [{ bank_transaction_id: await referenceOf(dollars), amount: 59_900, status: 'approved' }]
  const { body } = await start({ ...begun, ...until(), bank_transactions })
  const row = body.details.find((each: Row) => each.transaction_id === dollars)
  const path = `${PATH}/${body.id}/details/${row.id}/resolve`
  const asked = await as(second)('POST', path, { action: 'accept_db' })
  assert.deepEqual([asked.status, asked.body.detail_status, asked.body.awaiting_action], [200, 'pending', 'accept_db'])
  assert.equal((await as(third)('POST', path, { action: 'accept_db' })).body.detail_status, 'resolved')
})
