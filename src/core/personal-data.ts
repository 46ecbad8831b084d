/** What of a request's body says who somebody is, and how it is shown where the body is kept. */

const HIDDEN = '***'

/** Numbers a state or an office gives to a person, in the spellings of shops and banks. */
const IDENTITY =
  /(?:^|_)(?:(?:national|citizen|citizenship|identity|identification|passport|tax|vergi|kimlik)_?(?:no|nr|num|number|id|id_?(?:no|number))|tckn|vkn|ssn|tc_?(?:no|kimlik(?:_?no)?))$/
const PHONE = /(?:^|_)(?:phone|gsm|mobile|msisdn|telephone)(?:_?(?:no|nr|num|number))?$/
const EMAIL = /(?:^|_)e?_?mail(?:_?address)?$/

type PersonalKind = 'identity' | 'phone' | 'email'

/** `name` of a member, in snake or camel case; undefined for what says nothing of a person. */
const personalKind = (name: string): PersonalKind | undefined => {
  if (known.has(name)) return known.get(name)
  const kind = kindOf(name)
  if (known.size < NAMES_MAX) known.set(name, kind)
  return kind
}

/** Names of schemas come with every payment; those that callers choose are not remembered without end. */
const known = new Map<string, PersonalKind | undefined>()
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

/** Enough to recognize one's own, too little to reach anybody; of an identity number nothing. */
const maskPersonal = (kind: PersonalKind, text: string): string => {
  if (kind === 'identity') return HIDDEN
  if (kind === 'phone') return `${HIDDEN}${text.length > 4 ? text.slice(-2) : ''}`
  const at = text.lastIndexOf('@')
  return at < 1 ? HIDDEN : `${[...text][0]}${HIDDEN}${text.slice(at)}`
}

/** The same body with such members masked, however deep. */
export const withoutPersonal = (value: unknown): unknown => mapPersonal(value, maskPersonal)

export const mapPersonal = (value: unknown, shown: (kind: PersonalKind, text: string) => string): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => mapPersonal(each, shown))
  if (value instanceof Date || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const kind = personalKind(name)
      const isText = typeof member === 'string' || typeof member === 'number'
      return [name, kind !== undefined && isText ? shown(kind, String(member)) : mapPersonal(member, shown)]
    }),
  )
}

/** Whom a request names. */
export type PersonMark = 'email' | 'identity_number'

/** Two spellings of one mark are one person. */
export const plainMark = (mark: PersonMark, text: string): string =>
  mark === 'email' ? text.normalize('NFKC').trim().toLowerCase() : text.replace(/[\s.-]/g, '').toUpperCase()
