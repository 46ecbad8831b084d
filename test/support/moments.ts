/** Times of the real clock, compared without a guess of how long something takes: what was read during a call lies between its begin and its end. */
import assert from 'node:assert/strict'
import { istanbulTime } from '../../src/core/clock.ts'
import type { Vezne } from './vezne.ts'

interface Expected {
  /** How far what is read stands from the real time, ms. */
  readonly aheadMs?: number
  /** It is told in steps of this, rounded down, ms. */
  readonly stepMs?: number
}

/** `read` returns a time in ms that it took while it ran. */
export const assertReadDuring = async (
  read: () => Promise<number> | number,
  { aheadMs = 0, stepMs = 1 }: Expected = {},
): Promise<void> => {
  const begun = Date.now()
  const seen = await read()
  assertBetween(seen, begun + aheadMs - stepMs, Date.now() + aheadMs)
}

export const assertBetween = (seen: number, earliest: number, latest: number): void =>
  assert.ok(seen >= earliest && seen <= latest, `${seen} is not between ${earliest} and ${latest}`)

/** Moves the clock of a program to the next nine o'clock in Istanbul, so that a test which pays and voids does not meet the end of a day in between. */
export const moveToMorning = async ({ runtime, moveClock }: Pick<Vezne, 'runtime' | 'moveClock'>): Promise<void> => {
  const now = istanbulTime(runtime.clock.ms())
  const morning = now.add({ days: 1 }).with({ hour: 9, minute: 0, second: 0, millisecond: 0 })
  await moveClock(morning.epochMilliseconds - now.epochMilliseconds)
}
