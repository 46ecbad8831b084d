/** Values that fit a schema: mostly ones the service can do something with, sometimes just anything the schema allows. */
import fc, { type Arbitrary } from 'fast-check'
import { CARDS } from '../../support/payments.ts'
import type { Schema } from './operations.ts'

const mostly = <T>(usual: T, ...others: T[]): Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

export type Hints = Readonly<Record<string, Arbitrary<unknown>>>

/** Members whose meaning is not in the schema. Targets stay on this machine or in documentation ranges. */
export const HINTS: Hints = {
  number: fc.constantFrom<string>(
    CARDS.success,
    CARDS.success,
    CARDS.declined,
    CARDS.insufficient,
    CARDS.debit,
    CARDS.foreign,
    CARDS.unknown,
    CARDS.gatewayError,
  ),
  card_number: fc.constantFrom<string>(CARDS.success, CARDS.unknown, CARDS.amex),
  currency: mostly('TRY', 'usd', 'EUR', 'XXX'),
  expire_year: mostly('2030', '2031', '2020'),
  holder_name: fc.constantFrom('TEST CARD', 'Ayşe Yılmaz', '张伟', 'Zoë O’Neil-Ağaoğlu'),
  installment: mostly(1, 2, 6, 12),
  url: fc.constantFrom(
    'http://127.0.0.1:8999/hook',
    'https://127.0.0.1:8999/hook',
    'https://192.0.2.1/hook',
    'https://[::1]:8999/',
    'ftp://127.0.0.1/',
  ),
  return_url: fc.constantFrom(
    'https://shop.example/back?a=1',
    'http://127.0.0.1:8999/back',
    'https://[::1]/x',
    'ftp://x/',
  ),
  callback_url: fc.constantFrom('https://shop.example/called', 'http://shop.example/'),
  cancel_url: fc.constantFrom('https://shop.example/cancelled', 'http://localhost:8999/'),
  simulated_delay_ms: fc.constantFrom(0, 1, 5),
  amount: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 100, max: 100_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(99, 0) },
  ),
  cvv: mostly('000', '0000', '999'),
  events: fc.constantFrom('*', 'payment.completed', 'payment.failed', 'no.such'),
  iban: fc.constantFrom(
    'TR960090100000000000100001',
    'TR570090200000000000009000',
    'TR000000000000000000000000',
    'DE89370400440532013000',
  ),
  mode: fc.constantFrom('test', 'TEST', 0, 'production'),
  expression_json: fc.constantFrom(
    '{">=":[{"var":"amount_minor"},100000000]}',
    '{"and":[{"==":[{"var":"currency"},"EUR"]},{">":[{"var":"velocity.card.1h.count"},1000]}]}',
    '{"nobody":[1]}',
    'x',
  ),
  extra_credentials: mostly('{"user":"x"}', 'x'),
  // Behind the seeded rule: payments still find a bank that runs.
  priority: fc.constantFrom(101, 500, 32_767),
  min_amount: mostly(0, 100, 1_000),
  max_amount: mostly(1_000_000, 5_000, 0),
  card_bin: fc.constantFrom('4', '454671'),
  card_bin_end: fc.constantFrom('9', '454679', '454670'),
  connector_code: mostly('SIMBANK', 'NOBODY'),
  slug: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('tenant-load', 'tenant-load', 'tenant-other', 'nobody') },
    { weight: 1, arbitrary: fc.stringMatching(/^tenant-[a-z]{8}$/) },
  ),
  tax_id: mostly('1234567890', '10000000146', '12345678901', '11111111110'),
  default_mcc: mostly('5411', '0000'),
  bank_code: mostly('00901', '99999'),
  bin_start: fc.integer({ min: 900_000, max: 949_999 }).map(String),
  bin_end: fc.integer({ min: 900_000, max: 999_999 }).map(String),
  status: fc.constantFrom('pending', 'approved'),
  version: fc.constantFrom('1', '1.0', '2'),
  bin: fc.constantFrom('454671', '979203', '45467112', '000000'),
  roles: mostly(['pos-viewer', 'merchant-user'], [], ['boss'], ['platform-admin']),
  includes: fc.subarray(['pos-viewer', 'fraud-analyst', 'boss'], { minLength: 1 }),
  tenant_id: mostly('me', '00000000-0000-4000-8000-000000000012'),
  allowed_ips: mostly('', '192.0.2.7, 10.0.0.0/8', '2001:db8::/32', '10.0.0.256', ','),
  external_id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
}
/** Long texts that break things: quoting, patterns, direction marks, composed letters, formulas, markup. */
export const NAUGHTY = [
  "'; drop table payments; --",
  '%',
  '_%_',
  '\\',
  '$\u007b7*7}',
  '=1+1',
  '<script>alert(1)</script>',
  '\u202eabc',
  'e\u0301',
  'ﷺ',
  '😀',
  '../../etc/passwd',
  'null',
  'undefined',
  '-1',
  'İı',
  '\u00a0x',
  '{{x}}',
  '()',
  '[',
  '%00',
  'a'.repeat(300),
]

