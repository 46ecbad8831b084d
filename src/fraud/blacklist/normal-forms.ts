/** Normalizes entries, and values that may be on the list, so that equal ones have the same hash. */
import { countBits, parseAddress } from '../../core/ip-range.ts'
import type { Secret } from '../../core/secret.ts'

export const ENTRY_TYPES = ['card', 'email', 'ip', 'device', 'iban', 'merchant_external_id'] as const
export type BlacklistEntryType = (typeof ENTRY_TYPES)[number]

/** Values of one payment or transfer that may be on the list; missing ones are left out or null. */
export type BlacklistValues = { readonly [Type in BlacklistEntryType]?: string | Secret | null | undefined }

/** A type, `domain` of an e-mail address, or an address family with the bits of a range: `ip4/32`, `ip6/48`. */
export type Form = string

/** A value in the one spelling in which entries and payments are compared. */
export interface NormalForm {
  readonly form: Form
  readonly text: string
}

export const normalizeCardNumber = (card: string): string => card.replace(/[ -]/g, '')
export const normalizeIban = (iban: string): string => iban.replace(/[\s-]/g, '').toUpperCase()
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** The bits of a range that count, as text. */
export const toNetworkText = (bytes: readonly number[], bits: number): string => {
  let text = ''
  for (let at = 0; at * 8 < bits; at++) {
    const kept = Math.min(8, bits - at * 8)
    const byte = (bytes[at] as number) & (0xff00 >> kept) & 0xff
    text += byte.toString(16).padStart(2, '0')
  }
  return text
}

/** Forms that are on a list. */
export interface AvailableForms {
  has(form: Form): boolean
  hasRanges(): boolean
}
export const ALL_FORMS: AvailableForms = { has: () => true, hasRanges: () => true }

/** Returns the forms in which a value could be on the list, among those that are on it. */
export const listNormalForms = (
  type: BlacklistEntryType,
  value: string,
  there: AvailableForms,
): readonly NormalForm[] => {
  switch (type) {
    case 'ip':
      return there.hasRanges() ? addressForms(value, there) : NONE
    case 'email':
      return there.has('email') || there.has('domain') ? emailForms(value, there) : NONE
    default:
      return there.has(type) ? [{ form: type, text: normalText(type, value) }] : NONE
  }
}
const NONE: readonly NormalForm[] = []

const normalText = (type: BlacklistEntryType, value: string): string =>
  type === 'card' ? normalizeCardNumber(value) : type === 'iban' ? normalizeIban(value) : value

const emailForms = (value: string, there: AvailableForms): NormalForm[] => {
  const email = normalizeEmail(value)
  const at = email.lastIndexOf('@')
  const forms = [{ form: 'email', text: email }, ...(at < 0 ? [] : [{ form: 'domain', text: email.slice(at) }])]
  return forms.filter(({ form }) => there.has(form))
}

const addressForms = (value: string, there: AvailableForms): NormalForm[] => {
  const address = parseAddress(value.trim())?.plain
  if (!address) return []
  const bytes = address.toByteArray()
  const most = countBits(address)
  const found: NormalForm[] = []
  for (let bits = most; bits >= 0; bits--) {
    const form = rangeForm(most, bits)
    if (there.has(form)) found.push({ form, text: toNetworkText(bytes, bits) })
  }
  return found
}

export const rangeForm = (addressBits: 32 | 128, bits: number): Form => `${addressBits === 32 ? 'ip4' : 'ip6'}/${bits}`
