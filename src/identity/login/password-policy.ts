/** Decides which passwords are accepted: they must not contain the owner's data. The schema checks lengths. */
import { Type } from 'typebox'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'

const CHARACTERS_MIN = 12
const CHARACTERS_MAX = 128

export const NewPassword = Type.String({
  minLength: CHARACTERS_MIN,
  maxLength: CHARACTERS_MAX,
  'x-verbatim': true,
  description:
    'New password of letters and digits; not the user name, not the e-mail address, not a few characters repeated, and none of the last four passwords.',
})

const DIFFERENT_MIN = 5 // 'abababababab', '111122223333'
const BESIDE_NAME_MIN = 4 // characters; 'ayse.yilmaz1' is a name with a digit

/** Throws bad_request; the text itself is in no message. */
export const checkPassword = (field: string, password: string, owner: { username: string; email: string }): void => {
  const text = folded(password)
  if (new Set(text).size < DIFFERENT_MIN)
    throw fieldProblem(field, 'invalid_format', phrase`must have at least ${DIFFERENT_MIN} different characters`)
  if (isRun(text)) throw fieldProblem(field, 'invalid_format', phrase`must not be a run of neighbouring characters`)
  const names = [owner.username, owner.email, owner.email.split('@')[0] as string].map(folded)
  if (names.some((name) => text.replace(name, '').length < BESIDE_NAME_MIN))
    throw fieldProblem(field, 'invalid_format', phrase`must not be the user name or the e-mail address`)
  if (!/\p{L}/u.test(text) || !/\p{Nd}/u.test(text))
    throw fieldProblem(field, 'invalid_format', phrase`must have letters and digits`)
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** abcdefghijkl, 098765432109: each character is the neighbour of the one before; 0 and 9 are neighbours too. */
const isRun = (text: string): boolean => {
  const steps = new Set<number>()
  for (let at = 1; at < text.length; at++) steps.add((text.charCodeAt(at) - text.charCodeAt(at - 1) + 10) % 10)
  return steps.size === 1 && (steps.has(1) || steps.has(9))
}
