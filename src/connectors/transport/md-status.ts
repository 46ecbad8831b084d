/** The reason why a challenge failed, by the md status that banks share and the message next to it. */
import type { CallbackOutcome } from '../three-d-secure.ts'

type Refusal = Extract<CallbackOutcome, { kind: 'verified' }>['refusal']

/** Banks distinguish a cardholder who gave up from one they refused only in the message. */
const GAVE_UP = /cancel|iptal|vazge/i

export const authenticationRefusal = (mdStatus: string, message: string | undefined): Refusal => {
  if (mdStatus === '') return 'cancelled' // left before anything was decided
  if (mdStatus === '0') return GAVE_UP.test(message ?? '') ? 'cancelled' : 'refused'
  return ['5', '6', '7', '9'].includes(mdStatus) ? 'unavailable' : undefined
}
