/** What a person of the console may do without having given the password of late: decided where the amounts are known and locked. */
import { type Phrase, phrase } from '../core/phrases/phrase.ts'

/** Of one payment, all that was given back together: up to this amount, and in this currency alone. */
export interface UnprovenLimit {
  readonly minor: number
  readonly currency: string
}

export const stepUpAgain = (): Phrase =>
  phrase`This needs the password again: POST /console/api/step-up, then repeat it within five minutes.`
