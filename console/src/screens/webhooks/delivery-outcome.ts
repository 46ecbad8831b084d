/** Where one attempt to deliver stands, by the platform's clock. */
import type { WebhookDelivery } from '../../../../sdk/src/generated/cards.ts'

/** A next try that lies behind us is a row of its own. */
export const nextOf = ({ next_retry_at: at }: WebhookDelivery, now: number): string | null =>
  at !== null && Date.parse(at) > now ? at : null

export const outcomeOf = (of: WebhookDelivery, now: number): string => {
  if (of.is_success) return 'success'
  if (nextOf(of, now) !== null) return 'retrying'
  return of.attempt_number > of.max_retry_count ? 'given_up' : 'failed'
}
