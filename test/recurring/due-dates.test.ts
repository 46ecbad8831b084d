/** Dates of installments: a table of calendars, and the card that does not last. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueDates, firstUncovered, type RecurringPeriod } from '../../src/recurring/model/due-dates.ts'

/** Start, period, interval, and the dates of Istanbul that follow it. */
const CALENDARS: readonly (readonly [string, RecurringPeriod, number, string])[] = [
  ['2026-01-31T10:00+03:00', 'monthly', 1, '2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30'],
  ['2027-12-31T10:00+03:00', 'monthly', 1, '2028-01-31 2028-02-29 2028-03-31'],
  ['2027-10-30T23:30+03:00', 'monthly', 2, '2027-12-30 2028-02-29 2028-04-30'],
  ['2026-11-30T00:15+03:00', 'monthly', 3, '2027-02-28 2027-05-30 2027-08-30'],
  ['2026-08-31T10:00+03:00', 'monthly', 12, '2027-08-31 2028-08-31'],
  ['2028-02-29T10:00+03:00', 'yearly', 1, '2029-02-28 2030-02-28 2031-02-28 2032-02-29'],
  ['2028-02-29T10:00+03:00', 'yearly', 4, '2032-02-29 2036-02-29'],
  ['2096-02-29T10:00+03:00', 'yearly', 4, '2100-02-28 2104-02-29'],
  ['2026-12-28T10:00+03:00', 'weekly', 1, '2027-01-04 2027-01-11'],
  ['2028-02-21T10:00+03:00', 'weekly', 2, '2028-03-06 2028-03-20'],
  ['2028-02-28T10:00+03:00', 'daily', 1, '2028-02-29 2028-03-01'],
  ['2026-12-25T10:00+03:00', 'daily', 12, '2027-01-06 2027-01-18'],
  // The day is Istanbul's: in UTC this start is the 30th, whose month ends differently.
  ['2026-01-30T21:30Z', 'monthly', 1, '2026-02-28 2026-03-31'],
]

test('each date is counted from the start, at its time of day in Istanbul', () => {
  for (const [start, period, interval, expected] of CALENDARS) {
    const startMs = Date.parse(start)
    const wanted = expected.split(' ')
    const dates = dueDates({ startMs, period, interval, installments: wanted.length + 1, isInSandboxTime: false })
    assert.equal(dates[0], startMs)
    const local = dates.map((ms) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Europe/Istanbul'))
    assert.deepEqual(
      local.slice(1).map((date) => date.toPlainDate().toString()),
      wanted,
      `${start} ${period} ${interval}`,
    )
    assert.equal(new Set(local.map((date) => date.toPlainTime().toString())).size, 1)
  }
})

test('a sandbox plan without a start has periods of sixty seconds', () => {
  const dates = dueDates({ startMs: 1_000, period: 'yearly', interval: 2, installments: 3, isInSandboxTime: true })
  assert.deepEqual(dates, [1_000, 121_000, 241_000])
})

test('a card is good through the month it expires in', () => {
  const dates = ['2030-11-30T10:00Z', '2030-12-31T20:00Z', '2031-01-31T10:00Z'].map((text) => Date.parse(text))
  const of = (expireYear: number, expireMonth: number) => firstUncovered(dates, { expireYear, expireMonth })
  assert.deepEqual([of(2030, 10), of(2030, 11), of(2030, 12), of(2031, 1)], [1, 2, 3, null])
  const newYearOfIstanbul = [Date.parse('2030-12-31T21:00Z')]
  assert.equal(firstUncovered(newYearOfIstanbul, { expireYear: 2030, expireMonth: 12 }), 1)
})
