/** The days a plan runs on: a table of plans and their first runs, and what holds for every plan there can be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findDayKind } from '../../src/reference/transfer-rules/working-days.ts'
import { nextRun, type Schedule, type ScheduledRun } from '../../src/transfers/recurring/run-schedule.ts'
import { examples } from '../support/property-examples.ts'

/** Times of Istanbul. */
const ms = (text: string): number => Date.parse(`${text}:00+03:00`)

const plan = (start: string, changes: Partial<Schedule>): Schedule => ({
  repeatType: 'monthly',
  startMs: ms(start),
  endMs: null,
  monthDay: null,
  weekDays: null,
  holidayHandling: 'next',
  transferType: 'eft',
  ...changes,
})

const runsOf = (schedule: Schedule, count: number): ScheduledRun[] => {
  const runs: ScheduledRun[] = []
  while (runs.length < count) {
    const run = nextRun(schedule, { notBeforeMs: schedule.startMs, afterDay: runs.at(-1)?.day ?? null })
    if (run === null) break
    runs.push(run)
  }
  return runs
}

/** 2026: 20 May is a Wednesday, the 19th a holiday; 27 to 30 May Kurban Bayramı; 29 October a Thursday. */
const TABLE: [what: string, start: string, changes: Partial<Schedule>, days: string][] = [
  ['monthly on the day of the start', '2026-05-11T10:00', {}, '2026-05-11 2026-06-11 2026-07-13 2026-08-11'],
  ['a later day of the month', '2026-05-11T10:00', { monthDay: 20 }, '2026-05-20 2026-06-22 2026-07-20'],
  ['an earlier day begins next month', '2026-05-11T10:00', { monthDay: 5 }, '2026-06-05 2026-07-06 2026-08-05'],
  [
    'the 31st uses the last day of shorter months',
    '2027-01-01T10:00',
    { monthDay: 31, transferType: 'fast' },
    '2027-01-31 2027-02-28 2027-03-31 2027-04-30',
  ],
  ['the last day moved to the next month', '2026-01-31T10:00', {}, '2026-02-02 2026-03-02 2026-03-31 2026-04-30'],
  ['moved back', '2026-01-30T10:00', { monthDay: 31, holidayHandling: 'previous' }, '2026-01-30 2026-02-27 2026-03-31'],
  ['left out', '2026-01-30T10:00', { monthDay: 31, holidayHandling: 'skip' }, '2026-03-31 2026-04-30 2026-06-30'],
  [
    'nothing moves back before the start',
    '2026-05-16T10:00',
    { holidayHandling: 'previous' },
    '2026-05-18 2026-06-16 2026-07-16 2026-08-14',
  ],
  ['FAST runs on a Sunday', '2026-05-17T10:00', { transferType: 'fast' }, '2026-05-17 2026-06-17 2026-07-17'],
  [
    'FAST is not skipped either',
    '2026-05-16T10:00',
    { transferType: 'fast', holidayHandling: 'skip', repeatType: 'weekly' },
    '2026-05-16 2026-05-23 2026-05-30',
  ],
  ['weekly on the day of the start', '2026-05-12T10:00', { repeatType: 'weekly' }, '2026-05-12 2026-05-20 2026-05-26'],
  [
    'days of the week',
    '2026-06-03T10:00',
    { repeatType: 'weekly', weekDays: [1, 5] },
    '2026-06-05 2026-06-08 2026-06-12',
  ],
  [
    'a weekend and its Monday are one run',
    '2026-06-06T10:00',
    { repeatType: 'daily' },
    '2026-06-08 2026-06-09 2026-06-10 2026-06-11 2026-06-12 2026-06-15',
  ],
  [
    'a feast of four days, moved back into one',
    '2026-05-25T10:00',
    { repeatType: 'daily', holidayHandling: 'previous' },
    '2026-05-25 2026-05-26 2026-06-01 2026-06-02',
  ],
  ['yearly', '2026-10-29T10:00', { repeatType: 'yearly' }, '2026-10-30 2027-11-01 2028-10-30'],
  [
    'yearly on 29 February',
    '2028-02-29T10:00',
    { repeatType: 'yearly', transferType: 'fast' },
    '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29',
  ],
  ['yearly on a later day', '2026-05-11T10:00', { repeatType: 'yearly', monthDay: 22 }, '2026-05-22 2027-05-24'],
  ['the evening keeps its day', '2026-05-11T23:30', {}, '2026-05-11 2026-06-11'],
  ['the end is a day that counts', '2026-05-11T10:00', { endMs: ms('2026-06-11T00:00') }, '2026-05-11 2026-06-11'],
  ['nothing is moved behind the end', '2026-05-11T10:00', { endMs: ms('2026-07-12T23:59') }, '2026-05-11 2026-06-11'],
  [
    'no Sunday is a working day',
    '2026-05-11T10:00',
    { repeatType: 'weekly', weekDays: [7], holidayHandling: 'skip' },
    '',
  ],
  ['23 April is always a holiday', '2027-04-23T10:00', { repeatType: 'yearly', holidayHandling: 'skip' }, ''],
]
for (const [what, start, changes, days] of TABLE)
  test(what, () => {
    const wanted = days.split(' ').filter(Boolean)
    const schedule = plan(start, changes)
    const isOpen = schedule.endMs === null && wanted.length > 0
    const runs = runsOf(schedule, isOpen ? wanted.length : wanted.length + 1)
    assert.deepEqual(
      runs.map(({ day }) => day),
      wanted,
    )
    for (const { day, atMs } of runs)
      assert.equal(atMs, ms(`${day}T${start.slice(11)}`), 'the time of day of the start')
  })

