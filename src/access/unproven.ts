/** Limit on a person of the console who has not entered the password recently: applied where the amounts are known and locked. */
import { type Phrase, phrase } from '../core/phrases/phrase.ts'

/** The most that may be refunded of one payment, all refunds together, and the only currency. */
export interface UnprovenLimit {
  readonly minor: number
  readonly currency: string
}

export const stepUpAgain = (): Phrase =>
  phrase`This needs the password again: POST /console/api/step-up, then repeat it within five minutes.`
