/**
 * The schedule of inquiries about an attempt whose outcome is unknown: after 2, 5, 15 and 60 seconds, then every 60
 * (docs/interface/states.md#unknown-outcomes).
 */
const WAITS_MS = [2_000, 5_000, 15_000, 60_000] as const

export const INQUIRY_FIRST_MS = WAITS_MS[0]
/** After this long without a response of the bank an alarm is raised; the payment stays open. */
export const INQUIRY_ALARM_MS = 30 * 60_000

/** Returns the wait before the next inquiry after `done` inquiries. */
export const inquiryWaitMs = (done: number): number => WAITS_MS[Math.min(done, WAITS_MS.length - 1)] as number
