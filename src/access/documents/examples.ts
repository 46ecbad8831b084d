/** A worked value for a schema of a document: its own `examples` where it has some, else made from types, formats and names. */
import type { Json } from './openapi-schemas.ts'

/** Members to include: all of them in an answer; in a body the required ones, or all if none is required. */
type Members = 'all' | 'required'

const EXAMPLE_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const EXAMPLE_TIME = '2026-05-11T09:30:00.000Z'

/** `schemas`: components that references name. */
export const buildExample = (
  schema: Json,
  schemas: Readonly<Record<string, Json>>,
  members: Members,
  name = '',
): unknown => {
  if (typeof schema.$ref === 'string') {
    const target = schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {}
    return buildExample(target, schemas, members, name)
  }
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (branches !== undefined) return buildExample(branches[0] ?? {}, schemas, members, name)
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (type === 'object') return exampleOfObject(schema, schemas, members)
  if (type === 'array') return exampleOfArray(schema, schemas, members, name)
  if (type === 'string') return exampleOfText(schema, name)
  if (type === 'boolean') return !/^(has_|is_deleted|include_)/.test(name)
  if (type === 'integer' || type === 'number') return exampleOfNumber(schema, name)
  return null
}

const exampleOfObject = (schema: Json, schemas: Readonly<Record<string, Json>>, members: Members): Json => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = new Set((schema.required ?? []) as string[])
  const isMap = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  const isShown = (member: string): boolean => members === 'all' || required.size === 0 || required.has(member)
  return Object.fromEntries(
    properties
      .filter(([member]) => isShown(member) && (!isMap || required.has(member)))
      .map(([member, each]) => [member, buildExample(each, schemas, members, member)]),
  )
}

const exampleOfArray = (
  schema: Json,
  schemas: Readonly<Record<string, Json>>,
  members: Members,
  name: string,
): unknown[] => [buildExample((schema.items ?? {}) as Json, schemas, members, name.replace(/s$/, ''))]

const exampleOfNumber = ({ minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: Json, name: string): number => {
  const usual = /amount|balance|total_(?!count|pages)/.test(name) ? 12_990 : 1
  return Math.min(Math.max(usual, minimum as number), maximum as number)
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: EXAMPLE_ID,
  'date-time': EXAMPLE_TIME,
  date: '2026-05-11',
  uri: 'https://shop.example.com/hooks',
  email: 'ayse@shop.example.com',
}

/** Examples by the end of a member's name; the first match wins. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:correlation_?id|version)$/i, EXAMPLE_ID],
  [/currency/, 'TRY'],
  [/iban/, 'TR960090100000000000100001'],
  [/masked_card|card_masked/, '454671******7894'],
  [/card_number|^number$/, '4546711234567894'],
  [/expire_month|expiry_month/, '12'],
  [/expire_year|expiry_year/, '2030'],
  [/^cvv$/, '000'],
  [/_url$|^url$/, 'https://shop.example.com/hooks'],
  [/email/, 'ayse@shop.example.com'],
  [/phone/, '+905551112233'],
  [/ip_address|_ip$/, '192.0.2.7'],
  [/tax_id|identity_number/, '1234567890'],
  [/mcc/, '5411'],
  [/bin_?(?:number|start|end|code)?$|card_bin|^bin_range_(?:start|end)$/, '454671'],
  [/country/, 'TR'],
  [/slug/, 'tenant-demo'],
  [/secret/, 'whsec_example'],
  [/expression_json/, '{">=":[{"var":"amount_minor"},100000000]}'],
  [/_at$|_date$|timestamp/, EXAMPLE_TIME],
  [/name$/i, 'Ayşe Yılmaz'],
  [/bank_code/, '00901'],
]

const PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Za-z]{3}$': 'TRY',
  '^[A-Za-z]{2}$': 'TR',
}

const exampleOfText = (schema: Json, name: string): string => {
  const { format, pattern, minLength = 0, maxLength = 1_000 } = schema as Record<string, never>
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format]
  const fits = (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const usual = TEXTS.find(([sign, text]) => sign.test(name) && fits(text))?.[1]
  return usual ?? PATTERNS[pattern ?? ''] ?? [...PLAIN].find(fits) ?? ''.padEnd(minLength, 'x')
}

/** Values that match most patterns of the interface. */
const PLAIN = [
  'example',
  'EXAMPLE',
  'tenant-example',
  '1',
  '12',
  '123456',
  '00901',
  '2026-05',
  '09:30',
  '0.5',
  '1234567890',
  EXAMPLE_ID.replaceAll('-', ''),
] as const
