/**
 * Reduces an outage of the database to two log lines: one when it becomes unavailable, one when it is back, with counts
 * of what failed meanwhile.
 */
import type { Log, LogFields } from '../../process/log.ts'
import { gauge } from '../../process/metrics.ts'
import { isAbsence } from '../database-errors.ts'

const QUIET_MS = 1_000 // for this long without a failure, after a response; until then another fault belongs to the same outage
const REASONS_MAX = 5

const away = gauge('vezne_database_away')

interface Absence {
  /** Replaces the log: failures during an outage are counted by event instead of logged. */
  readonly log: Log
  /** The database has answered. */
  answered(): void
}

interface Period {
  readonly since: Date
  readonly counts: Map<string, number>
  readonly reasons: Set<string>
  /** A value of performance.now(). */
  lastFaultAt: number
  answeredAt: number
}

export const createAbsence = (log: Log): Absence => {
  let period: Period | undefined

  const end = ({ since, counts, reasons }: Period): void => {
    period = undefined
    away.set(0)
    log.warn('database.back', {
      since: since.toISOString(),
      away_ms: Date.now() - since.getTime(),
      counts: Object.fromEntries(counts),
      reasons: [...reasons],
    })
  }
  const look = (watched: Period): void => {
    const { answeredAt, lastFaultAt } = watched
    const isBack = answeredAt > lastFaultAt && performance.now() - lastFaultAt >= QUIET_MS
    if (isBack) end(watched)
    else setTimeout(look, QUIET_MS, watched).unref()
  }
  const begin = (error: Error): Period => {
    away.set(1)
    const { code } = error as { code?: unknown }
    log.error('database.away', { reason: error.message, ...(code === undefined ? {} : { code }) })
    const begun = { since: new Date(), counts: new Map(), reasons: new Set<string>(), lastFaultAt: 0, answeredAt: 0 }
    setTimeout(look, QUIET_MS, begun).unref()
    return begun
  }
  const note = (event: string, error: Error): void => {
    period ??= begin(error)
    period.lastFaultAt = performance.now()
    period.counts.set(event, (period.counts.get(event) ?? 0) + 1)
    if (period.reasons.size < REASONS_MAX) period.reasons.add(error.message)
  }
  const at =
    (level: 'warn' | 'error') =>
    (event: string, facts: LogFields = {}): void => {
      if (isAbsence(facts.err)) note(event, facts.err)
      else log[level](event, facts)
    }
  return {
    log: {
      ...log,
      warn: at('warn'),
      error: at('error'),
      flush() {
        if (period) end(period)
        return log.flush()
      },
    },
    answered() {
      if (period) period.answeredAt = performance.now()
    },
  }
}
