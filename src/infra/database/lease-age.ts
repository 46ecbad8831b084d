/**
 * Measures how old a lease is by the clocks of this machine, because a process that was paused has to detect that
 * others may have taken over.
 */
import { uptime } from 'node:os'

/** How long a call may take before another process may ask the bank: its deadline, and the time before and after it. */
export const LEASE_S = 35

/** All clocks of this machine, read at one moment, in ms. */
export interface ClockReading {
  /** Stops while the machine is suspended. */
  readonly monotonic: number
  /** Continues during a suspend, and can be set. */
  readonly wall: number
  /** Continues during a suspend, in steps of 10 ms. */
  readonly sinceBoot: number
}

/** A row whose lease was taken by this process. Read before the write that takes it, so the lease is never older than it seems. */
export type Leased<Row> = Row & { readonly leasedAt: ClockReading }

/** A row as claimed when it is due, with the time since its last attempt was prepared. */
export type Aged<Row> = Row & { readonly age_ms: number }

export const readClocks = (): ClockReading => {
  const monotonic = performance.now()
  const wall = Date.now()
  if (!isOfThisMoment(last, monotonic, wall)) last = { monotonic, wall, sinceBoot: uptime() * 1_000 }
  return { monotonic, wall, sinceBoot: last.sinceBoot }
}

/**
 * Reading the clock since boot opens a file, which costs more than the rest of a lease; it moves in steps of 10 ms
 * anyway.
 */
const MOMENT_MS = 5
let last: ClockReading = { monotonic: -Infinity, wall: -Infinity, sinceBoot: 0 }

/** A suspend moves the wall clock; if it did not move, the stored reading can be reused. */
const isOfThisMoment = (known: ClockReading, monotonic: number, wall: number): boolean =>
  monotonic - known.monotonic < MOMENT_MS && Math.abs(wall - known.wall) < MOMENT_MS

/** Returns the largest age, because no single clock is right in every kind of pause. */
export const elapsedMs = (since: ClockReading, now: ClockReading = readClocks()): number =>
  Math.max(now.monotonic - since.monotonic, now.wall - since.wall, now.sinceBoot - since.sinceBoot)
