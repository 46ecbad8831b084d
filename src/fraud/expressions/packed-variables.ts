/**
 * The variables of a check as stored in the check log: a short JSON text, values by position. By name they would take 760 characters for
 * a usual payment, by position 303.
 */

import type { Value, Variables } from './payment-variables.ts'
import { typeOfVariable, type VariableType } from './variable-names.ts'

/**
 * Position of every name in a stored text. Frozen: rows of years ago are read with it. A new variable is appended; one that
 * no longer exists keeps its position.
 */
export const PACKED_NAMES: readonly string[] = [
  ...['process', 'operation', 'channel', 'tenant_id', 'merchant', 'merchant_external_id'],
  ...['amount_minor', 'currency', 'installment', 'is_3d_secure'],
  ...['card.bin', 'card.last4', 'card.scheme', 'card.type', 'card.brand', 'card.country', 'card.bank_code'],
  ...['customer.id', 'customer.email', 'customer.email_domain', 'customer.phone', 'customer.ip'],
  ...['customer.country', 'customer.ip_country', 'customer.shipping_country'],
  ...['device.fingerprint', 'device.user_agent'],
  ...['transfer.bank_code', 'transfer.country', 'transfer.recipient_known'],
  ...['time.hour', 'time.weekday', 'blacklist.hit', 'blacklist.types'],
]

/** Replaces null, false and an empty list: one digit instead of a word of four or five letters, which most rows are full of. */
const NOTHING = 0
const TRUE = 1
/** Instead of the e-mail's domain, which most rows would store twice. */
const DERIVED = 1

const EMAIL = 'customer.email'
const EMAIL_DOMAIN = 'customer.email_domain'
const VELOCITY = 'velocity.'

type Packed = string | number | null | readonly Value[]
type Kept = readonly [velocities: Readonly<Record<string, number>> | typeof NOTHING, ...values: Packed[]]

const TYPES: readonly VariableType[] = PACKED_NAMES.map((name) => typeOfVariable(name) ?? 'text')
const POSITIONS: ReadonlyMap<string, number> = new Map(PACKED_NAMES.map((name, at) => [name, at + 1]))
const DOMAIN_AT = POSITIONS.get(EMAIL_DOMAIN)!
const BLANK: readonly Packed[] = [NOTHING, ...TYPES.map((type) => (type === 'text' ? NOTHING : null))]

/** Counted velocities are included, even at 0; the others are not. */
export const packVariables = (variables: Variables): string => {
  const kept: (Packed | Record<string, number>)[] = BLANK.slice()
  let velocities: Record<string, number> | undefined
  for (const name in variables) {
    const value = variables[name]
    if (value === null || value === undefined) continue
    const at = POSITIONS.get(name)
    if (at !== undefined) kept[at] = packed(value)
    else if (name.startsWith(VELOCITY)) {
      velocities ??= {}
      velocities[name.slice(VELOCITY.length)] = value as number
    }
  }
  if (kept[DOMAIN_AT] !== NOTHING && kept[DOMAIN_AT] === emailDomain(variables[EMAIL])) kept[DOMAIN_AT] = DERIVED
  if (velocities) kept[0] = velocities
  return JSON.stringify(kept)
}

const packed = (value: NonNullable<Value>): Packed => {
  if (typeof value === 'boolean') return value ? TRUE : NOTHING
  return typeof value === 'object' && value.length === 0 ? NOTHING : value
}

/** Every name of its time is there; unknown values are null. */
export const unpackVariables = (text: string): Variables => {
  const [velocities, ...values] = JSON.parse(text) as Kept
  const variables: Record<string, Value> = {}
  PACKED_NAMES.forEach((name, at) => {
    variables[name] = unpacked(TYPES[at]!, values[at])
  })
  if (values[DOMAIN_AT - 1] === DERIVED) variables[EMAIL_DOMAIN] = emailDomain(variables[EMAIL])
  if (velocities !== NOTHING)
    for (const [name, value] of Object.entries(velocities)) variables[`${VELOCITY}${name}`] = value
  return variables
}

const unpacked = (type: VariableType, value: Packed | undefined): Value => {
  if (value === null || value === undefined) return null
  if (type === 'number') return value
  if (type === 'boolean') return value === TRUE
  if (type === 'list') return value === NOTHING ? [] : value
  return value === NOTHING ? null : value
}

/** Part after the last @; null where there is none. */
const emailDomain = (email: Value | undefined): string | null => {
  if (typeof email !== 'string') return null
  const at = email.lastIndexOf('@')
  return at < 0 ? null : email.slice(at + 1)
}
