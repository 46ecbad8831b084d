/** The refusal of a request without a session that counts: the cookie goes, the page asks the person to sign in. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { CLEARED_COOKIE } from './cookie.ts'

export const signInRequired = (why: Phrase): Problem =>
  new Problem('sign_in_required', { detail: phrase`${why} Sign in again.`, headers: { 'set-cookie': CLEARED_COOKIE } })
