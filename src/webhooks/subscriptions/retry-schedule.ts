/** When a failed delivery is tried again: 1 minute, 5, 30, 2 hours, 24 hours, each plus or minus 20 percent. */

const MINUTE_MS = 60_000
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 1_440 * MINUTE_MS] as const
export const RETRIES_MAX = RETRY_DELAYS_MS.length
const JITTER = 0.2

/** Returns the wait after attempt `attemptNumber` failed, or null if it was the last. `draw` is uniform in [0, 1). */
export const retryDelayMs = (attemptNumber: number, maxRetryCount: number, draw: number): number | null => {
  const wait = attemptNumber <= maxRetryCount ? RETRY_DELAYS_MS[attemptNumber - 1] : undefined
  return wait === undefined ? null : Math.round(wait * (1 - JITTER + 2 * JITTER * draw))
}
