/**
 * Answers about a restored database, for all other parts of the program. Both answers are fields, kept up to date by the looks that
 * each process takes at its database several times a second, so asking costs nothing.
 */

/** Two moments of the platform's clock, between which something may have been written that the database does not have. */
export interface LostPeriod {
  /** Row of `restores`: what is found at banks is noted under it. */
  readonly restoreId: string
  readonly sinceMs: number
  readonly untilMs: number
}

/** The loss of one restore, and for how long it is asked about. */
export interface AskedLoss extends LostPeriod {
  /** Null while the platform is closed. */
  readonly asksUntilMs: number | null
  /** That moment has not come yet. */
  readonly isAsking: boolean
}

/** Returns one period that has all of them; what is found is noted under the first, which is the latest. */
export const findSpan = (losses: readonly LostPeriod[]): LostPeriod | null => {
  const [latest] = losses
  if (latest === undefined) return null
  const sinceMs = Math.min(...losses.map((each) => each.sinceMs))
  const untilMs = Math.max(...losses.map((each) => each.untilMs))
  return { restoreId: latest.restoreId, sinceMs, untilMs }
}

export interface Restores {
  /**
   * Returns what a restore lost while it keeps the platform closed, else null. While closed no caller's write is
   * accepted, and sweeps, jobs, deliveries and mails are stopped. Findings at banks are written meanwhile with
   * `whileClosed` (see `Reach` in database.ts).
   */
  closed(): LostPeriod | null
  /**
   * Returns the period if payments, captures, voids, refunds and transfers that are made with a caller's key have to ask
   * the bank before they are sent, because a repeat of what was lost looks like a new one here. It is set while
   * the platform is closed and until 48 hours of the platform's clock after a person has opened it, in every process and
   * over restarts. Null in all other cases, for a database that was moved without a loss, and for tenants of other shards.
   */
  askBanksFrom(tenantId: string): LostPeriod | null
  /**
   * Does the same for what was made at `madeMs` (platform clock) and is sent only now: whatever was made before those 48
   * hours had ended is asked about, however long it waited for people or for its date.
   */
  askBanksAbout(tenantId: string, madeMs: number): LostPeriod | null
  /**
   * Calls `listener` whenever the platform is closed or opened again, or the database has become another one. Returns a function that
   * ends this.
   */
  onChange(listener: () => void): () => void
}

/** The answers for commands, and for the embedded server, whose folder is kept as a whole. */
export const NEVER_RESTORED: Restores = {
  closed: () => null,
  askBanksFrom: () => null,
  askBanksAbout: () => null,
  onChange: () => () => undefined,
}
