/** The one place that decides which members of a state may enter the audit log: no secret, card number, account or token does. */
import { maskCardNumber } from '../../core/card-number.ts'
import { maskCardCodes, maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isSecretKey } from '../../infra/process/log.ts'

const HIDDEN = '***'
const DEPTH_MAX = 8 // states are flat; this only ends a cycle
const TEXT_CHARS_MAX = 2_000
const LINE_CHARS_MAX = 200
const JSON_CHARS_MAX = 32_000 // a rule set or a list of events fits; one call cannot fill the log

/** Returns text, because the text is what is hashed; null if there is no state. */
export const maskJson = (state: unknown): string | null => {
  if (state === null || state === undefined) return null
  const text = JSON.stringify(masked(state, '', 0)) ?? 'null'
  return text.length <= JSON_CHARS_MAX ? text : JSON.stringify({ left_out: `${text.length} characters` })
}

/** A field of the entry itself, such as an id from a path. */
export const maskLine = (text: string | null): string | null =>
  text === null ? null : maskedText(text).replaceAll('\0', '').toWellFormed().slice(0, LINE_CHARS_MAX).toWellFormed()

const masked = (value: unknown, name: string, depth: number): unknown => {
  // Null and false say that there is no secret; they reveal none.
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (CARD_NUMBER_NAME.test(name) && typeof value !== 'object')
    return maskCardNumber(String(value).replace(/[ -]/g, ''))
  if (isSecretName(name)) return HIDDEN
  if (typeof value === 'string') return maskedText(value)
  if (typeof value === 'number' || typeof value === 'bigint') return maskedNumber(value)
  if (typeof value !== 'object') return undefined
  if (value instanceof Date) return value
  if (Buffer.isBuffer(value)) return '[bytes]'
  if (depth >= DEPTH_MAX) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => masked(item, name, depth + 1))
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return masked(toJson(value), name, depth + 1)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskedText(key), masked(item, key, depth + 1)]))
}

const toJson = (value: object): unknown => (value as { toJSON(): unknown }).toJSON()

const CARD_NUMBER_NAME = /^(card_?number|pan)$/i
const MORE_SECRETS = /(^|_)(key|pin|pwd|pass|cred|credentials|salt|signature|otp)$|store_?key|extra_credentials/i
/** The time of a secret's change, and the existence of a secret, are not secret. */
const ABOUT_A_SECRET = /(_at|_count|_id|_type|_expires|_days|_hint)$|^(has|is|needs)_|idempotency/i
const isSecretName = (name: string): boolean =>
  (isSecretKey(name) || MORE_SECRETS.test(name)) && !ABOUT_A_SECRET.test(name)

const maskedNumber = (value: number | bigint): unknown => {
  const text = String(value)
  const shown = maskCardNumbers(text)
  return shown === text ? (typeof value === 'bigint' ? text : value) : shown
}

const maskedText = (text: string): string => {
  let shown = maskCardCodes(maskCardNumbers(text))
  for (const [form, by] of FORMS) shown = shown.replace(form, by)
  shown = shown.replace(ACCOUNT, maskedAccount)
  return shown.length <= TEXT_CHARS_MAX ? shown : `${shown.slice(0, TEXT_CHARS_MAX)}…`
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  // Secrets, keys and refresh tokens of ours, of whatever environment.
  [/\b(?:cs|rt|whsec|sk|ak)_[A-Za-z0-9_-]{16,}/g, HIDDEN],
  [/\beyJ[\w-]*\.[\w-]+\.[\w-]*/g, HIDDEN], // JSON web tokens
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/(\/\/)[^/\s@]+@/g, `$1${HIDDEN}@`], // user and password of an address
  [/([?&][^=&#\s]*(?:token|secret|key|pass|sig|auth)[^=&#\s]*=)[^&#\s]+/gi, `$1${HIDDEN}`],
  [/(?<![\w-])(?=[\w-]*[0-9])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}(?![\w-])/g, HIDDEN], // as long and mixed as a token
]

const ACCOUNT = /\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gi
/** A code of only two letters and two digits is not an account: IBANs have at least fifteen characters. */
const maskedAccount = (text: string): string => {
  const plain = text.replaceAll(' ', '')
  return plain.length < 15 || !/[0-9]{6}/.test(plain)
    ? text
    : `${plain.slice(0, 4)}${'*'.repeat(plain.length - 8)}${plain.slice(-4)}`
}