export const validValue = (schema: Schema, name: string, hints: Hints): Arbitrary<unknown> => {
  if (Object.hasOwn(hints, name) && schema.enum === undefined && schema.type !== 'object')
    return fc.oneof({ weight: 15, arbitrary: hints[name]! }, { weight: 1, arbitrary: bySchema(schema, name, hints) })
  return bySchema(schema, name, hints)
}

const bySchema = (schema: Schema, name: string, hints: Hints): Arbitrary<unknown> => {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...(schema.anyOf as Schema[]).map((branch) => validValue(branch, name, hints)))
  if (schema.type === 'object') return objectValue(schema, hints)
  if (schema.type === 'array')
    return fc.array(validValue((schema.items ?? {}) as Schema, name, hints), {
      minLength: (schema.minItems as number) ?? 0,
      maxLength: Math.min((schema.maxItems as number) ?? 3, 3),
    })
  if (schema.type === 'integer') return integerValue(schema)
  if (schema.type === 'number') return numberValue(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'string') return textValue(schema)
  return fc.jsonValue({ maxDepth: 2 })
}

const objectValue = (schema: Schema, hints: Hints): Arbitrary<unknown> => {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const either = (schema['x-one-of'] ?? []) as string[]
  if (either.length > 0) return fc.oneof(...either.map((name) => objectValue(withOnly(schema, name, either), hints)))
  if (Object.keys(properties).length === 0) return mapValue(schema, hints)
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, validValue(member, name, hints)])),
    { requiredKeys: required, noNullPrototype: true },
  )
}

/** With one of the members of which exactly one has to be there. */
const withOnly = (schema: Schema, name: string, either: readonly string[]): Schema => ({
  ...schema,
  'x-one-of': [],
  required: [...((schema.required ?? []) as string[]), name],
  properties: Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
      ([member]) => member === name || !either.includes(member),
    ),
  ),
})

const mapValue = (schema: Schema, hints: Hints): Arbitrary<unknown> => {
  const values =
    typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Schema) : { type: 'string' }
  return fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), validValue(values, '', hints), {
    maxKeys: 3,
    noNullPrototype: true,
  })
}

const integerValue = ({ minimum, maximum }: Schema): Arbitrary<number> => {
  const least = Math.max((minimum as number) ?? 0, -1_000_000)
  const most = Math.min((maximum as number) ?? 1_000_000, 10_000_000)
  const edges = [minimum, maximum].filter((edge) => typeof edge === 'number')
  const inside = fc.integer({ min: Math.max(least, Math.min(1, most)), max: most })
  return edges.length === 0
    ? inside
    : fc.oneof({ weight: 8, arbitrary: inside }, { weight: 1, arbitrary: fc.constantFrom(...edges) })
}

const numberValue = ({ minimum, maximum }: Schema): Arbitrary<number> => {
  const inside = [0, 0.3, 1, 1.5, 99.99].filter(
    (each) => each >= ((minimum as number) ?? 0) && each <= ((maximum as number) ?? each),
  )
  return fc.constantFrom(...(inside.length > 0 ? inside : [minimum as number]))
}

const moment = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2028-01-01') }).map((ms) => new Date(ms))
const textValue = (schema: Schema): Arbitrary<string> => {
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'date-time')
    return fc.oneof(
      moment.map((at) => at.toISOString()),
      fc.constantFrom('2026-05-11T12:30:00+03:00'),
    )
  if (schema.format === 'date') return moment.map((at) => at.toISOString().slice(0, 10))
  if (schema.format === 'email') return fc.constantFrom('a@example.com', 'ayse@example.org')
  if (schema.format === 'uri') return HINTS.url as Arbitrary<string>
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern))
  const minLength = (schema.minLength as number) ?? 0
  const maxLength = Math.min((schema.maxLength as number) ?? 40, 40)
  const fits = (text: string): boolean =>
    [...text.trim()].length >= minLength && [...text].length <= ((schema.maxLength as number) ?? 300)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .-]*$/)
        .map((text) => text.slice(0, maxLength).padEnd(minLength, 'x')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('Ayşe', ...NAUGHTY.filter(fits)).map((text) => text.padEnd(minLength, 'x')),
    },
  )
}
