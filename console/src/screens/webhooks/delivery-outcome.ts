/** The state of one attempt to deliver, by the platform's clock. */
import type { WebhookDelivery } from '../../../../sdk/src/generated/cards.ts'

/** A next attempt in the past is a separate row. */
export const findNextAttempt = ({ next_retry_at: at }: WebhookDelivery, now: number): string | null =>
  at !== null && Date.parse(at) > now ? at : null

export const toDeliveryOutcome = (of: WebhookDelivery, now: number): string => {
  if (of.is_success) return 'success'
  if (findNextAttempt(of, now) !== null) return 'retrying'
  return of.attempt_number > of.max_retry_count ? 'given_up' : 'failed'
}
