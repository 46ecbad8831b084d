/** Arithmetic of the monitors: when an approval rate has dropped, and when it is quiet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findDrop, mayHaveDropped } from '../../src/monitors/model/approval-rate.ts'
import { KIND_NAMES, listKinds } from '../../src/monitors/model/monitor-kinds.ts'
import { KIND_TEXTS } from '../../src/monitors/model/monitor-texts.ts'
import { endOfQuiet, fromClockText, toClockText } from '../../src/monitors/model/quiet-hours.ts'
import { toSlackBody } from '../../src/monitors/telling/compose-message.ts'

const RULE = { points: 20, least: 20 }
const RATES: [what: string, now: [number, number], before: [number, number], rate: number | null][] = [
  ['half of what is usual', [10, 10], [90, 10], 50],
  ['exactly the points', [14, 6], [90, 10], 70],
  ['one payment better', [71, 29], [90, 10], null],
  ['too few payments', [1, 18], [90, 10], null],
  ['too few payments of the days before', [0, 20], [19, 0], null],
  ['as low as always', [10, 10], [50, 50], null],
  ['nothing is approved', [0, 20], [20, 80], 0],
  ['nothing happened', [0, 0], [0, 0], null],
]
for (const [what, [approved, declined], [a, d], rate] of RATES)
  test(`approval rate: ${what}`, () => {
    const drop = findDrop({ approved, declined }, { approved: a, declined: d }, RULE)
    assert.equal(drop?.rate ?? null, rate)
    if (drop) assert.deepEqual([drop.payments, drop.usual], [approved + declined, (a * 100) / (a + d)])
  })

const counted = fc.record({ approved: fc.nat(1_000_000), declined: fc.nat(1_000_000) })
const rule = fc.record({ points: fc.integer({ min: 5, max: 90 }), least: fc.integer({ min: 5, max: 1_000 }) })

test('a drop is exactly a difference of whole payments, and what cannot have dropped never has', () => {
  fc.assert(
    fc.property(counted, counted, rule, (now, before, given) => {
      const drop = findDrop(now, before, given)
      const n = now.approved + now.declined
      const b = before.approved + before.declined
      const isEnough = n >= given.least && b >= given.least
      const isLower =
        100n * BigInt(now.approved) * BigInt(b) <=
        100n * BigInt(before.approved) * BigInt(n) - BigInt(given.points) * BigInt(n) * BigInt(b)
      assert.equal(drop !== null, isEnough && isLower)
      if (drop) assert.ok(mayHaveDropped(now, given))
    }),
  )
})

const at = (text: string): number => Date.parse(`2026-03-10T${text}:00+03:00`)
const NIGHT = { from: fromClockText('22:30'), to: fromClockText('07:00') }
const QUIET: [what: string, hours: typeof NIGHT, now: number, end: number | null][] = [
  ['before the night', NIGHT, at('22:29'), null],
  ['the night begins', NIGHT, at('22:30'), at('07:00') + 86_400_000],
  ['after midnight', NIGHT, at('03:15'), at('07:00')],
  ['the morning', NIGHT, at('07:00'), null],
  ['noon', { from: 720, to: 780 }, at('12:59'), at('13:00')],
  ['after noon', { from: 720, to: 780 }, at('13:00'), null],
]
for (const [what, hours, now, end] of QUIET)
  test(`quiet hours: ${what}`, () => {
    assert.equal(endOfQuiet(hours, now), end)
    if (end !== null) assert.equal(endOfQuiet(hours, end), null)
  })

test('a time of the day and its text are one', () => {
  for (let minute = 0; minute < 1_440; minute++) assert.equal(fromClockText(toClockText(minute)), minute)
})

test('every kind has its people, and texts in both languages that say every fact they are given', () => {
  assert.deepEqual(new Set([...listKinds('tenant'), ...listKinds('platform')]), new Set(KIND_NAMES))
  for (const language of ['en', 'tr'] as const)
    for (const kind of KIND_NAMES) {
      const facts = {
        ends: '2026-03-10T00:00:00Z',
        oldest: '2026-03-10T00:00:00Z',
        failing_since: '2026-03-10T00:00:00Z',
      }
      const { title, text } = KIND_TEXTS[language][kind]
      assert.ok(title({ ...facts, host: 'h', name: 'n', work: 'payments' }).length > 5)
      assert.ok(text({ ...facts, archived: null, segment: '0001' }).length > 10)
    }
})

test('names in a message for a chat call nobody and link nowhere, and a cut never splits a letter', () => {
  const body = toSlackBody({
    subject: `The API key <!channel> <https://evil.example|till> ${'😀'.repeat(80)}`,
    text: '<!here>',
  })
  assert.doesNotMatch(body.text, /[<>]/)
  assert.match(body.text, /&lt;!channel&gt;/)
  assert.ok(body.blocks.every(({ text }) => text.text.isWellFormed()))
  assert.equal(body.blocks[1]!.text.text, '&lt;!here&gt;')
})
