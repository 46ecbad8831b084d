/** The ledger proves itself over days of a bank, and finds an error wherever one is planted. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { compareWithBank } from '../../src/cli/ledger/bank-orders.ts'
import { verifyTenantLedger } from '../../src/settlements/ledger/verify-settlement-ledger.ts'
import { inShell } from '../support/shell.ts'
import { testServer } from '../support/test-server.ts'
import { openBankDays } from './bank-day.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const days = await openBankDays()
const { shop, bank, sell, send, settle, finalize, tenantId, merchant, orderOf } = days
after(() => days.stop())

const verify = () => verifyTenantLedger(shop.vezne.runtime.db, tenantId)
const places = async () => [...new Set((await verify()).map(({ check }) => check))].toSorted()

let made: Row
before(async () => {
  const terms = {
    merchant_id: merchant,
    effective_from: '2026-01-01',
    rates: [{ basis_points: 356 }],
    value_date_plan: 'per_installment',
    platform_basis_points: 133,
    tax_basis_points: 500,
    reserve_basis_points: 1_000,
    reserve_days: 0,
  }
  assert.equal((await shop.call('POST', '/settlements/terms', terms)).status, 201)
  await sell(9_999)
  await sell(33_333, { installment: 3 })
  const refunded = await sell(12_345)
  assert.equal((await shop.follow(refunded, 'refund', { amount: 2_345 })).status, 200)
  const disputed = await sell(8_000)
  await bank.control.call('POST', '/disputes', {
    merchant: (await bank.control.orders()).orders[0].merchant,
    order_id: orderOf(disputed),
    amount: 1_000,
  })
  await bank.control.endDay()
  ;[made] = await finalize(await send(), { force_partial: true })
  await sell(5_000)
  await bank.control.endDay()
  const [next] = await finalize(await send())
  assert.ok(next.reserve_released > 0)
  await settle(made.id)
  await sell(4_000)
})

test('it is even, and the platform, the tax office and the reserve have their parts', async () => {
  assert.deepEqual(await verify(), [])
  assert.deepEqual(await compareWithBank([shop.vezne.runtime.db], bank.url), [])
  assert.ok(made.platform_commission > made.platform_tax && made.platform_tax > 0)
  const gross = 9_999 + 33_333 + 12_345 + 8_000
  assert.deepEqual([made.gross_amount, made.reserve_amount], [gross, Math.round(gross / 10)])
  assert.equal(made.payout_amount, made.net_amount - made.reserve_amount)
})

test('sales that no file has are settled by the terms, and proved by them', async () => {
  await shop.vezne.moveClock(120_000)
  const begun = new Date(shop.vezne.runtime.clock.ms()).toISOString()
  for (const amount of [9_999, 14_990]) await shop.sell({ amount: { amount, currency: 'TRY' } })
  const ended = new Date(shop.vezne.runtime.clock.ms() + 1_000).toISOString()
  const period = { scope: 'merchant', merchant_id: merchant, period: 'custom', period_start: begun, period_end: ended }
  const { body } = await shop.call('POST', '/reconciliations/start', period)
  const [settled] = await finalize(body.id)
  assert.equal(settled.bank_commission, 356 + 534)
  assert.deepEqual(await verify(), [])
  const off = (by: number) =>
    shop.own(
      `update settlement_lines set bank_commission = bank_commission + ${by}, net = net - ${by} where reconciliation_id = $1 and gross = 9999`,
      [body.id],
    )
  await off(1)
  assert.deepEqual(await places(), ['commission by the terms', 'settlement and its lines'])
  await off(-1)
})

test('vezne ledger verify says where, and ends with 1', async () => {
  const run = () =>
    inShell(`${process.execPath} src/cli/vezne.ts ledger verify --tenant tenant-load`, {
      DATABASE_URL: shop.vezne.ownerUrl,
      VEZNE_MASTER_KEYS: testServer().masterKeys,
      VEZNE_DATA_DIR: `${shop.vezne.dataDir}/none`,
    })
  const even = await run()
  assert.deepEqual([even.code, /tenant-load .* even\n/.test(even.out)], [0, true], even.out + even.err)
  await shop.own(`update journal set amount = amount - 1 where kind = 'refund' and $1::uuid is not null`, [made.id])
  const wrong = await run()
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.out,
    /journal and payment: payment [0-9a-f-]+, merchant [0-9a-f-]+ of tenant [0-9a-f-]+, TRY: 10001 instead of 10000/,
  )
  await shop.own(`update journal set amount = amount + 1 where kind = 'refund' and $1::uuid is not null`, [made.id])
})

const PLANTED: [what: string, sql: string, back: string, found: string[]][] = [
  [
    'a kurus lost in posting',
    `update settlement_entries set amount = amount - 1 where settlement_id = $1 and kind = 'platform_commission'`,
    `update settlement_entries set amount = amount + 1 where settlement_id = $1 and kind = 'platform_commission'`,
    ['entries on commission:platform', 'entries on merchant', 'what a merchant is owed'],
  ],
  [
    'a payout on the wrong side',
    `update settlement_entries set debit_account = credit_account, credit_account = debit_account where settlement_id = $1 and kind = 'payout'`,
    `update settlement_entries set debit_account = credit_account, credit_account = debit_account where settlement_id = $1 and kind = 'payout'`,
    ['entries on merchant', 'entries on payout', 'what a merchant is owed'],
  ],
  [
    'a commission rounded down',
    `update settlement_lines set bank_commission = bank_commission - 1, net = net + 1 where source_id = (select max(source_id::text)::uuid from settlement_lines l
       where l.kind = 'sale' and l.reconciliation_id = (select reconciliation_id from settlements where id = $1)) and installment = 1`,
    `update settlement_lines set bank_commission = bank_commission + 1, net = net - 1 where source_id = (select max(source_id::text)::uuid from settlement_lines l
       where l.kind = 'sale' and l.reconciliation_id = (select reconciliation_id from settlements where id = $1)) and installment = 1`,
    ["lines and the bank's file", 'settlement and its lines'],
  ],
  [
    'a journal that forgot a refund',
    `update journal set amount = amount - 1 where kind = 'refund' and $1::uuid is not null`,
    `update journal set amount = amount + 1 where kind = 'refund' and $1::uuid is not null`,
    ['journal and payment', 'what a merchant is owed'],
  ],
]
for (const [what, sql, back, found] of PLANTED)
  test(`${what} is found where it is`, async () => {
    await shop.own(sql, [made.id])
    assert.deepEqual(await places(), found)
    await shop.own(back, [made.id])
    assert.deepEqual(await verify(), [])
  })
