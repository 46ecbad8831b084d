/** The deadline of a response: near, or passed without one. It ends nothing; only people and the bank decide a chargeback. */

export type DeadlineAlarm = 'due' | 'missed'

interface Answerable {
  status: string
  merchant_response: string | null
  response_deadline: Date
}

export const WARN_MS = 24 * 3_600_000

/** Returns null if the chargeback is answered or decided, or its deadline is not near. A chargeback disputed without a response waits for one like an opened chargeback. */
export const alarmAt = (chargeback: Answerable, nowMs: number): DeadlineAlarm | null => {
  const isOpen = chargeback.status === 'opened' || chargeback.status === 'disputed'
  const isAnswered = chargeback.status === 'disputed' && chargeback.merchant_response !== null
  if (!isOpen || isAnswered) return null
  const leftMs = chargeback.response_deadline.getTime() - nowMs
  if (leftMs <= 0) return 'missed'
  return leftMs <= WARN_MS ? 'due' : null
}
