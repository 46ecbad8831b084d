/** Rows that a caller sends, or leaves out, are that caller's word: what one person reconciles alone is settled once another one has confirmed it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { completeAllSettled } from '../../src/settlements/making/complete-settled.ts'
import { openReconcilingShop } from '../reconciliations/reconciling-shop.ts'
import { callsOf, type Key, makeColleague, makeKey } from '../support/colleagues.ts'
import { assertProblem } from '../support/problems.ts'
import { authPath, change } from '../support/tokens.ts'
import { until as eventually } from '../support/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const { shop, merchant, period, until, sell, apart, referenceOf } = await openReconcilingShop()
const { vezne } = shop
after(() => vezne.stop())

const platformKey = async (): Promise<Pick<Key, 'token'>> => {
  const [{ tenant_id }] = await shop.rows(`select tenant_id from realms where slug = 'tenant-load'`, [])
  const made = await vezne.request('identity', 'POST', `/api/v1/platform/tenants/${tenant_id}/api-keys`, {
    token: await vezne.token('admin', 'master'),
    body: { display_name: 'K', roles: ['pos-admin'] },
  })
  assert.equal(made.status, 201, made.text)
  const body = { client_id: made.body.api_key.client_id, client_secret: made.body.secret }
  return {
    token: (await vezne.request('identity', 'POST', authPath('tenant-load', 'token'), { body })).body.access_token,
  }
}

type Call = ReturnType<typeof callsOf>
const as = (key: Pick<Key, 'token'>): Call => callsOf(vezne, key)
const [writer, second, third] = (await Promise.all([1, 2, 3].map(() => makeColleague(vezne, ['pos-admin'])))) as [
  Key,
  Key,
  Key,
]
/** Another key that the writer made; one that the platform issued; and one that nobody confirmed yet. */
const hisOther = await makeKey(vezne, ['pos-admin'])
await change(
  vezne,
  `update clients set accountable = array[$2::text], changed_people = null, needs_confirmation = false where id = $1`,
  [hisOther.id, writer.clientId],
)
const ofPlatform = await platformKey()
const unconfirmed = await makeKey(vezne, ['pos-admin'])
await change(
  vezne,
  'update clients set accountable = array[client_id], changed_people = array[client_id], needs_confirmation = true where id = $1',
  [unconfirmed.id],
)

/** A day of one sale, with rows that agree, or none; the settlement that follows when they are finalized. */
const reconcile = async (startedBy: Call, finalizedBy: Call, { isTyped = true, day = 24 } = {}) => {
  await vezne.moveClock(day * 3_600_000)
  const begun = period()
  const payment = await sell(5_000_00)
  const rows = [{ bank_transaction_id: await referenceOf(payment), amount: 5_000_00, status: 'approved' }]
  const body = {
    scope: 'merchant',
    merchant_id: merchant,
    ...begun,
    ...until(),
    ...(isTyped ? { bank_transactions: rows } : {}),
  }
  const started = await startedBy('POST', '/reconciliations/start', body)
  assert.equal(started.status, 201, started.text)
  const { id } = started.body
  const closed = await finalizedBy('POST', `/reconciliations/${id}/finalize`)
  assert.deepEqual([closed.status, closed.body.overall_status], [200, 'completed'], closed.text)
  return { reconciliation: id as string, payment, settlement: await settlementOf(id) }
}
const settlementOf = async (reconciliation: string): Promise<string> => {
  await eventually('its settlement is made', async () => {
    const [run] = await shop.rows('select stage from settlement_runs where reconciliation_id = $1', [reconciliation])
    return run?.stage === 'done'
  })
  const [row] = await shop.rows('select id from settlements where reconciliation_id = $1', [reconciliation])
  return row.id
}
const read = async (id: string): Promise<Json> => (await as(second)('GET', `/settlements/${id}`)).body
const put = (call: Call, id: string, body: object = {}) =>
  call('PUT', `/settlements/${id}/status`, { status: 'settled', ...body })
const confirm = (call: Call, id: string) => call('POST', `/settlements/${id}/confirm`)
const waits = async (key: Key, id: string): Promise<boolean> =>
  (await as(key)('GET', '/settlements?waits_for=me&page_size=100')).body.items.some((row: Json) => row.id === id)
