/** The platform's clock: real time plus an offset that is a row of the database, so that every process has the same time. */
import type { Clock } from '../../core/clock.ts'
import { every } from '../process/every.ts'
import { type Database, FIRST_SHARD, type Tx } from './database.ts'
import type { Notifications } from './notifications.ts'
import { rawSql, type Sql, sql } from './statements/sql.ts'

/**
 * The platform's time as SQL, as the database has it. Ages are differences of this value, because the clocks of two
 * processes may differ by more than a bank's lateness window.
 */
export const PLATFORM_TIME = sql`(clock_timestamp() + (select offset_ms from platform_clock) * interval '1 millisecond')`

/** Milliseconds since a moment that was stored as {@link PLATFORM_TIME}, as SQL. */
export const ageSince = (moment: string): Sql =>
  sql`(extract(epoch from ${PLATFORM_TIME} - ${rawSql(moment)}) * 1000)::bigint`

/** The statement an operator runs, as the owner, before production can use a database whose clock was moved. */
export const RESET_CLOCK = 'update platform_clock set offset_ms = 0'

export interface DatabaseClock extends Clock {
  /** Sets the clock for every process; resolves when this one follows it. Sandbox only: the caller checks. */
  move(to: { nowMs: number } | { advanceMs: number }): Promise<void>
  /** Does the same in two steps: the row in the caller's transaction, and the notification after the commit. */
  shift(tx: Tx, to: { nowMs: number } | { advanceMs: number }): Promise<number>
  follow(offsetMs: number): void
  /** Reads the offset again. */
  refresh(): Promise<void>
  close(): void
}

const REFRESH_MS = 1_000 // a notification may be lost; the row is authoritative

export const openClock = async (db: Database, notices: Notifications): Promise<DatabaseClock> => {
  let offset = 0
  // Counts the notifications of the clock. A read that was overtaken by one is discarded, since it would set the clock
  // back.
  let words = 0
  let lastWord = 0
  const hear = (word: number, offsetMs: number): void => {
    if (word < lastWord) return
    lastWord = word
    offset = offsetMs
  }
  const refresh = async (): Promise<void> => {
    const word = ++words
    const rows = await db.transaction({ of: [], on: FIRST_SHARD }, (tx) =>
      tx.query<{ offset_ms: number }>('select offset_ms from platform_clock'),
    )
    hear(word, rows[0]?.offset_ms ?? 0)
  }
  await refresh()

  // The notification carries the offset, so that subscribers that run after this one already see the new time.
  const silence = notices.subscribe('clock', (text) => {
    if (/^-?[0-9]+$/.test(text)) hear(++words, Number(text))
  })
  // While the database is unavailable, the last known offset is still the best guess.
  const stop = every(REFRESH_MS, () => refresh().catch(() => undefined))

  const shift: DatabaseClock['shift'] = async (tx, to) => {
    const [row] = await ('advanceMs' in to
      ? tx.query<{ offset_ms: number }>(
          sql`update platform_clock set offset_ms = offset_ms + ${to.advanceMs} returning offset_ms`,
        )
      : tx.query<{ offset_ms: number }>(
          sql`update platform_clock set offset_ms = ${to.nowMs - Date.now()} returning offset_ms`,
        ))
    return row!.offset_ms
  }
  const follow = (offsetMs: number): void => notices.publish('clock', String(offsetMs))

  return {
    ms: () => Date.now() + offset,
    now: () => new Date(Date.now() + offset),
    refresh,
    shift,
    follow,
    move: async (to) => follow(await db.transaction({ of: [], on: FIRST_SHARD }, (tx) => shift(tx, to))),
    close() {
      silence()
      stop()
    },
  }
}
