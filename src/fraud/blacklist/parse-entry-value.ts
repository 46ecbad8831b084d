/** The value of a new entry: its normal form, its displayed form, and whether another text discloses it. */
import type ipaddr from 'ipaddr.js'
import { maskCardNumber, passesLuhn } from '../../core/card-number.ts'
import { countBits, parseRange } from '../../core/ip-range.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, Problem } from '../../core/problem.ts'
import { readIban } from '../../reference/validation/read-iban.ts'
import {
  type BlacklistEntryType,
  type NormalForm,
  normalizeCardNumber,
  normalizeEmail,
  normalizeIban,
  rangeForm,
  toNetworkText,
} from './normal-forms.ts'

interface EntryValue extends NormalForm {
  /** Set for ranges and domains: readable, as they are no personal data. */
  readonly pattern: string | null
  /** Masked. */
  readonly shown: string
}

/** A range of more addresses than these is a typing error that would block a country. */
const IPV4_BITS_MIN = 8
const IPV6_BITS_MIN = 16
const EMAIL_CHARS_MAX = 254

/** Throws validation_failed, without the value. */
export const parseEntryValue = (type: BlacklistEntryType, value: string): EntryValue => {
  switch (type) {
    case 'card':
      return cardValue(normalizeCardNumber(value))
    case 'email':
      return emailValue(normalizeEmail(value))
    case 'ip':
      return addressValue(value)
    case 'iban':
      return ibanValue(normalizeIban(value))
    default:
      return { form: type, text: value, pattern: null, shown: maskMiddle(value) }
  }
}

export const throwFieldProblem = (field: string, code: FieldError['code'], message: Phrase): never => {
  throw new Problem('validation_failed', { detail: phrase`${field} ${message}.`, errors: [{ field, code, message }] })
}
const throwValueProblem = (message: Phrase): never => throwFieldProblem('value', 'invalid_format', message)

const cardValue = (digits: string): EntryValue => {
  if (!/^[0-9]{12,19}$/.test(digits)) return throwValueProblem(phrase`must be a card number of 12 to 19 digits`)
  if (!passesLuhn(digits))
    return throwValueProblem(phrase`fails the Luhn check of card numbers; look for a mistyped digit`)
  return { form: 'card', text: digits, pattern: null, shown: maskCardNumber(digits) }
}

const emailValue = (email: string): EntryValue => {
  if (email.length > EMAIL_CHARS_MAX || !/^[^\s@]*@[^\s@]+\.[^\s@.]+$/.test(email))
    return throwValueProblem(phrase`must be an e-mail address, or @domain for a whole domain, such as @example.com`)
  if (email.startsWith('@')) return { form: 'domain', text: email, pattern: email, shown: email }
  const shown = `${[...email][0]}***${email.slice(email.lastIndexOf('@'))}`
  return { form: 'email', text: email, pattern: null, shown }
}

const addressValue = (value: string): EntryValue => {
  const range = parseRange(value)
  if (range === null)
    return throwValueProblem(
      phrase`must be an IPv4 or IPv6 address or a CIDR range, such as 203.0.113.7 or 2001:db8::/48`,
    )
  const { first, bits } = range
  const most = countBits(first)
  const least = most === 32 ? IPV4_BITS_MIN : IPV6_BITS_MIN
  if (bits < least) return throwValueProblem(phrase`must not be a range wider than /${least}`)
  const pattern = bits === most ? null : `${first}/${bits}`
  const text = toNetworkText(first.toByteArray(), bits)
  return { form: rangeForm(most, bits), text, pattern, shown: pattern ?? shownAddress(first) }
}

/** The network of an address. */
const shownAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address.kind() === 'ipv4'
    ? `${address.toString().split('.').slice(0, 3).join('.')}.*`
    : `${address.toNormalizedString().split(':').slice(0, 3).join(':')}:*`

const ibanValue = (iban: string): EntryValue => {
  const { is_valid, error_message, masked_iban } = readIban(iban)
  if (!is_valid) return throwValueProblem(phrase`must be an IBAN: ${error_message as Phrase}`)
  return { form: 'iban', text: iban, pattern: null, shown: masked_iban as string }
}

/** A short text would be guessed from its ends. */
const maskMiddle = (text: string): string => {
  const signs = [...text]
  const ends = signs.length >= 12 ? 3 : signs.length >= 8 ? 1 : 0
  return `${signs.slice(0, ends).join('')}***${ends === 0 ? '' : signs.slice(-ends).join('')}`
}

/** Throws validation_failed where a text holds the value, in any spelling; ranges and domains may be disclosed. */
export const checkValueNotRevealed = (
  field: string,
  text: string,
  type: BlacklistEntryType,
  value: EntryValue,
): void => {
  if (value.pattern === null && revealsValue(text, type, value.text))
    throwFieldProblem(field, 'invalid_format', phrase`must not hold the value itself; mask it, or leave it out`)
}

const revealsValue = (text: string, type: BlacklistEntryType, value: string): boolean => {
  if (type === 'card') return text.replace(/[^0-9]/g, '').includes(value)
  if (type === 'iban')
    return text
      .replace(/[^0-9A-Za-z]/g, '')
      .toUpperCase()
      .includes(value)
  if (type === 'ip') return text.split(/[\s,;()[\]"'<>]+/).some((word) => isAddress(word, value))
  return containsWord(text.toLowerCase(), value.toLowerCase())
}

const isAddress = (word: string, value: string): boolean => {
  const range = parseRange(word.replace(/\.$/, ''))
  return (
    range !== null &&
    range.bits === countBits(range.first) &&
    toNetworkText(range.first.toByteArray(), range.bits) === value
  )
}

/** Returns true if the value is a separate word: a name of two letters is part of many others. */
const containsWord = (text: string, value: string): boolean => {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!isWordSign(text[at - 1]) && !isWordSign(text[at + value.length])) return true
  return false
}
const isWordSign = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