const anyPlan: fc.Arbitrary<Schedule> = fc
  .record({
    repeatType: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly' as const),
    startMinute: fc.integer({ min: ms('2025-01-01T00:00') / 60_000, max: ms('2033-12-31T23:59') / 60_000 }),
    endDays: fc.option(fc.integer({ min: 0, max: 2_000 })),
    monthDay: fc.option(fc.integer({ min: 1, max: 31 })),
    weekDays: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })),
    holidayHandling: fc.constantFrom('next', 'previous', 'skip' as const),
    transferType: fc.constantFrom('fast', 'eft' as const),
  })
  .map(({ startMinute, endDays, ...rest }) => {
    const startMs = startMinute * 60_000
    return { ...rest, startMs, endMs: endDays === null ? null : startMs + endDays * 86_400_000 }
  })

const RUNS = 8

test('never before the start, never behind the end, never twice a day, never back', () => {
  fc.assert(
    fc.property(anyPlan, (schedule) => {
      const runs = runsOf(schedule, RUNS)
      for (const [at, { atMs, day }] of runs.entries()) {
        assert(atMs >= schedule.startMs, 'before the start')
        assert(day > (runs[at - 1]?.day ?? ''), 'twice a day')
        assert(atMs > (runs[at - 1]?.atMs ?? 0), 'back')
        if (schedule.endMs !== null) assert(day <= istanbulDay(schedule.endMs), 'behind the end')
      }
    }),
    { numRuns: examples(400) },
  )
})

test('a run is on a day the plan names, or on the working day its holiday rule leads to', () => {
  fc.assert(
    fc.property(anyPlan, (schedule) => {
      for (const { day } of runsOf(schedule, RUNS)) {
        const isFast = schedule.transferType === 'fast'
        const isWorking = findDayKind(Temporal.PlainDate.from(day)) !== 'closed'
        assert(isFast || isWorking, `${day} is closed`)
        if (isFast || schedule.holidayHandling === 'skip') assert(isNamed(schedule, day), `${day} is not named`)
        else assert(isNamedNearby(schedule, day), `${day} is no neighbour of a day that is named`)
      }
    }),
    { numRuns: examples(300) },
  )
})

test('from any moment, the next run is the first of all runs after it', () => {
  fc.assert(
    fc.property(anyPlan, fc.integer({ min: 0, max: 500 }), (schedule, days) => {
      const notBeforeMs = schedule.startMs + days * 43_200_000
      const first = nextRun(schedule, { notBeforeMs, afterDay: null })
      let run = nextRun(schedule, { notBeforeMs: schedule.startMs, afterDay: null })
      while (run !== null && run.atMs < notBeforeMs)
        run = nextRun(schedule, { notBeforeMs: schedule.startMs, afterDay: run.day })
      assert.deepEqual(first, run)
    }),
    { numRuns: examples(100) },
  )
})

const istanbulDay = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Istanbul').toPlainDate().toString()

/** The rules once more, without holidays. */
const isNamed = ({ repeatType, startMs, monthDay, weekDays }: Schedule, text: string): boolean => {
  const day = Temporal.PlainDate.from(text)
  const start = Temporal.PlainDate.from(istanbulDay(startMs))
  const wanted = Math.min(monthDay ?? start.day, day.daysInMonth)
  if (repeatType === 'weekly') return (weekDays ?? [start.dayOfWeek]).some((each) => each === day.dayOfWeek)
  if (repeatType === 'monthly') return day.day === wanted
  return repeatType === 'daily' || (day.month === start.month && day.day === wanted)
}

/** Only across closed days, in either direction: a run is moved forward where it would lie before the start. */
const isNamedNearby = (schedule: Schedule, text: string): boolean => {
  const day = Temporal.PlainDate.from(text)
  for (const step of [1, -1]) {
    let near = day
    do {
      if (isNamed(schedule, near.toString())) return true
      near = near.add({ days: step })
    } while (findDayKind(near) === 'closed')
  }
  return false
}
