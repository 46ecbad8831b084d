/**
 * Expressions of rules as people enter and read them: comparisons joined by one word. Anything more complex stays JSON.
 */

export type Join = 'and' | 'or'

export interface Condition {
  readonly name: string
  readonly sign: Sign
  readonly value: string
}

export interface Conditions {
  readonly join: Join
  readonly all: readonly Condition[]
}

export const SIGNS = ['==', '!=', '>', '>=', '<', '<=', 'in'] as const
export type Sign = (typeof SIGNS)[number]

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Returns undefined if it is not JSON. */
export const readJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const single = (node: Json | undefined): readonly [operator: string, given: readonly Json[]] | null => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return null
  const entries = Object.entries(node as Record<string, Json>)
  const [first] = entries
  if (entries.length !== 1 || first === undefined) return null
  return [first[0], Array.isArray(first[1]) ? (first[1] as readonly Json[]) : [first[1]]]
}

const readVariable = (node: Json | undefined): string | null => {
  const found = single(node)
  return found?.[0] === 'var' && found[1].length === 1 && typeof found[1][0] === 'string' ? found[1][0] : null
}

const isPlain = (value: Json | undefined): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** A text that would be read as another type keeps its quotation marks. */
const valueText = (value: string | number | boolean | null): string =>
  typeof value === 'string' && typeof readJson(value) === 'undefined' ? value : JSON.stringify(value)

const conditionOf = (node: Json): Condition | null => {
  const found = single(node)
  if (found === null) return null
  const [operator, [left, right, ...rest]] = found
  const bare = readVariable(node)
  if (bare !== null) return { name: bare, sign: '==', value: 'true' }
  const name = readVariable(left)
  const sign = SIGNS.find((each) => each === operator)
  if (name === null || sign === undefined || rest.length > 0) return null
  if (sign === 'in')
    return Array.isArray(right) && right.every(isPlain) ? { name, sign, value: right.map(valueText).join(', ') } : null
  return isPlain(right) ? { name, sign, value: valueText(right) } : null
}

/** Returns null if the form cannot show the expression. */
export const toConditions = (text: string): Conditions | null => {
  const node = readJson(text)
  if (node === undefined) return null
  const found = single(node)
  const join = found?.[0]
  const parts = join === 'and' || join === 'or' ? (found?.[1] ?? []) : [node]
  const all = parts.map(conditionOf)
  if (all.some((each) => each === null)) return null
  return { join: join === 'or' ? 'or' : 'and', all: all as Condition[] }
}

const typed = (text: string): Json => {
  const trimmed = text.trim()
  const json = readJson(trimmed)
  return json !== undefined && isPlain(json) ? json : trimmed
}

const toNode = ({ name, sign, value }: Condition): Json => ({
  [sign]: [
    { var: name.trim() },
    sign === 'in'
      ? value
          .split(',')
          .filter((each) => each.trim() !== '')
          .map(typed)
      : typed(value),
  ],
})

export const toExpression = ({ join, all }: Conditions): string =>
  JSON.stringify(all.length === 1 && all[0] !== undefined ? toNode(all[0]) : { [join]: all.map(toNode) }, null, 2)

const infix = (node: Json): string => {
  const found = single(node)
  if (found === null) return Array.isArray(node) ? `[${node.map(infix).join(', ')}]` : JSON.stringify(node)
  const [operator, given] = found
  const name = readVariable(node)
  if (name !== null) return name
  const parts = given.map((each) => (isJoined(each) && given.length > 1 ? `(${infix(each)})` : infix(each)))
  return parts.length > 1 && !/^[a-z]+$/.test(operator.replace(/^(?:and|or|in)$/, ''))
    ? parts.join(` ${operator} `)
    : `${operator}(${parts.join(', ')})`
}

const isJoined = (node: Json): boolean => ['and', 'or'].includes(single(node)?.[0] ?? '')

/** Formats one line for people: `amount_minor > 500000 and card.country != "TR"`. */
export const describeCondition = (text: string): string => {
  const node = readJson(text)
  return node === undefined ? text : infix(node)
}

/** Formats JSON on several lines; other text is unchanged. */
export const laidOut = (text: string): string => {
  const node = readJson(text)
  return node === undefined ? text : JSON.stringify(node, null, 2)
}

const SUBJECTS = ['card', 'email', 'ip', 'device', 'customer', 'merchant', 'iban', 'source_account']
const WINDOWS = ['10m', '1h', '24h', '7d', '30d']

/** Names a condition may use; the service lists the others if a name is wrong. */
export const NAMES: readonly string[] = [
  ...['amount_minor', 'currency', 'installment', 'is_3d_secure', 'operation', 'channel', 'merchant_external_id'],
  ...['card.bin', 'card.scheme', 'card.type', 'card.brand', 'card.country', 'card.bank_code'],
  ...['customer.id', 'customer.email', 'customer.email_domain', 'customer.phone', 'customer.ip', 'customer.country'],
  ...['customer.ip_country', 'customer.shipping_country', 'device.fingerprint', 'device.user_agent'],
  ...[
    'transfer.bank_code',
    'transfer.country',
    'transfer.recipient_known',
    'time.hour',
    'time.weekday',
    'blacklist.hit',
  ],
  ...SUBJECTS.flatMap((subject) =>
    WINDOWS.flatMap((window) =>
      ['count', 'amount_minor', 'declined_count'].map((measure) => `velocity.${subject}.${window}.${measure}`),
    ),
  ),
]
