/** The platform's clock follows its row, and never goes back to a reading that was overtaken. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Tx } from '../../src/infra/database/database.ts'
import { openClock } from '../../src/infra/database/database-clock.ts'
import type { Notifications } from '../../src/infra/database/notifications.ts'

const DAY_MS = 86_400_000

/** A row whose readings arrive when the test lets them. */
const openRow = async () => {
  let hear: (text: string) => void = () => undefined
  const row = { offset_ms: 0 }
  const onTheirWay: (() => void)[] = []
  const db = {
    transaction: (_: unknown, work: (tx: Tx) => Promise<unknown>) =>
      work({ query: async () => [{ ...row }] } as unknown as Tx).then(
        (rows) => new Promise((resolve) => onTheirWay.push(() => resolve(rows))),
      ),
  } as unknown as Database
  const notices = {
    subscribe: (_: string, listener: (text: string) => void) => {
      hear = listener
      return () => undefined
    },
  } as unknown as Notifications
  const opening = openClock(db, notices)
  const arrive = async (at = 0): Promise<void> => {
    await new Promise(setImmediate)
    onTheirWay.splice(at, 1)[0]?.()
    await new Promise(setImmediate)
  }
  await arrive()
  const clock = await opening
  const daysAhead = (): number => Math.round((clock.ms() - Date.now()) / DAY_MS)
  return { row, clock, arrive, daysAhead, hear: (text: string) => hear(text) }
}

test('a reading that was on its way when the clock moved does not set it back', async () => {
  const { row, clock, arrive, daysAhead, hear } = await openRow()
  const early = clock.refresh()
  await new Promise(setImmediate)
  row.offset_ms = 5 * DAY_MS
  hear(String(row.offset_ms))
  assert.equal(daysAhead(), 5)
  await arrive()
  await early
  assert.equal(daysAhead(), 5)
  clock.close()
})

test('of two readings the later one holds, whichever arrives first; a lost notification is made up by a reading', async () => {
  const { row, clock, arrive, daysAhead } = await openRow()
  const early = clock.refresh()
  await new Promise(setImmediate)
  row.offset_ms = 2 * DAY_MS
  const late = clock.refresh()
  await arrive(1)
  assert.equal(daysAhead(), 2)
  await arrive(0)
  await Promise.all([early, late])
  assert.equal(daysAhead(), 2)
  clock.close()
})
