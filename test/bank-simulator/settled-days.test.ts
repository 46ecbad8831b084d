/** The bank's day as a merchant sees it: files with their checksums, commission, value dates, payouts, and lies that move no money. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bringUpToDate, endDay } from '../../simulators/bank/acquirer/bank-day.ts'
import { charge } from '../../simulators/bank/acquirer/charge.ts'
import { operate } from '../../simulators/bank/acquirer/operation.ts'
import { type Ledger, openLedger } from '../../simulators/bank/ledger/ledger.ts'
import { computeCommission, split } from '../../simulators/bank/settlement/commission.ts'
import { buildRecords } from '../../simulators/bank/settlement/day-file.ts'
import { createDayFiles, type WrittenDay } from '../../simulators/bank/settlement/settled-days.ts'
import { NESTPAY_MERCHANTS } from '../../simulators/bank/world/merchants.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'

const MERCHANT = NESTPAY_MERCHANTS.get('500100200')!
const CARD = { number: '4546711234567894', month: 12, year: 2030, badCvv: false }
const DAY_MS = 86_400_000
const MONDAY = Date.parse('2026-01-05T10:00:00+03:00')

const atBank = async (work: (ledger: Ledger, folder: string) => Promise<void> | void): Promise<void> => {
  const folder = makeScratch('vezne-settled-')
  const ledger = await openLedger(folder)
  setClock(ledger, MONDAY)
  await work(ledger, folder)
  await ledger.close()
  discardFolder(folder)
}
const setClock = (ledger: Ledger, ms: number): void => {
  ledger.commit({ kind: 'clock', offset_ms: ms - Date.now() })
  bringUpToDate(ledger)
}
const sell = (ledger: Ledger, orderId: string, amount: number, installments = 1): void => {
  const terms = {
    merchant: MERCHANT,
    orderId,
    operation: 'sale' as const,
    amount,
    currency: 'TRY',
    installments,
    card: CARD,
  }
  assert.equal(charge(ledger, 'seed', terms).kind, 'answered')
}
const last = (ledger: Ledger): WrittenDay => ledger.books.settledDays.at(-1) as WrittenDay
const details = (ledger: Ledger) => buildRecords(ledger.books, last(ledger)).filter(([kind]) => kind === 'D')
const balance = (ledger: Ledger, account: string): number => ledger.books.balances.get(`500100200/TRY/${account}`) ?? 0
const isBalanced = ({ books }: Ledger): boolean =>
  [...books.balances.values()].reduce((sum, minor) => sum + minor, 0) === 0

test('commission is rounded half up on the whole sale; the remainder is on the first part', () => {
  assert.deepEqual(
    [computeCommission(14_990, 356), computeCommission(-5_000, 356), computeCommission(125, 400)],
    [534, -178, 5],
  )
  assert.deepEqual(split(14_990, 3), [4_998, 4_996, 4_996])
  assert.deepEqual(split(100_000, 3), [33_334, 33_333, 33_333])
})

test('a day with an installment sale and a refund, paid by value date over months', () =>
  atBank((ledger) => {
    sell(ledger, 'A-1', 14_990, 3)
    sell(ledger, 'A-2', 5_000)
    sell(ledger, 'A-3', 7_000)
    operate(ledger, { merchant: MERCHANT, orderId: 'A-2', operation: 'refund' })
    operate(ledger, { merchant: MERCHANT, orderId: 'A-3', operation: 'void' })
    endDay(ledger)
    const shown = details(ledger).map((f) => [f[2], f[6], f[12], f[13], f[15], f[17], f[19]])
    assert.deepEqual(shown, [
      ['A-1', 'SALE', '1/3', 4_998, 178, 4_820, '2026-01-06'],
      ['A-1', 'SALE', '2/3', 4_996, 178, 4_818, '2026-02-06'],
      ['A-1', 'SALE', '3/3', 4_996, 178, 4_818, '2026-03-06'],
      ['A-2', 'SALE', '1/1', 5_000, 178, 4_822, '2026-01-06'],
      ['A-2', 'REFUND', '1/1', -5_000, -178, -4_822, '2026-01-06'],
    ])
    assert.equal(balance(ledger, 'commission_income'), 534)
    assert(isBalanced(ledger))
    setClock(ledger, MONDAY + DAY_MS)
    assert.equal(balance(ledger, 'merchant_account'), 4_820)
    setClock(ledger, Date.parse('2026-04-01T10:00:00+03:00'))
    assert.equal(balance(ledger, 'merchant_account'), 14_990 - 534)
    assert.equal(balance(ledger, 'blocked_receivable'), 0)
    assert(isBalanced(ledger))
  }))

test('a negative day is carried over', () =>
  atBank((ledger) => {
    sell(ledger, 'A-1', 5_000)
    endDay(ledger)
    setClock(ledger, MONDAY + DAY_MS)
    operate(ledger, { merchant: MERCHANT, orderId: 'A-1', operation: 'refund' })
    endDay(ledger)
    setClock(ledger, MONDAY + 2 * DAY_MS)
    assert.equal(balance(ledger, 'merchant_account'), 4_822)
    assert.deepEqual([...ledger.books.dues.get('500100200/TRY')!.values()], [-4_822])
    sell(ledger, 'A-2', 10_000)
    endDay(ledger)
    setClock(ledger, MONDAY + 3 * DAY_MS)
    assert.equal(balance(ledger, 'merchant_account'), 9_644)
    assert(isBalanced(ledger))
  }))

test('files say what was armed, the ledger what is true; a late one comes late, and a restart writes the same', () =>
  atBank(async (ledger, folder) => {
    const armed = { kind: 'fault_armed' as const, times: 1, probability: 1, seed: 's', match: {} }
    const arm = (fault: string, parameters: Record<string, number>, match: Record<string, string> = {}) =>
      ledger.commit({ ...armed, id: fault, fault, parameters, match })
    for (let n = 1; n <= 5; n++) sell(ledger, `A-${n}`, 10_000)
    arm('missing_row', {}, { order_id: 'A-1' })
    arm('double_row', {}, { order_id: 'A-2' })
    arm('amount_off', { minor: 100 }, { order_id: 'A-3' })
    arm('commission_off', { minor: 10 }, { order_id: 'A-4' })
    arm('unknown_row', { minor: 1_234 })
    arm('bad_checksum', {})
    arm('day_file_late', { minutes: 60 })
    endDay(ledger)
    const shown = details(ledger).map((f) => [f[2], f[13], f[15]])
    assert.deepEqual(shown, [
      ['A-2', 10_000, 356],
      ['A-2', 10_000, 356],
      ['A-3', 10_100, 356],
      ['A-4', 10_000, 366],
      ['A-5', 10_000, 356],
      ['UNKNOWN-1', 1_234, 0],
    ])
    assert.equal(balance(ledger, 'commission_income'), 5 * 356)
    const files = join(folder, 'files')
    const path = join(files, '2026-01-05-500100200-TRY-1.csv')
    const write = createDayFiles(ledger, files)
    write()
    assert(!existsSync(path))
    setClock(ledger, MONDAY + 3_700_000)
    write()
    const first = readFileSync(path)
    assert.notEqual(readFileSync(`${path}.sha256`, 'utf8').trim(), createHash('sha256').update(first).digest('hex'))
    const again = join(folder, 'again')
    createDayFiles(ledger, again)()
    assert.deepEqual(readFileSync(join(again, '2026-01-05-500100200-TRY-1.csv')), first)
  }))