const settle = async (id: string) => {
  for (const key of [second, third]) {
    const answer = await put(as(key), id)
    assert.equal(answer.status, 204, answer.text)
  }
}
const payoutsOf = async (id: string) =>
  await shop.rows(
    `select kind, amount from settlement_entries where settlement_id = $1 and kind in ('payout', 'bank_payment') order by kind`,
    [id],
  )

for (const isTyped of [true, false])
  test(`${isTyped ? 'rows that one person typed' : 'a self-check'} and finalized: the settlement waits for another person, by whatever key`, async () => {
    const { settlement } = await reconcile(as(writer), as(hisOther), { isTyped })
    const made = await read(settlement)
    assert.deepEqual([made.status, made.awaits, made.asked_by], ['pending', 'confirmation', hisOther.clientId])
    for (const key of [writer, second])
      assertProblem(await put(as(key), settlement), 'invalid_state_transition', /confirm/)
    for (const key of [writer, hisOther]) assertProblem(await confirm(as(key), settlement), 'four_eyes_violation')
    assert.equal((await confirm(as(ofPlatform), settlement)).status, 403)
    assert.deepEqual([await waits(writer, settlement), await waits(second, settlement)], [false, true])
    assert.deepEqual(await payoutsOf(settlement), [])
    const confirmed = await confirm(as(second), settlement)
    assert.deepEqual(
      [confirmed.status, confirmed.body.awaits, confirmed.body.confirmed_by],
      [200, null, second.clientId],
    )
    await settle(settlement)
    const done = await read(settlement)
    assert.deepEqual([done.status, done.completed_at !== null], ['settled', true])
    assert.equal((await payoutsOf(settlement)).length, 2)
  })

test('finalized by another person than started it: that is the second person, and it goes on by itself', async () => {
  const { settlement } = await reconcile(as(writer), as(second))
  const made = await read(settlement)
  assert.deepEqual([made.awaits, made.asked_by, made.confirmed_by], [null, null, null])
  assertProblem(await confirm(as(third), settlement), 'conflict')
  await settle(settlement)
  assert.notEqual((await read(settlement)).completed_at, null)
})

test('what a key of the platform started or finalized is nobody’s word', async () => {
  const { settlement } = await reconcile(as(ofPlatform), as(second))
  assert.deepEqual(
    [(await read(settlement)).awaits, (await read(settlement)).asked_by],
    ['confirmation', second.clientId],
  )
  assertProblem(await confirm(as(second), settlement), 'four_eyes_violation')
  assert.equal((await confirm(as(third), settlement)).body.awaits, null)

  const finalizedByIt = await reconcile(as(writer), as(ofPlatform))
  assert.equal((await read(finalizedByIt.settlement)).asked_by, writer.clientId)
  assertProblem(await confirm(as(writer), finalizedByIt.settlement), 'four_eyes_violation')
  assert.equal((await confirm(as(second), finalizedByIt.settlement)).body.awaits, null)

  const whole = await reconcile(as(ofPlatform), as(ofPlatform))
  assert.equal((await confirm(as(writer), whole.settlement)).body.awaits, 'confirmation')
  assertProblem(await confirm(as(writer), whole.settlement), 'four_eyes_violation')
  assert.equal((await confirm(as(second), whole.settlement)).body.awaits, null)
})

test('a key that nobody confirmed yet is no second person', async () => {
  const { settlement } = await reconcile(as(writer), as(unconfirmed))
  assert.deepEqual(
    [(await read(settlement)).awaits, (await read(settlement)).asked_by],
    ['confirmation', writer.clientId],
  )
})
test('a settlement whose days are reconciled by one person’s rows is not completed by them, before they are confirmed', async () => {
  const { settlement, reconciliation, payment } = await reconcile(as(writer), as(writer))
  const day = (await read(settlement)).period_start
  // Another one of the same day, made by hand, confirmed and settled.
  const body = { merchant_id: merchant, period_start: day, period_end: day, gross_amount: 5_000_00 }
  const other = (await as(writer)('POST', '/settlements', body)).body.id
  assert.equal((await confirm(as(second), other)).status, 200)
  await settle(other)
  const look = async () => {
    const { db, clock } = vezne.runtime
    await completeAllSettled(db, clock.ms(), (_, error) => assert.fail(String(error)))
    return (await read(other)).completed_at
  }
  assert.equal(await look(), null)
  assert.equal((await confirm(as(second), settlement)).status, 200)
  assert.notEqual(await look(), null)
  assert.ok(reconciliation && (await shop.read(payment)).settlement_date)
})

