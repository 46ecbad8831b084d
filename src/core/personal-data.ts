/** Finds the members of a request's body that identify a person, and masks them where the body is stored. */

const HIDDEN = '***'

/** Numbers a state or an office assigns to a person, as shops and banks name them. */
const IDENTITY =
  /(?:^|_)(?:(?:national|citizen|citizenship|identity|identification|passport|tax|vergi|kimlik)_?(?:no|nr|num|number|id|id_?(?:no|number))|tckn|vkn|ssn|tc_?(?:no|kimlik(?:_?no)?))$/
const PHONE = /(?:^|_)(?:phone|gsm|mobile|msisdn|telephone)(?:_?(?:no|nr|num|number))?$/
const EMAIL = /(?:^|_)e?_?mail(?:_?address)?$/

type PersonalKind = 'identity' | 'phone' | 'email'

/** `name` of a member, in snake or camel case; undefined for what does not identify a person. */
const personalKind = (name: string): PersonalKind | undefined => {
  if (kindsByName.has(name)) return kindsByName.get(name)
  const kind = kindOf(name)
  if (kindsByName.size < NAMES_MAX) kindsByName.set(name, kind)
  return kind
}

/** Names of schemas come with every payment; those that callers choose are cached within a bound. */
const kindsByName = new Map<string, PersonalKind | undefined>()
const NAMES_MAX = 2_000

const kindOf = (name: string): PersonalKind | undefined => {
  const plain = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toLowerCase()
  if (IDENTITY.test(plain)) return 'identity'
  if (PHONE.test(plain)) return 'phone'
  return EMAIL.test(plain) ? 'email' : undefined
}

/** Keeps enough to recognize one's own data, and too little to contact anyone; keeps nothing of an identity number. */
const maskPersonal = (kind: PersonalKind, text: string): string => {
  if (kind === 'identity') return HIDDEN
  if (kind === 'phone') return `${HIDDEN}${text.length > 4 ? text.slice(-2) : ''}`
  const at = text.lastIndexOf('@')
  return at < 1 ? HIDDEN : `${[...text][0]}${HIDDEN}${text.slice(at)}`
}

/**
 * Returns the same body with such members masked, however deep; the very same value if there are none. Every payment passes here
 * several times: only a value that contains such a member is copied.
 */
export const withoutPersonal = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return mapItems(value)
  if (value instanceof Date || ArrayBuffer.isView(value)) return value
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value)) {
    const kind = personalKind(name)
    const isText = typeof member === 'string' || typeof member === 'number'
    const mapped = kind !== undefined && isText ? maskPersonal(kind, String(member)) : withoutPersonal(member)
    if (mapped === member) continue
    copy ??= { ...value }
    copy[name] = mapped
  }
  return copy ?? value
}

const mapItems = (items: unknown[]): unknown[] => {
  const mapped = items.map(withoutPersonal)
  return mapped.some((item, at) => item !== items[at]) ? mapped : items
}

/** The people a request names. */
export type PersonMark = 'email' | 'identity_number'

/** Two spellings of one identifier are one person. */
export const plainMark = (mark: PersonMark, text: string): string =>
  mark === 'email' ? text.normalize('NFKC').trim().toLowerCase() : text.replace(/[\s.-]/g, '').toUpperCase()
