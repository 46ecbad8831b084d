/** Time that the program waits before it restarts a child process that has ended. */

export const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** A process that lived longer than this did not end because of a faulty start. */
const STEADY_MS = 60_000

/** `lastMs`: the pause before, {@link FIRST_PAUSE_MS} where there was none. */
export const restartPause = (lastMs: number, livedMs: number): number =>
  livedMs > STEADY_MS ? FIRST_PAUSE_MS : Math.min(2 * lastMs, LONGEST_PAUSE_MS)
