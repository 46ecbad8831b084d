/** The schema types of the interface: ids, times, money, maps, enums folded as the interface compares them. */
import { type TSchema, type TUnsafe, Type } from 'typebox'
import { AMOUNT_MAX } from './money.ts'

export const Uuid = Type.String({ format: 'uuid' })
/** Member of a request: the id of a connector configuration of the tenant, or its name. Endpoints receive the id (access/input/named-configurations.ts). */
export const ConfigurationId = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: 100,
  'x-configuration': true,
  description: 'Id of a connector configuration, or its name when only one has it.',
})
export const DateTime = Type.String({ format: 'date-time' })
export const Int32 = Type.Integer({ format: 'int32', minimum: -2_147_483_648, maximum: 2_147_483_647 })
export const Int64 = Type.Integer({ format: 'int64', minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX })

/** May be null in responses; in requests null means absent, so requests use only Type.Optional. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A copy of the schema with the text that the API reference shows at this member. What TypeBox hides in a schema, such as `optional`, goes along. */
export const described = <T extends TSchema>(schema: T, description: string): T => {
  const copy = { ...schema, description }
  for (const [name, hidden] of Object.entries(Object.getOwnPropertyDescriptors(schema)))
    if (!hidden.enumerable) Object.defineProperty(copy, name, hidden)
  return copy
}
/** A text that may be null, with what the API reference says about it. */
export const NullableText = (description: string) => Nullable(Type.String({ description }))

/**
 * One of `values`. Input is compared without case and underscores and folded to the spelling listed here.
 * A named enum (its name in the interface) becomes a component of the OpenAPI document.
 */
export const Enum = <const V extends readonly string[]>(name: string, values: V): TUnsafe<V[number]> =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], $id: name })

/** Map of string values: at most 50 keys of 64 characters, values of 1024. */
export const StringMap = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 1024 },
  propertyNames: { maxLength: 64 },
  maxProperties: 50,
})

/** An object with keys that the service knows, each with its meaning in the documents; other keys are accepted, too. */
export const KnownKeys = (keys: Readonly<Record<string, string>>, description?: string) =>
  Type.Unsafe<Record<string, string>>({
    ...StringMap,
    'x-known-keys': keys,
    ...(description === undefined ? {} : { description }),
  })

/** A text of one line; `maxLength` counts characters (code points). */
export const Text = (maxLength: number, options: { minLength?: number; description?: string } = {}) =>
  Type.String({ maxLength, ...options })
/** A text in which line breaks and tabs are allowed: descriptions, reasons, notes. */
export const LongText = (maxLength: number, options: { description?: string } = {}) =>
  Type.String({ maxLength, 'x-multiline': true, ...options })

/** A currency as callers write it, in large or small letters. */
export const WrittenCurrency = (description: string, options: { default?: string } = {}) =>
  Type.String({ pattern: '^[A-Za-z]{3}$', ...options, description })

export const MoneyInput = Type.Object(
  {
    amount: Type.Integer({
      format: 'int64',
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      description: 'Amount in minor units (kuruş): 12990 is 129.90 TRY.',
    }),
    currency: WrittenCurrency('Currency of the amount as three-letter ISO 4217 code, such as TRY.'),
  },
  { $id: 'Money' },
)

export const CARD_SCHEMES = ['Visa', 'MasterCard', 'Amex', 'Troy', 'UnionPay', 'Proprietary'] as const
export const CARD_TYPES = ['Credit', 'Debit', 'Prepaid'] as const
export const CARD_BRANDS = [
  'Bonus',
  'Axess',
  'World',
  'Maximum',
  'Cardfinans',
  'Paraf',
  'Advantage',
  'Bankkart',
  'Other',
] as const
export const ERROR_CATEGORIES = [
  'Technical',
  'BankDeclined',
  'Validation',
  'Fraud',
  'Configuration',
  'Timeout',
  'Unknown',
] as const
export const CardSchemaType = Enum('CardSchemaType', CARD_SCHEMES)
export const CardType = Enum('CardType', CARD_TYPES)
export const CardBrand = Enum('CardBrand', CARD_BRANDS)
export const ErrorCategory = Enum('ErrorCategory', ERROR_CATEGORIES)
export type CardTypeName = (typeof CARD_TYPES)[number]
export type CardBrandName = (typeof CARD_BRANDS)[number]
export type ErrorCategoryName = (typeof ERROR_CATEGORIES)[number]
