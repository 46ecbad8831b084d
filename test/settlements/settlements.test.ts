/** The five operations over HTTP: written down by a person, listed, exported, moved along their states; completed once the reconciliation says so. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { completeAllSettled } from '../../src/settlements/making/complete-settled.ts'
import { openReconcilingShop } from '../reconciliations/reconciling-shop.ts'
import { assertProblem } from '../support/problems.ts'
import { openSecondPerson } from '../support/second-person.ts'
import { until as eventually } from '../support/until.ts'

const { shop, merchant, period, until, sell, apart, start, resolve } = await openReconcilingShop()
const second = await openSecondPerson(shop)
after(() => shop.vezne.stop())

const PATH = '/settlements'
const BODY = {
  merchant_id: merchant,
  period_start: '2026-01-05',
  period_end: '2026-01-11',
  gross_amount: 100_000,
  refund_amount: 5_000,
  bank_commission: 3_560,
  platform_commission: 1_000,
}
const make = async (change: object = {}) => {
  const answer = await shop.call('POST', PATH, { ...BODY, ...change })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const put = (id: string, body: object) => shop.call('PUT', `${PATH}/${id}/status`, body)
const eventsOf = async (id: string) =>
  (await shop.rows('select type, body from events where resource_id = $1 order by sequence', [id])).map(
    ({ type, body }) => ({ type, ...JSON.parse(body).data }),
  )

test('net is what is left, and is checked', async () => {
  const made = await make({ net_amount: 90_440, transaction_count: 9, notes: 'first\nweek', bank_code: '0046' })
  assert.deepEqual(
    [made.net_amount, made.currency, made.status, made.merchant_name, made.payout_amount, made.reconciliation_id],
    [90_440, 'TRY', 'pending', made.merchant_name, 90_440, null],
  )
  assert.deepEqual((await shop.call('GET', `${PATH}/${made.id}`)).body, made)
  assert.deepEqual((await eventsOf(made.id))[0], {
    type: 'settlement.created',
    transaction_id: null,
    status: null,
    amount: 90_440,
    currency: 'TRY',
    merchant_id: merchant,
    provider_transaction_id: null,
    auth_code: null,
    error_code: null,
    error_message: null,
    masked_card_number: null,
    card_brand: null,
    sequence: null,
    external_id: null,
    settlement_id: made.id,
    period_start: '2026-01-04T21:00:00.000+00:00',
    period_end: '2026-01-11T20:59:59.999+00:00',
    total_amount: 100_000,
    transaction_count: 9,
    settlement_status: 'pending',
  })
  const send = (change: object) => shop.call('POST', PATH, { ...BODY, ...change })
  await assertProblem(await send({ net_amount: 90_441 }), 'validation_failed')
  await assertProblem(await send({ period_end: '2026-01-04' }), 'validation_failed')
  await assertProblem(await send({ merchant_id: randomUUID() }), 'invalid_merchant_id')
  await assertProblem(await send({ currency: 'XXX' }), 'invalid_currency')
  await assertProblem(await send({ gross_amount: -1 }), 'bad_request')
  const most = Number.MAX_SAFE_INTEGER
  const all = { gross_amount: 0, refund_amount: most, bank_commission: most, platform_commission: most }
  await assertProblem(await send(all), 'validation_failed')
  const below = await make({ gross_amount: 0, period_start: '2026-01-11' })
  assert.deepEqual([below.net_amount, below.payout_amount, below.carried_out], [-9_560, 0, -9_560])
})

test('lists overlap with a period, other names act on its start; the file has the same rows', async () => {
  const ids: string[] = []
  for (const [from, to] of [
    ['2025-02-01', '2025-02-07'],
    ['2025-02-08', '2025-02-14'],
    ['2025-02-15', '2025-02-21'],
  ])
    ids.push((await make({ period_start: from, period_end: to, notes: '=1+1', currency: 'usd' })).id)
  const found = async (query: string): Promise<number[]> => {
    const answer = await shop.call('GET', `${PATH}?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.items.map(({ id }: { id: string }) => ids.indexOf(id))
  }
  assert.deepEqual(await found('start_date=2025-02-07&end_date=2025-02-08'), [1, 0])
  assert.deepEqual(await found('period_start_from=2025-02-07&period_start_to=2025-02-15'), [2, 1])
  assert.deepEqual(await found(`end_date=2025-02-28&status=settled`), [])
  assert.deepEqual(await found(`end_date=2025-02-28&merchant_id=${merchant}&page_size=1&page=2`), [1])
  await assertProblem(await shop.call('GET', `${PATH}?start_date=2025-02-02&end_date=2025-02-01`), 'validation_failed')
  const file = await shop.call('GET', `${PATH}/export?end_date=2025-02-28&lang=TR`)
  const [head, ...lines] = file.text.trimEnd().split('\r\n')
  assert.match(head ?? '', /^Hak ediş no,Üye işyeri no,/)
  assert.deepEqual(
    lines.map((line) => ids.indexOf(line.split(',')[0] ?? '')),
    [2, 1, 0],
  )
  assert.match(lines[0] ?? '', /'=1\+1/)
  assert.match((await shop.call('GET', `${PATH}/export?end_date=2024-01-01`)).text, /^id,merchant_id,merchant_name,/)
})

test('its states are those of the table; what was settled never changes', async () => {
  const { id } = await make()
  await assertProblem(await put(id, { status: 'pending' }), 'invalid_state_transition')
  await assertProblem(await put(id, { id: randomUUID(), status: 'processing' }), 'bad_request')
  await assertProblem(await put(randomUUID(), { status: 'settled' }), 'resource_not_found')
  for (const status of ['processing', 'failed', 'processing']) assert.equal((await put(id, { status })).status, 204)
  await second.confirm(id)
  await second.settle(id, { bank_reference: 'P-7', remarks: 'paid' })
  await assertProblem(await put(id, { status: 'failed' }), 'invalid_state_transition')
  const { body } = await shop.call('GET', `${PATH}/${id}`)
  assert.deepEqual([body.status, body.bank_reference, body.notes], ['settled', 'P-7', 'paid'])
  assert.ok(body.settled_at)
  const changes = ['gross_amount = 1, net_amount = net_amount - 99999', `status = 'pending'`, 'settled_at = null']
  for (const change of changes) await assert.rejects(shop.own(`update settlements set ${change} where id = $1`, [id]))
})

test('completed once it is settled and every payment of its days is in a finalized reconciliation, whichever comes last', async () => {
  await apart()
  const begun = period()
  await sell(5_000)
  const ended = until()
  const day = new Date(shop.vezne.runtime.clock.ms() + 3 * 3_600_000).toISOString().slice(0, 10)
  const first = await make({ period_start: day, period_end: day })
  await second.confirm(first.id)
  await second.settle(first.id, { bank_reference: 'P-8' })
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type)
  assert.deepEqual(await typesOf(first.id), ['settlement.created'])
  const { body } = await start({ ...begun, ...ended })
  assert.equal((await second.call('POST', `/reconciliations/${body.id}/finalize`)).status, 200)
  await eventually(
    'the reconciliation confirms it',
    async () => (await typesOf(first.id)).at(-1) === 'settlement.completed',
  )
  const later = await make({ period_start: day, period_end: day })
  await second.confirm(later.id)
  await second.settle(later.id)
  assert.deepEqual(await typesOf(later.id), ['settlement.created', 'settlement.completed'])
  const [, completed] = await eventsOf(later.id)
  assert.deepEqual([completed.settlement_status, completed.bank_reference], ['settled', null])
})

test('a payment whose row a person ignored or accepted is in its reconciliation; one that is pending is not yet', async () => {
  await shop.vezne.moveClock(24 * 3_600_000)
  const begun = period()
  const ids = [await sell(5_000), await sell(6_000), await sell(7_000)]
  const ended = until()
  const day = new Date(shop.vezne.runtime.clock.ms() + 3 * 3_600_000).toISOString().slice(0, 10)
  const { id } = await make({ period_start: day, period_end: day })
  await second.confirm(id)
  await second.settle(id)
  const isCompleted = async () => {
    const { db, clock } = shop.vezne.runtime
    await completeAllSettled(db, clock.ms(), (_, error) => assert.fail(String(error)))
    return (await eventsOf(id)).some(({ type }) => type === 'settlement.completed')
  }
  const unknown = [{ bank_transaction_id: 'UNKNOWN', amount: 1, status: 'approved' }]
  const decide = async (actions: Record<string, string>) => {
    const { body } = await start({ ...begun, ...ended, bank_transactions: unknown })
    for (const row of body.details.filter((one: { transaction_id: string }) => one.transaction_id in actions)) {
      const answer = await resolve(body.id, row.id, { action: actions[row.transaction_id] })
      assert.notEqual(answer.body.detail_status, 'pending', answer.text)
    }
    assert.equal(await isCompleted(), false)
    const closed = await shop.call('POST', `/reconciliations/${body.id}/finalize`, { force_partial: true })
    assert.equal(closed.status, 200, closed.text)
  }
  await decide({ [ids[0]!]: 'ignore', [ids[1]!]: 'accept_db' })
  assert.equal(await isCompleted(), false)
  await decide({ [ids[2]!]: 'accept_db' })
  assert.equal(await isCompleted(), true)
  for (const payment of ids) assert.equal((await shop.read(payment)).settlement_date, null)
})

test('a thousand that wait for payments hold up none that came after them', async () => {
  await sell(700)
  const today = new Date(shop.vezne.runtime.clock.ms() + 3 * 3_600_000).toISOString().slice(0, 10)
  const old = await make({ period_start: '2020-01-01', period_end: today })
  await make({ period_start: '2020-01-02', period_end: '2020-01-02' })
  const { columns } = (
    await shop.rows(
      `select string_agg(column_name, ', ') as columns from information_schema.columns where table_name = 'settlements' and column_name <> 'id'`,
      [],
    )
  )[0] as { columns: string }
  await shop.own(
    `insert into settlements (id, ${columns}) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${columns} from settlements, generate_series(1, 1000) n where id = $1`,
    [old.id],
  )
  await shop.own('alter table settlements disable trigger keep_settlement_people', [])
  await shop.own(
    `update settlements set status = 'settled', settled_at = date_trunc('second', now()) where status = 'pending' and period_start <= '2020-01-02'`,
    [],
  )
  await shop.own('alter table settlements enable trigger keep_settlement_people', [])
  const { db, clock } = shop.vezne.runtime
  await completeAllSettled(db, clock.ms(), (_, error) => assert.fail(String(error)))
  const rows = await shop.rows(
    `select period_end::text as day, count(completed_at) as done from settlements where period_start <= '2020-01-02' group by 1`,
    [],
  )
  assert.deepEqual(Object.fromEntries(rows.map(({ day, done }) => [day, done])), { '2020-01-02': 1, [today]: 0 })
})

test('terms begin after the day of capture of what a self-check settled, not only after the day it was made', async () => {
  await shop.vezne.moveClock(24 * 3_600_000)
  const begun = period()
  const id = await shop.authorize({ amount: { amount: 8_000, currency: 'TRY' } })
  const ended = until()
  await shop.vezne.moveClock(2 * 24 * 3_600_000)
  assert.equal((await shop.follow(id, 'capture')).status, 200)
  const { body } = await start({ ...begun, ...ended })
  assert.equal((await shop.call('POST', `/reconciliations/${body.id}/finalize`)).status, 200)
  await eventually('it is settled', async () => {
    const [run] = await shop.rows('select stage from settlement_runs where reconciliation_id = $1', [body.id])
    return run?.stage === 'done'
  })
  const [line] = await shop.rows(
    'select day::text as day, period_day::text as period_day from settlement_lines where payment_id = $1',
    [id],
  )
  const later = (days: number) => Temporal.PlainDate.from(line.period_day).add({ days }).toString()
  assert.equal(line.day, later(2))
  const agree = (effective_from: string) =>
    shop.call('POST', `${PATH}/terms`, {
      merchant_id: merchant,
      effective_from,
      rates: [{ basis_points: 1 }],
      value_date_plan: 'next_day',
    })
  for (const days of [0, 1, 2]) await assertProblem(await agree(later(days)), 'conflict')
  assert.equal((await agree(later(3))).status, 201)
})
