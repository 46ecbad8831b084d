/** How old a lease is by the clocks of this machine: a process that was paused has to detect that others may have taken over. */
import { uptime } from 'node:os'

/** How long a call may take before another process may ask the bank: its deadline, and the time before and after it. */
export const LEASE_S = 35

/** Every clock of this machine at one moment, ms. */
export interface ClockReading {
  /** Stands still while the machine is suspended. */
  readonly monotonic: number
  /** Goes on during a suspend, and can be set. */
  readonly wall: number
  /** Goes on during a suspend, in steps of 10 ms. */
  readonly sinceBoot: number
}

/** A row whose lease was taken by this process. Read before the write that takes it, so the lease is never older than it seems. */
export type Leased<Row> = Row & { readonly leasedAt: ClockReading }

/** A row as it is claimed when it is due: how long ago its last attempt was prepared. */
export type Aged<Row> = Row & { readonly age_ms: number }

export const readClocks = (): ClockReading => {
  const monotonic = performance.now()
  const wall = Date.now()
  if (!isOfThisMoment(last, monotonic, wall)) last = { monotonic, wall, sinceBoot: uptime() * 1_000 }
  return { monotonic, wall, sinceBoot: last.sinceBoot }
}

/** The clock since boot is a file to open and read, dearer than the rest of a payment's lease; it moves in steps of 10 ms anyway. */
const MOMENT_MS = 5
let last: ClockReading = { monotonic: -Infinity, wall: -Infinity, sinceBoot: 0 }

/** A suspend moves the wall clock, or the program has been told nothing by any clock. */
const isOfThisMoment = (known: ClockReading, monotonic: number, wall: number): boolean =>
  monotonic - known.monotonic < MOMENT_MS && Math.abs(wall - known.wall) < MOMENT_MS

/** No clock is right in every pause: the largest age counts. */
export const elapsedMs = (since: ClockReading, now: ClockReading = readClocks()): number =>
  Math.max(now.monotonic - since.monotonic, now.wall - since.wall, now.sinceBoot - since.sinceBoot)
