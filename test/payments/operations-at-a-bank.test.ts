/** Captures, voids and refunds at a bank that loses responses, identifies refunds only by their order, or is unavailable. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type BankFault, type BankProcess, startBank } from '../support/bank.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import type { Answer } from '../support/http.ts'
import { LOAD_TENANT } from '../support/load-team.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!
const MERCHANT = demo.storeId ?? ''
const LATE_MS = 200_000 // beyond the lateness window
const MINUTE_MS = 60_000

const shop = useShop()
let bank: BankProcess
let extra_properties: { connector_configuration_id: string }
before(async () => {
  bank = await startBank({ port: shop.vezne.config.ports.bank })
  extra_properties = { connector_configuration_id: await shop.configurationOf(demo.code) }
  // Another administrator of cards, and a key the administrator holds.
  await shop.own(
    `update clients set roles = roles || '{pos-admin}' where tenant_id = $1 and display_name = 'Transfer checker'`,
    [LOAD_TENANT],
  )
  await shop.own(
    `update clients set accountable = (select array[a.client_id] from clients a where a.tenant_id = $1 and a.display_name = $2)
      where tenant_id = $1 and display_name = 'Transfer maker'`,
    [LOAD_TENANT, 'All of the tenant'],
  )
})
after(async () => {
  await bank.stop()
})

const net = async (id: string): Promise<number | undefined> =>
  (await bank.control.order(MERCHANT, `V${id.replaceAll('-', '')}01`))?.net
const arm = (operation: string, kind: string, more: Partial<BankFault> = {}) =>
  bank.control.arm({ kind, match: { operation }, ...more })
const stored = async (id: string) => {
  const sql = 'select status, captured, refunded, refunding from payments where id = $1'
  return (await shop.rows(sql, [id]))[0]
}
const nothingOpen = (id: string) =>
  until('it is settled', async () => {
    const sql = "select 1 from payment_operations where payment_id = $1 and status = 'processing'"
    return (await shop.rows(sql, [id])).length === 0
  })

test('concurrent refunds are queued at a bank that identifies them only by their order', async () => {
  const id = await shop.sell({ extra_properties })
  const answers = await Promise.all([4_000, 5_000, 6_000].map((amount) => shop.follow(id, 'refund', { amount })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
    answers.map(({ text }) => text).join('\n'),
  )
  assert.deepEqual(await stored(id), { status: 'refunded', captured: 15_000, refunded: 15_000, refunding: 0 })
  assert.equal(await net(id), 0)
})

test('a refund waits for one whose outcome is unknown, and is sent once the inquiry has resolved it', async () => {
  const id = await shop.sell({ extra_properties })
  await arm('refund', 'http_5xx_after')
  assert.equal((await shop.follow(id, 'refund', { amount: 1_000 })).status, 202)
  const next = shop.follow(id, 'refund', { amount: 2_000 })
  await shop.vezne.moveClock(5_000)
  assert.equal((await next).status, 200)
  assert.deepEqual(await stored(id), { status: 'completed', captured: 15_000, refunded: 3_000, refunding: 0 })
  assert.equal(await net(id), 12_000)
})

/** Two administrators of the tenant, who decide what no bank can report. */
const asPerson = async (person: 'admin' | 'checker', method: string, path: string, body?: unknown) =>
  shop.vezne.request('cards', method, `/api/v1/unresolved-operations${path}`, {
    token: await shop.vezne.token(person, 'tenant-load'),
    ...(body === undefined ? {} : { body }),
  })
const waiting = async (id: string) => (await asPerson('admin', 'GET', `?transaction_id=${id}`)).body.items

