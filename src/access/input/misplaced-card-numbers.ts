/** A card number belongs in its own member only: every other text is stored and displayed in clear. */
import { type FoundNumber, findCardNumbers } from '../../core/card-numbers-in-text.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, Problem } from '../../core/problem.ts'
import { fieldPath } from './normalize-input.ts'

/**
 * Whether the table of issuers knows cards that begin like this. Consulted where the ranges of the schemes do not decide: one in ten
 * order numbers passes the check digit, but hardly one begins so.
 */
export type IsIssuedCard = (digits: string) => Promise<boolean>

/** Members meant for a card number wherever a schema declares them. */
const ITS_OWN: ReadonlySet<string> = new Set(['number', 'card_number'])

/** Members of a body for which the schema declares a card number or a secret. Names in maps are the caller's choice, so they are never such members. */
interface CardMembers {
  readonly names: ReadonlySet<string>
  readonly places: ReadonlySet<string>
}

/** Includes members that the schema marks `x-card-number`, and secrets. */
export const findCardMembers = (schema: unknown): CardMembers => {
  const places = declaredIn(schema, [])
  return { names: new Set(places.map((path) => String(path.at(-1)))), places: new Set(places.map(toPlace)) }
}

type Schema = { readonly [word: string]: unknown }

const declaredIn = (schema: unknown, at: Path): Path[] => {
  if (schema === null || typeof schema !== 'object') return []
  const { properties = {}, items, anyOf = [], allOf = [] } = schema as Schema
  const members = Object.entries(properties as Record<string, Schema>).flatMap(([name, member]) => {
    const path = [...at, name]
    const isOwn = ITS_OWN.has(name) || member['x-card-number'] === true || member['x-verbatim'] === true
    return [...(isOwn ? [path] : []), ...declaredIn(member, path)]
  })
  const branches = [...(anyOf as unknown[]), ...(allOf as unknown[])]
  return [...members, ...declaredIn(items, [...at, 0]), ...branches.flatMap((branch) => declaredIn(branch, at))]
}

/** Every item of a list has the same place. */
const toPlace = (path: Path): string => JSON.stringify(path.map((step) => (typeof step === 'number' ? 0 : step)))

/** `texts`: the body as read, and headers that are stored, by name. */
export const refuseMisplacedCardNumbers = async (
  texts: unknown,
  isIssued: IsIssuedCard,
  cardMembers: CardMembers,
): Promise<void> => {
  const strays: Stray[] = []
  findIn(texts, [], cardMembers, strays)
  if (strays.length === 0) return
  const fields = new Set<string>()
  for (const { path, found } of strays)
    for (const { isCard, digits } of found) if (isCard || (await isIssued(digits))) fields.add(fieldPath(path))
  if (fields.size === 0) return
  const errors = [...fields].map((field): FieldError => ({ field, code: 'invalid_format', message: MESSAGE }))
  throw new Problem('bad_request', {
    detail: phrase`${(errors[0] as FieldError).field}: ${MESSAGE}; a card number is sent in the member made for it alone.`,
    errors,
  })
}
const MESSAGE = phrase`must not hold a card number`

type Path = (string | number)[]
interface Stray {
  path: Path
  found: readonly FoundNumber[]
}

/** A member made for phone numbers: with the country's code they hold up to 13 digits nearly everywhere. */
const PHONE = /phone|mobile|gsm|fax/i
const PHONE_DIGITS_MAX = 13

/** Every request that writes passes through here: nothing is allocated until something is found. */
const findIn = (value: unknown, path: Path, cardMembers: CardMembers, strays: Stray[]): void => {
  if (typeof value === 'string') {
    const name = String(path.at(-1))
    if (cardMembers.names.has(name) && cardMembers.places.has(toPlace(path))) return
    const found = findCardNumbers(value)
    if (found.length === 0) return
    const isPhone = PHONE.test(name)
    strays.push({ path: [...path], found: found.filter(({ digits }) => !isPhone || digits.length > PHONE_DIGITS_MAX) })
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) within(at, item, path, cardMembers, strays)
  } else if (value !== null && typeof value === 'object') {
    for (const name in value) {
      const found = findCardNumbers(name)
      if (found.length > 0) strays.push({ path: [...path, name], found })
      within(name, (value as Record<string, unknown>)[name], path, cardMembers, strays)
    }
  }
}

const within = (step: string | number, value: unknown, path: Path, cardMembers: CardMembers, strays: Stray[]): void => {
  path.push(step)
  findIn(value, path, cardMembers, strays)
  path.pop()
}
