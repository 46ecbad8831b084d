/** Refuses a subscriber's URL that cannot be delivered to: by its form, or by where DNS leads. */
import { Problem } from '../../core/problem.ts'

/** Why a URL is refused, or null. */
export type SubscriberUrlFault = (url: string) => Promise<string | null>

export const checkSubscriberUrl = async (urlFault: SubscriberUrlFault, url: string): Promise<void> => {
  const fault = await urlFault(url)
  if (fault === null) return
  throw new Problem('invalid_webhook_url', {
    detail: `url: ${fault}. A subscriber's URL is https, without user or password, and publicly reachable.`,
  })
}
