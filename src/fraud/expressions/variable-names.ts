/** Every variable a rule may read, with its type (docs/interface/fraud.md#variables, docs/interface/fraud.md#velocity). */

export type VariableType = 'text' | 'number' | 'boolean' | 'list'

const PLAIN: Readonly<Record<string, VariableType>> = {
  process: 'text',
  operation: 'text',
  channel: 'text',
  tenant_id: 'text',
  merchant: 'text',
  merchant_external_id: 'text',
  amount_minor: 'number',
  currency: 'text',
  installment: 'number',
  is_3d_secure: 'boolean',
  'card.bin': 'text',
  'card.last4': 'text',
  'card.scheme': 'text',
  'card.type': 'text',
  'card.brand': 'text',
  'card.country': 'text',
  'card.bank_code': 'text',
  'customer.id': 'text',
  'customer.email': 'text',
  'customer.email_domain': 'text',
  'customer.phone': 'text',
  'customer.ip': 'text',
  'customer.country': 'text',
  'customer.ip_country': 'text',
  'customer.shipping_country': 'text',
  'device.fingerprint': 'text',
  'device.user_agent': 'text',
  'transfer.bank_code': 'text',
  'transfer.country': 'text',
  'transfer.recipient_known': 'boolean',
  'time.hour': 'number',
  'time.weekday': 'number',
  'blacklist.hit': 'boolean',
  'blacklist.types': 'list',
}
const SUBJECTS = ['card', 'email', 'ip', 'device', 'customer', 'merchant', 'iban', 'source_account']
const WINDOWS = ['10m', '1h', '24h', '7d', '30d']
const MEASURES = ['count', 'amount_minor', 'declined_count', 'distinct_cards']

const velocityNames = function* (): Generator<string> {
  for (const subject of SUBJECTS)
    for (const window of WINDOWS)
      for (const measure of MEASURES)
        if (subject !== 'card' || measure !== 'distinct_cards') yield `velocity.${subject}.${window}.${measure}`
}
const VELOCITY: ReadonlySet<string> = new Set(velocityNames())
const TYPES: ReadonlyMap<string, VariableType> = new Map([
  ...Object.entries(PLAIN),
  ...[...VELOCITY].map((name): [string, VariableType] => [name, 'number']),
])

/** Names of 5.2 without the velocities. */
export const PLAIN_NAMES: readonly string[] = Object.keys(PLAIN)

export const typeOfVariable = (name: string): VariableType | undefined => TYPES.get(name)

/** A velocity is never null: an uncounted one is 0. */
export const isVelocity = (name: string): boolean => VELOCITY.has(name)

/** Returns suggestions for a name that does not exist: the names of the same group. */
export const suggestNames = (name: string): string => {
  const group = name.slice(0, name.indexOf('.') + 1)
  if (group === 'velocity.')
    return `velocity.<${SUBJECTS.join('|')}>.<${WINDOWS.join('|')}>.<${MEASURES.join('|')}>, distinct_cards not of a card`
  const near = group === '' ? [] : PLAIN_NAMES.filter((known) => known.startsWith(group))
  return near.length > 0
    ? near.join(', ')
    : `${PLAIN_NAMES.filter((known) => !known.includes('.')).join(', ')}, and names under card., customer., device., transfer., time., blacklist. and velocity.`
}