test('rows have no commission and no value date of their own: what is not of the interface counts for nothing', async () => {
  await vezne.moveClock(24 * 3_600_000)
  const begun = period()
  const payment = await sell(20_000)
  const forged = { commission: 1, bank_commission: 1, value_date: '2020-01-01', net: 999_999, gross: 999_999 }
  const row = { bank_transaction_id: await referenceOf(payment), amount: 20_000, status: 'approved', ...forged }
  const body = { scope: 'merchant', merchant_id: merchant, ...begun, ...until(), bank_transactions: [row] }
  const started = await as(writer)('POST', '/reconciliations/start', body)
  assert.equal(started.status, 201, started.text)
  assert.equal((await as(writer)('POST', `/reconciliations/${started.body.id}/finalize`)).status, 200)
  const made = await read(await settlementOf(started.body.id))
  assert.deepEqual([made.gross_amount, made.bank_commission], [20_000, 712])
  assert.ok(made.value_dates.every(({ value_date }: Json) => value_date > made.period_end))
})

test('whoever typed the rows is not the second person on them: what another one asked is asked by him, and decided by that one', async () => {
  await apart()
  const begun = period()
  const payment = await sell(160_000)
  const { auth_code } = await shop.read(payment)
  const row = { auth_code, amount: 159_000, status: 'approved', transaction_date: begun.period_start }
  const body = { scope: 'merchant', merchant_id: merchant, ...begun, ...until(), bank_transactions: [row] }
  const { id, details } = (await as(writer)('POST', '/reconciliations/start', body)).body
  const ours = details.find((each: Json) => each.transaction_id === payment)
  const resolve = (key: Key) =>
    as(key)('POST', `/reconciliations/${id}/details/${ours.id}/resolve`, { action: 'mark_matched' })
  assert.deepEqual((await resolve(second)).body.awaiting_by, second.clientId)
  for (const key of [writer, hisOther]) {
    const answer = await resolve(key)
    if (key === writer)
      assert.deepEqual([answer.body.detail_status, answer.body.awaiting_by], ['pending', writer.clientId])
    else assertProblem(answer, 'four_eyes_violation')
  }
  assert.equal((await resolve(second)).body.detail_status, 'resolved')
})

test('the database keeps it as well, whoever sends the statement', async () => {
  const { settlement, reconciliation } = await reconcile(as(writer), as(writer))
  const alter = (sql: string) => shop.own(`update settlements set ${sql} where id = $1`, [settlement])
  const both = `settling_by = 'a', settled_by = 'b', settled_at = now(), status = 'settled'`
  await assert.rejects(alter(both), /not confirmed/)
  await assert.rejects(alter(`stated_by = 'other'`), /stays/)
  await alter('stated_by = null')
  await assert.rejects(alter(both), /not confirmed/)
  await assert.rejects(alter(`confirmed_by = '${writer.clientId}', confirmed_at = now()`), /second person/)
  await shop.own(`update reconciliations set is_of_one = false, started_people = '{x}' where id = $1`, [reconciliation])
  const [kept] = await shop.rows('select is_of_one, started_people from reconciliations where id = $1', [
    reconciliation,
  ])
  assert.deepEqual([kept.is_of_one, kept.started_people], [true, [writer.clientId]])
  await assert.rejects(shop.own(`update reconciliations set started_by = 'x' where id = $1`, [reconciliation]), /stays/)
  await assert.rejects(
    shop.own(`update reconciliation_details set adjusted_amount = 777000000 where reconciliation_id = $1`, [
      reconciliation,
    ]),
    /reconciliation_details_adjusted/,
  )
})
