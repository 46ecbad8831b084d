/** A card number belongs into its own member and nowhere else: every other text is stored and shown in clear. */
import { cardNumbersIn } from '../core/card-number.ts'
import { type FieldError, Problem } from '../core/problem.ts'
import { fieldPath } from './fold.ts'

/** Whether a bank issues cards that begin like this: one in ten order numbers passes the check digit, hardly one begins so. */
export type IsIssued = (digits: string) => Promise<boolean>

/** Members that are there for a card number. */
const ITS_OWN = new Set(['number', 'card_number'])

/** `texts`: the body as read, and headers that are stored, by name. */
export const refuseStrayNumbers = async (texts: unknown, isIssued: IsIssued): Promise<void> => {
  const errors: FieldError[] = []
  for (const { path, digits } of strayNumbers(texts, []))
    if (await isIssued(digits)) errors.push({ field: fieldPath(path), code: 'invalid_format', message: MESSAGE })
  if (errors.length === 0) return
  throw new Problem('bad_request', {
    detail: `${errors[0]?.field}: ${MESSAGE}; a card number is sent in the member made for it alone.`,
    errors,
  })
}
const MESSAGE = 'must not hold a card number'

interface Stray {
  path: readonly (string | number)[]
  digits: string
}

const strayNumbers = (value: unknown, path: readonly (string | number)[]): Stray[] => {
  if (typeof value === 'string')
    return ITS_OWN.has(String(path.at(-1))) ? [] : cardNumbersIn(value).map((digits) => ({ path, digits }))
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((item, at) => strayNumbers(item, [...path, at]))
  return Object.entries(value).flatMap(([name, member]) => [
    ...cardNumbersIn(name).map((digits) => ({ path: [...path, name], digits })),
    ...strayNumbers(member, [...path, name]),
  ])
}