for (const kind of ['capture', 'void', 'refund'] as const)
  test(`a ${kind} that never reached the bank: pending until two people have decided, then the payment is as before`, async () => {
    // An authorization can be voided on any day, whatever day the clock comes to.
    const id = await (kind === 'refund' ? shop.sell({ extra_properties }) : shop.authorize({ extra_properties }))
    const before = await stored(id)
    await arm(kind, 'timeout_before', { parameters: { hold_ms: 50 } })
    const answer = await shop.follow(id, kind, {}, `never-${kind}`)
    assert.equal(answer.status, 202, answer.text)
    await shop.vezne.moveClock(3_000)
    assert.notEqual((await stored(id)).status, before.status)
    assert.deepEqual(await waiting(id), [])

    // It could still be booked late, so it is not concluded as not booked.
    await shop.vezne.moveClock(LATE_MS)
    await until('it waits for people', async () => (await waiting(id)).length === 1)
    const [operation] = await waiting(id)
    assert.deepEqual(
      [operation.kind, operation.reason, operation.status, operation.connector_code],
      [kind, 'not_found', 'waiting', demo.code],
    )
    assert.notEqual((await stored(id)).status, before.status)
    const path = `/${operation.id}`
    const note = 'not in the file of the day'
    assertProblem(
      await asPerson('checker', 'POST', `${path}/confirm`, { outcome: 'booked' }),
      'invalid_state_transition',
    )
    await asPerson('checker', 'POST', `${path}/propose`, { outcome: 'booked', note })
    const proposed = await asPerson('admin', 'POST', `${path}/propose`, { outcome: 'not_booked', note })
    assert.deepEqual(
      [proposed.status, proposed.body.status, proposed.body.note],
      [200, 'proposed', note],
      proposed.text,
    )
    assertProblem(await asPerson('admin', 'POST', `${path}/confirm`, { outcome: 'not_booked' }), 'four_eyes_violation')
    assertProblem(
      await asPerson('checker', 'POST', `${path}/confirm`, { outcome: 'booked' }),
      'invalid_state_transition',
    )
    const confirm = () => asPerson('checker', 'POST', `${path}/confirm`, { outcome: 'not_booked' })
    const confirmed = await Promise.all([confirm(), confirm()])
    assert.deepEqual(confirmed.map(({ status }) => status).sort(), [200, 409])
    await nothingOpen(id)
    assert.deepEqual(await stored(id), before)
    const repeat = await shop.follow(id, kind, {}, `never-${kind}`)
    assert.deepEqual([repeat.status, repeat.body.code], [422, 'payment_failed'])
    const histories = (await shop.call('GET', `/transactions/${id}/histories`)).body
    assert.equal(histories.at(-1).error_code, `${kind}_exception`)
    const [ended] = (await asPerson('admin', 'GET', `?transaction_id=${id}&status=resolved`)).body.items
    assert.deepEqual([ended.outcome, ended.resolved_by], ['not_booked', 'people'])
    const alarms = () =>
      readFileSync(join(shop.vezne.dataDir, 'vezne.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('operation.waits_for_people') && line.includes(operation.id)).length
    await until('one alarm', () => alarms() === 1)
    assert.deepEqual(await waiting(id), [])
    assert.equal((await shop.follow(id, kind, {})).status, 200, 'another try')
  })

test('a refund that two people found at the bank ends as booked, with their evidence; the database enforces two people', async () => {
  const id = await shop.sell({ extra_properties })
  await arm('refund', 'timeout_before', { parameters: { hold_ms: 50 } })
  assert.equal((await shop.follow(id, 'refund', { amount: 4_000 })).status, 202)
  await shop.vezne.moveClock(LATE_MS)
  await until('it waits for people', async () => (await waiting(id)).length === 1)
  const [{ id: operation }] = await waiting(id)
  const found = { outcome: 'booked', note: 'line 7 of the file of the day', host_reference: '512345678901' }
  const first = await asPerson('admin', 'POST', `/${operation}/propose`, { ...found, host_reference: '512345678900' })
  const proposed = await asPerson('admin', 'POST', `/${operation}/propose`, found)
  assert.deepEqual([first.status, proposed.status], [200, 200], proposed.text)
  const confirm = ({ body: { change_id } }: Answer) =>
    asPerson('checker', 'POST', `/${operation}/confirm`, { outcome: 'booked', change_id })
  assertProblem(await confirm(first), 'invalid_state_transition', /Proposed again/)
  for (const change of [
    'confirmed_by = proposed_by, confirmed_at = now()',
    `confirmed_by = (select client_id from clients c where c.tenant_id = u.tenant_id and c.display_name = 'Transfer maker'), confirmed_at = now()`,
    `outcome = 'booked', resolved_by = 'people', resolved_at = now()`,
  ])
    await assert.rejects(
      shop.own(`update unresolved_operations u set ${change} where id = $1`, [operation]),
      { code: '23514' },
      change,
    )
  assert.equal((await confirm(proposed)).status, 200)
  await assert.rejects(shop.own("update unresolved_operations set note = 'other' where id = $1", [operation]), {
    code: '23514',
  })
  await nothingOpen(id)
  assert.deepEqual(await stored(id), { status: 'completed', captured: 15_000, refunded: 4_000, refunding: 0 })
  const [row] = await shop.rows('select host_reference, bank_code from payment_operations where id = $1', [operation])
  assert.deepEqual(row, { host_reference: '512345678901', bank_code: null })
  assert.ok((await shop.events(id)).includes('refund.completed'))
})

test('the bank reports after all: an operation that waited for people ends as the bank says', async () => {
  const id = await shop.sell({ extra_properties })
  await arm('refund', 'timeout_after_charge', { parameters: { hold_ms: 50 } })
  await arm('history', 'stale_inquiry')
  assert.equal((await shop.follow(id, 'refund', { amount: 4_000 })).status, 202)
  await bank.control.disarm()
  await shop.vezne.moveClock(LATE_MS)
  await nothingOpen(id)
  assert.deepEqual(await waiting(id), [])
  assert.equal((await stored(id)).refunded, 4_000)
})

test("the bank's own record is returned beside ours", async () => {
  const id = await shop.authorize({ extra_properties })
  await shop.follow(id, 'capture', { amount: 9_000 })
  await shop.follow(id, 'refund', { amount: 2_000 })
  const { internal, external } = (await shop.call('GET', `/payments/${id}/query`)).body
  assert.deepEqual([internal.status, external.status], ['completed', 'completed'])
  assert.deepEqual([internal.captured_amount, external.captured_amount], [9_000, 9_000])
  const history = (await shop.call('GET', `/payments/${id}/history`)).body
  assert.equal(history.provider_history_available, true)
  assert.deepEqual(
    history.external_history.map((row: { charge_type: string; amount: number }) => [row.charge_type, row.amount]),
    [
      ['pre_auth', 15_000],
      ['post_auth', 9_000],
      ['refund', 2_000],
    ],
  )
})

test('a bank without response raises an alarm after half an hour, and the payment stays open; unavailable it has no record', async () => {
  const id = await shop.sell({ extra_properties })
  await arm('refund', 'http_5xx_after')
  assert.equal((await shop.follow(id, 'refund', { amount: 1_000 })).status, 202)
  await bank.stop()
  const log = () => readFileSync(join(shop.vezne.dataDir, 'vezne.log'), 'utf8')
  await shop.vezne.moveClock(31 * MINUTE_MS)
  await until('the alarm', () => log().includes('inquiry.bank_silent'))
  assert.equal((await stored(id)).status, 'refund_processing')
  const { external, external_query_available } = (await shop.call('GET', `/payments/${id}/query`)).body
  assert.deepEqual([external, external_query_available], [null, false])
  const other = await shop.sell()
  assert.equal((await shop.follow(other, 'refund')).status, 200, 'another bank')
})

test('an unavailable bank: 503, the payment unchanged; after three faults nothing is stored any more', async () => {
  bank = await startBank({ port: shop.vezne.config.ports.bank, dataDir: bank.dataDir })
  const id = await shop.sell({ extra_properties })
  await bank.stop()
  const count = async () =>
    (await shop.rows('select count(*)::int as n from payment_operations where payment_id = $1', [id]))[0].n
  for (let fault = 0; fault < 3; fault++) assertProblem(await shop.follow(id, 'refund'), 'connector_unavailable')
  assert.equal((await stored(id)).status, 'completed')
  const before = await count()
  assertProblem(await shop.follow(id, 'refund'), 'connector_unavailable', /switched off/)
  assert.equal(await count(), before)
})
