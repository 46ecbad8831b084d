/** Reads a query string or form body strictly: every name with its values in the order sent. */
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'

export type Pairs = Record<string, string[]>

/**
 * Parses `text`, without the leading question mark. A broken percent sign or bytes that are not UTF-8 are refused, not
 * replaced.
 */
export const parseUrlencoded = (text: string): Pairs => {
  const pairs = Object.create(null) as Pairs
  if (text === '') return pairs
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const sign = pair.indexOf('=')
    const name = decode(sign < 0 ? pair : pair.slice(0, sign), '')
    const value = sign < 0 ? '' : decode(pair.slice(sign + 1), name)
    const values = pairs[name]
    if (values) values.push(value)
    else pairs[name] = [value]
  }
  return pairs
}

const decode = (part: string, field: string): string => {
  if (!part.includes('%') && !part.includes('+')) return part
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    const message = phrase`not valid percent-encoded UTF-8; write every byte as %XX and a percent sign as %25`
    throw fieldProblem(field, 'invalid_format', message)
  }
}
