/** When each way of sending money runs, and which days banks work: a table of moments, and the bank simulator's own calendar as the second opinion. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextEftOpening } from '../../simulators/bank/accounts/eft-hours.ts'
import { TRANSFER_TYPES } from '../../src/core/transfer-type.ts'
import { nextWindow, type TransferRule, transferRule } from '../../src/reference/transfer-rules/transfer-rules.ts'
import { findDayKind, nextWorkingDay, previousWorkingDay } from '../../src/reference/transfer-rules/working-days.ts'

/** Times of Istanbul. */
const ms = (text: string): number => Date.parse(`${text}:00+03:00`)
const NOW = ms('2026-05-11T10:00')
const EFT = transferRule('eft', NOW)!

const WINDOWS: [when: string, at: string, opens: string][] = [
  ['Monday at nine', '2026-05-11T09:00', '2026-05-11T09:00'],
  ['one minute before', '2026-05-11T08:59', '2026-05-11T09:00'],
  ['the last minute', '2026-05-11T16:59', '2026-05-11T16:59'],
  ['at five', '2026-05-11T17:00', '2026-05-12T09:00'],
  ['one minute after five', '2026-05-11T17:01', '2026-05-12T09:00'],
  ['midnight', '2026-05-12T00:00', '2026-05-12T09:00'],
  ['Friday evening', '2026-05-15T18:00', '2026-05-18T09:00'],
  ['Sunday', '2026-05-17T12:00', '2026-05-18T09:00'],
  ['the day before a holiday without a half day', '2026-05-18T16:00', '2026-05-18T16:00'],
  ['that evening', '2026-05-18T17:30', '2026-05-20T09:00'],
  ['28 October at noon', '2026-10-28T12:59', '2026-10-28T12:59'],
  ['28 October at two', '2026-10-28T14:00', '2026-10-30T09:00'],
  ['the eve of Ramazan Bayramı, before one', '2026-03-19T12:00', '2026-03-19T12:00'],
  ['the eve of Ramazan Bayramı, after one', '2026-03-19T13:00', '2026-03-23T09:00'],
  ['the eve of Kurban Bayramı, after one', '2026-05-26T13:00', '2026-06-01T09:00'],
  ['the eve on a Saturday is closed all day', '2027-05-15T10:00', '2027-05-20T09:00'],
  ['New Year', '2026-12-31T17:00', '2027-01-04T09:00'],
  ['New Year and a feast two days later', '2033-01-01T12:00', '2033-01-05T09:00'],
]
for (const [when, at, opens] of WINDOWS) test(`eft, ${when}`, () => assert.equal(nextWindow(EFT, ms(at)), ms(opens)))

test('the other ways always run', () => {
  for (const type of TRANSFER_TYPES)
    if (type !== 'eft')
      assert.equal(nextWindow(transferRule(type, NOW)!, ms('2026-05-17T03:00')), ms('2026-05-17T03:00'))
})

test('the simulator, which has its own calendar, opens at the same moments', () => {
  const moment = fc.integer({ min: ms('2025-01-01T00:00') / 60_000, max: ms('2034-12-31T23:59') / 60_000 })
  fc.assert(
    fc.property(moment, (minute) => {
      const at = minute * 60_000
      assert.equal(nextWindow(EFT, at), nextEftOpening(at))
      assert.equal(nextWindow(EFT, nextWindow(EFT, at)), nextWindow(EFT, at), 'an opening is open')
    }),
    { numRuns: 2_000 },
  )
})

test('a new limit begins on its day in Istanbul', () => {
  const old = transferRule('fast', NOW)!
  const rules: TransferRule[] = [{ ...old, since: '2026-07-01', amountMax: 30_000_000 }, old]
  const limits: [at: string, amountMax: number | undefined][] = [
    ['2020-12-31T12:00', undefined],
    ['2026-06-30T23:59', 20_000_000],
    ['2026-07-01T00:00', 30_000_000],
  ]
  for (const [at, amountMax] of limits) {
    assert.equal(transferRule('fast', ms(at), rules)?.amountMax, amountMax, at)
  }
})

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const DAYS: [day: string, kind: string, next: string, previous: string][] = [
  ['2026-05-11', 'working', '2026-05-11', '2026-05-11'],
  ['2026-05-16', 'closed', '2026-05-18', '2026-05-15'],
  ['2026-05-26', 'half', '2026-05-26', '2026-05-26'],
  ['2026-05-28', 'closed', '2026-06-01', '2026-05-26'],
  ['2026-10-28', 'half', '2026-10-28', '2026-10-28'],
  ['2026-10-29', 'closed', '2026-10-30', '2026-10-28'],
  ['2027-01-01', 'closed', '2027-01-04', '2026-12-31'],
  ['2033-01-01', 'closed', '2033-01-05', '2032-12-31'],
]
for (const [text, kind, next, previous] of DAYS)
  test(`${text} is ${kind}`, () => {
    assert.equal(findDayKind(day(text)), kind)
    assert.deepEqual([nextWorkingDay(day(text)), previousWorkingDay(day(text))].map(String), [next, previous])
  })
