/** Refuses a subscriber's URL that cannot be delivered to, because of its form or its addresses in DNS. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

/** Returns why a URL is refused, or null. */
export type SubscriberUrlFault = (url: string) => Promise<Phrase | null>

export const checkSubscriberUrl = async (urlFault: SubscriberUrlFault, url: string): Promise<void> => {
  const fault = await urlFault(url)
  if (fault === null) return
  throw new Problem('invalid_webhook_url', {
    detail: phrase`url: ${fault}. A subscriber's URL is https, without user or password, and publicly reachable.`,
  })
}
