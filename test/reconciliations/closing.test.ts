/** The end of a reconciliation when two come at once, when it was cancelled half-way, and of files that were never taken whole. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Database } from '../../src/infra/database/database.ts'
import { composeReconciliations } from '../../src/reconciliations/reconciliations-module.ts'
import { type SettlingServices, settleReconciliation } from '../../src/reconciliations/resolution/finalize.ts'
import { beginSettlementRun } from '../../src/settlements/making/settlement-run-store.ts'
import { assertProblem } from '../support/problems.ts'
import { until as eventually } from '../support/until.ts'
import { bankDay } from './bank-day.ts'
import { NEVER_CALLED, openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { shop, period, until, sell, apart, sendFile, start, aDay } = await openReconcilingShop()
after(() => shop.vezne.stop())

const at = shop.vezne.runtime.clock.ms()
const fileOf = (number: number, gross: number) =>
  bankDay({ rows: [{ order: 'O-1', id: 'T-1', gross }], at, number, currency: 'EUR' })
const send = ({ file, query }: ReturnType<typeof fileOf>) => sendFile(file, query)

test('two that are closed at once and have a payment in common: one is, the other is refused', async () => {
  for (let round = 0; round < 4; round++) {
    const { begun, bank_transactions } = await aDay()
    const both = [await start({ ...begun, bank_transactions }), await start({ ...begun, bank_transactions })]
    const answers = await Promise.all(
      both.map(({ body }) => shop.call('POST', `${PATH}/${body.id}/finalize`, { force_partial: true })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  }
})

test('under its key each step is answered as it was, also when the reconciliation has ended', async () => {
  const { begun, bank_transactions } = await aDay()
  const { body: begunOne } = await start({ ...begun, bank_transactions })
  const send = (step: string, key: string | null, body: object) =>
    shop.call('POST', `${PATH}/${begunOne.id}/${step}`, body, key === null ? {} : { 'idempotency-key': key })
  const pending = begunOne.details.find((d: Row) => d.detail_status === 'pending').id
  const resolve = (key: string | null) =>
    send('details/bulk-resolve', key, { detail_ids: [pending], resolution_action: 'none' })
  const finalize = (key: string | null, notes = 'the end') => send('finalize', key, { force_partial: true, notes })
  const [resolved, finalized] = [await resolve('resolve-1'), await finalize('finalize-1')]
  assert.deepEqual([resolved.status, finalized.status], [200, 200], `${resolved.text} ${finalized.text}`)
  for (const [again, first] of [
    [await resolve('resolve-1'), resolved],
    [await finalize('finalize-1'), finalized],
  ] as const)
    assert.deepEqual([again.status, again.headers['idempotent-replayed'], again.text], [200, 'true', first.text])
  assertProblem(await finalize('finalize-1', 'another'), 'idempotency_key_in_use')
  for (const answer of [await resolve(null), await finalize('finalize-2')])
    assertProblem(answer, 'invalid_state_transition')
})

test('cancelled while it was compared: nothing of the comparison stays', async () => {
  const { begun, bank_transactions } = await aDay()
  const [one, two] = [await start({ ...begun, bank_transactions }), await start({ ...begun, bank_transactions })]
  const ids = [one.body.id, two.body.id]
  await shop.own(`update reconciliations set overall_status = 'draft', stage = 'match' where id = any($1)`, [ids])
  await shop.own(
    `insert into reconciliation_entries (tenant_id, reconciliation_id, bucket, side, kind, amount, status, class, installment)
     select tenant_id, id, 70 + n, 'bank', 'any', n, 'approved', 'done', 1 from reconciliations cross join generate_series(1, 3) n where id = any($1)`,
    [ids],
  )
  assert.equal((await shop.call('POST', `${PATH}/${ids[0]}/cancel`)).body.overall_status, 'cancelled')
  const left = async (id: string) =>
    (await shop.rows('select 1 from reconciliation_entries where reconciliation_id = $1', [id])).length
  assert.equal(await left(ids[0]), 0)
  // Ended behind the answer: whoever goes on with unfinished ones takes them away.
  await shop.own(`update reconciliations set overall_status = 'cancelled' where id = $1`, [ids[1]])
  const { runtime } = shop.vezne
  writeFileSync(join(runtime.config.dataDir, 'bank-file-x.part'), 'left by kill -9')
  const sweep = composeReconciliations({ runtime, ...NEVER_CALLED }).startUnfinished()
  after(() => sweep.stop())
  await eventually('its entries are gone', async () => (await left(ids[1])) === 0)
  assert.deepEqual(
    readdirSync(runtime.config.dataDir).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('a file that was never taken whole gives way to other bytes, and to the same ones; a taken one to none', async () => {
  const [wrong, right] = [fileOf(1, 500), fileOf(1, 600)]
  const first = await send(wrong)
  assert.equal(first.status, 201, first.text)
  await assertProblem(await send(right), 'conflict')
  // As a process leaves it that was killed while it loaded.
  const { id } = first.body
  const unfinished = () =>
    shop.own(`update bank_files set status = 'loading', reconciliation_id = null where id = $1`, [id])
  const grossOf = () => shop.rows('select gross::int as gross from bank_file_rows where file_id = $1', [id])
  await unfinished()
  assert.deepEqual([(await send(wrong)).status, await grossOf()], [201, [{ gross: 500 }]])
  await unfinished()
  await shop.own(
    `insert into bank_file_rows select (jsonb_populate_record(r, '{"line": 9}')).* from bank_file_rows r where file_id = $1`,
    [id],
  )
  const corrected = await send(right)
  assert.deepEqual([corrected.status, corrected.body.gross, await grossOf()], [201, 600, []], corrected.text)
  const kept = await shop.rows('select status, replaced_by from bank_files where id = $1', [id])
  assert.deepEqual(kept, [{ status: 'replaced', replaced_by: corrected.body.id }])
  const rows = await shop.rows('select gross::int as gross from bank_file_rows where file_id = $1', [corrected.body.id])
  assert.deepEqual(rows, [{ gross: 600 }])
  await assertProblem(await send(wrong), 'conflict')
})

test('two files of one number at once: one is taken whole, never a mixture', async () => {
  const files = [1, 2, 3].map((n) => fileOf(2, n * 100))
  const answers = await Promise.all(files.map(send))
  const taken = answers.filter(({ status }) => status === 201)
  assert.equal(taken.length, 1, answers.map(({ text }) => text).join())
  for (const answer of answers) if (answer.status !== 201) await assertProblem(answer, 'conflict')
  const rows = await shop.rows('select gross::int as gross from bank_file_rows where file_id = $1', [taken[0]!.body.id])
  assert.deepEqual(rows, [{ gross: taken[0]!.body.gross }])
})

test('a proposal decides nothing by any entrance: only a person who says so settles the payment', async () => {
  await apart()
  const begun = period()
  const id = await sell(9_100)
  const bank_transactions = [{ amount: 9_100, status: 'approved', transaction_date: begun.period_start }]
  const { body } = await start({ ...begun, ...until(), bank_transactions })
  const states = async () =>
    (await shop.call('GET', `${PATH}/${body.id}`)).body.details.map((d: Row) => [d.proposed_score, d.detail_status])
  assert.deepEqual(await states(), Array(2).fill([80, 'pending']))
  const sweep = composeReconciliations({ runtime: shop.vezne.runtime, ...NEVER_CALLED }).startUnfinished()
  await sweep.stop()
  const detail = body.details.find((d: Row) => d.transaction_id === id).id
  await shop.call('POST', `${PATH}/${body.id}/details/bulk-resolve`, {
    detail_ids: [detail],
    resolution_action: 'none',
  })
  await assertProblem(await shop.call('POST', `${PATH}/${body.id}/finalize`), 'invalid_state_transition')
  assert.deepEqual(await states(), Array(2).fill([80, 'pending']))
  const partly = await shop.call('POST', `${PATH}/${body.id}/finalize`, { force_partial: true })
  assert.equal(partly.body.overall_status, 'partially_completed')
  assert.deepEqual(await states(), Array(2).fill([80, 'pending']))
  assert.equal((await shop.read(id)).settlement_date, null)
})

test('what finalizes a reconciliation begins its settlements: where that fails it is not finalized, and goes on later', async () => {
  await apart()
  const begun = period()
  const id = await sell(9_200)
  const { body } = await start({ ...begun, ...until() })
  const [{ tenant_id }] = await shop.rows('select tenant_id from reconciliations where id = $1', [body.id])
  // Closed within the same transaction, so that the program's own sweep sees it before or after only.
  const transaction: Database['transaction'] = (reach, work) =>
    shop.vezne.runtime.db.transaction(reach, async (tx) => {
      await tx.execute(`update reconciliations set closing_as = 'completed' where tenant_id = $1 and id = $2`, [
        tenant_id,
        body.id,
      ])
      return work(tx)
    })
  const finish = (beginSettlementRun: SettlingServices['beginSettlementRun']) =>
    settleReconciliation({ db: { transaction }, beginSettlementRun }, tenant_id, body.id)
  const stored = async () => [
    (await shop.rows('select finalized_at is not null as over from reconciliations where id = $1', [body.id]))[0].over,
    (await shop.rows('select 1 from settlement_runs where reconciliation_id = $1', [body.id])).length,
    (await shop.read(id)).settlement_date !== null,
  ]
  await assert.rejects(
    finish(async (tx, ...of) => {
      await beginSettlementRun(tx, ...of)
      throw new Error('no settlements')
    }),
    /no settlements/,
  )
  assert.deepEqual(await stored(), [false, 0, false])
  await finish(beginSettlementRun)
  assert.deepEqual(await stored(), [true, 1, true])
})

test('payments of a configuration that was deleted are reconciled all the same', async () => {
  const [{ connector_id }] = await shop.rows('select connector_id from connector_configurations where id = $1', [
    await shop.configurationOf('SIMBANK'),
  ])
  const wish = { connector_id, name: 'Short-lived', mode: 'test', store_id: '600700800' }
  const { id } = (await shop.call('POST', '/connector-configurations', wish)).body
  await apart()
  const begun = period()
  await shop.sell({ extra_properties: { connector_configuration_id: id } })
  assert.equal((await shop.call('DELETE', `/connector-configurations/${id}`)).status, 204)
  const started = await start({ scope: 'connector', connector_config_id: id, ...begun, ...until() })
  assert.deepEqual([started.status, started.body.total_db_transactions], [201, 1], started.text)
  const day = bankDay({ rows: [{ order: 'O-9', id: 'T-9', gross: 100 }], at, merchant: '600700800' })
  assert.equal((await sendFile(day.file, day.query)).status, 201)
})

test('a file counts for the configuration that has its merchant number among its settings', async () => {
  const day = bankDay({ rows: [{ order: 'O-10', id: 'T-10', gross: 100 }], at, merchant: '46000001' })
  const { status, body } = await sendFile(day.file, day.query)
  assert.equal(status, 201)
  const reconciliation = await shop.call('GET', `${PATH}/${body.reconciliation_id}`)
  assert.equal(reconciliation.body.connector_config_id, await shop.configurationOf('AKBANK_VPOS'))
})
