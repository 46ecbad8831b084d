/** Schedule of inquiries about an attempt whose outcome is unknown: after 2, 5, 15 and 60 seconds, then every 60 (docs/interface/states.md#unknown-outcomes). */
const WAITS_MS = [2_000, 5_000, 15_000, 60_000] as const

export const INQUIRY_FIRST_MS = WAITS_MS[0]
/** A bank without a response for this long raises an alarm; the payment stays open. */
export const INQUIRY_ALARM_MS = 30 * 60_000

/** Wait before the next inquiry when `done` of them have been made. */
export const inquiryWaitMs = (done: number): number => WAITS_MS[Math.min(done, WAITS_MS.length - 1)] as number
