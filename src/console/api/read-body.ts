/** Bodies of the backend's own operations: small JSON objects of texts. */
import { parseJson } from '../../core/json.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'

const TEXT_CHARS_MAX = 1_024

export const readObject = (body: unknown): Record<string, unknown> => {
  const value = parseJson(Buffer.isBuffer(body) && body.length > 0 ? body : Buffer.from('{}'))
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Problem('invalid_json', { detail: phrase`The body must be a JSON object, in braces` })
  return value as Record<string, unknown>
}

export const optionalText = (body: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw fieldProblem(name, 'invalid_type', phrase`must be a text`)
  if (value.length > TEXT_CHARS_MAX) throw fieldProblem(name, 'too_long', phrase`at most ${TEXT_CHARS_MAX} characters`)
  return value
}

export const requiredText = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = optionalText(body, name)
  if (value === undefined || value === '') throw fieldProblem(name, 'required', phrase`is required`)
  return value
}
