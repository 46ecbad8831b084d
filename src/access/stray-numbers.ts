/** A card number belongs into its own member and nowhere else: every other text is stored and shown in clear. */
import { cardNumbersIn } from '../core/card-number.ts'
import { type FieldError, Problem } from '../core/problem.ts'
import { fieldPath } from './fold.ts'

/** Whether a bank issues cards that begin like this: one in ten order numbers passes the check digit, hardly one begins so. */
export type IsIssued = (digits: string) => Promise<boolean>

/** Members that are there for a card number, whatever the schema. */
const ITS_OWN = ['number', 'card_number']

/** Names of the members of a body that may hold one: also those the schema marks `x-card-number`, and secrets. */
export const cardMembersOf = (schema: unknown): ReadonlySet<string> => new Set([...ITS_OWN, ...markedIn(schema)])

const markedIn = (schema: unknown): string[] => {
  if (schema === null || typeof schema !== 'object') return []
  const { properties = {}, ...rest } = schema as { properties?: Record<string, Record<string, unknown>> }
  const marked = Object.entries(properties).flatMap(([name, member]) => [
    ...(member['x-card-number'] === true || member['x-verbatim'] === true ? [name] : []),
    ...markedIn(member),
  ])
  return [...marked, ...Object.values(rest).flatMap(markedIn)]
}

/** `texts`: the body as read, and headers that are stored, by name. */
export const refuseStrayNumbers = async (
  texts: unknown,
  isIssued: IsIssued,
  cardMembers: ReadonlySet<string> = cardMembersOf(null),
): Promise<void> => {
  const errors: FieldError[] = []
  for (const { path, digits } of strayNumbers(texts, [], cardMembers))
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

const strayNumbers = (
  value: unknown,
  path: readonly (string | number)[],
  cardMembers: ReadonlySet<string>,
): Stray[] => {
  if (typeof value === 'string')
    return cardMembers.has(String(path.at(-1))) ? [] : cardNumbersIn(value).map((digits) => ({ path, digits }))
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((item, at) => strayNumbers(item, [...path, at], cardMembers))
  return Object.entries(value).flatMap(([name, member]) => [
    ...cardNumbersIn(name).map((digits) => ({ path: [...path, name], digits })),
    ...strayNumbers(member, [...path, name], cardMembers),
  ])
}
