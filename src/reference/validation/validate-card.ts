/** POST /api/v1/validation/card: checks a card number and names its issuer. The number is neither stored nor logged. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { fitsSchemeLength, maskCardNumber, passesLuhn, schemeOf } from '../../core/card-number.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { CardSchemaType, Int32, Nullable } from '../../core/schema.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import type { ReferenceData, ReferenceLookup } from '../reference-data.ts'
import { BankBinSchema, BankSchema } from '../reference-schemas.ts'

const ValidateCard = Type.Object(
  {
    card_number: Type.Optional(Type.String({ description: 'Or number' })),
    number: Type.Optional(Type.String()),
  },
  { $id: 'ValidateCard' },
)

const CardValidation = Type.Object(
  {
    is_valid: Type.Boolean(),
    luhn_valid: Type.Boolean(),
    length_valid: Type.Boolean(),
    length: Int32,
    bin: Nullable(Type.String()),
    masked_number: Nullable(Type.String()),
    schema_type: Nullable(CardSchemaType),
    bank_bin: Nullable(BankBinSchema),
    bank: Nullable(BankSchema),
    error_message: Nullable(Type.String()),
  },
  { $id: 'CardValidation' },
)

export const validateCard = (bins: ReferenceLookup) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/validation/card',
    summary: 'Check a card number',
    description: 'A bad number is answered with is_valid false and the reason, not with an error.',
    tag: 'Validation',
    allow: 'any',
    effect: 'computes',
    limit: 'validation',
    body: ValidateCard,
    answers: { 200: CardValidation },
    handle: async ({ body, request }) => {
      const given = body.card_number ?? body.number
      if (given === undefined) throw fieldProblem('card_number', 'required', phrase`send card_number or number`)
      const read = readCard(await bins.data(), given)
      return ok({ ...read, error_message: read.error_message && phraseFor(request, read.error_message) })
    },
  })

const BIN_DIGITS = 6
const DIGITS_MAX = 19

const readCard = ({ rangeOf, bankOf }: ReferenceData, given: string) => {
  const number = given.replace(/[ -]/g, '')
  if (!/^[0-9]+$/.test(number)) return unreadable(number.length, phrase`A card number has digits only`)
  if (number.length < BIN_DIGITS || number.length > DIGITS_MAX)
    return unreadable(number.length, phrase`A card number has 12 to 19 digits`)
  const range = rangeOf(number)
  const luhn_valid = passesLuhn(number)
  const length_valid = fitsSchemeLength(number)
  return {
    is_valid: luhn_valid && length_valid,
    luhn_valid,
    length_valid,
    length: number.length,
    bin: number.slice(0, BIN_DIGITS),
    masked_number: maskCardNumber(number),
    schema_type: range?.schema_type ?? schemeOf(number),
    bank_bin: range ?? null,
    bank: (range?.bank_code && bankOf(range.bank_code)) || null,
    error_message: !length_valid
      ? phrase`The number of digits does not fit the card scheme`
      : luhn_valid
        ? null
        : phrase`The check digit does not fit: look for a mistyped digit`,
  }
}

const unreadable = (length: number, error_message: Phrase) => ({
  is_valid: false,
  luhn_valid: false,
  length_valid: false,
  length,
  bin: null,
  masked_number: null,
  schema_type: null,
  bank_bin: null,
  bank: null,
  error_message,
})
