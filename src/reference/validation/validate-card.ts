/** POST /api/v1/validation/card: checks a card number and names its issuer. The number is neither stored nor logged. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { detectScheme, fitsSchemeLength, maskCardNumber, passesLuhn } from '../../core/card-number.ts'
import { ErrorMessage } from '../../core/members/record-members.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { CardSchemaType, described, Int32, Nullable, NullableText } from '../../core/schema.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import type { ReferenceData, ReferenceLookup } from '../reference-data.ts'
import { BankBinSchema, BankSchema } from '../reference-schemas.ts'

const ValidateCard = Type.Object(
  {
    card_number: Type.Optional(Type.String({ description: 'Card number to check; send either this or `number`.' })),
    number: Type.Optional(Type.String({ description: 'Card number to check, under another name.' })),
  },
  { $id: 'ValidateCard' },
)

const CardValidation = Type.Object(
  {
    is_valid: Type.Boolean({ description: 'Whether the number passes both the Luhn check and the length check.' }),
    luhn_valid: Type.Boolean({ description: 'Whether the last digit passes the Luhn check.' }),
    length_valid: Type.Boolean({ description: 'Whether the number has as many digits as its card scheme uses.' }),
    length: described(Int32, 'Number of digits of the card number.'),
    bin: NullableText('First six digits of the card number; null when the number cannot be read.'),
    masked_number: NullableText('Card number with its middle masked; null when the number cannot be read.'),
    schema_type: described(
      Nullable(CardSchemaType),
      'Card scheme of the number, such as Visa; null when it is not known.',
    ),
    bank_bin: described(Nullable(BankBinSchema), 'BIN range in which the number lies; null when no range is known.'),
    bank: described(Nullable(BankSchema), 'Bank that issued the card; null when no bank is known.'),
    error_message: ErrorMessage,
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
    schema_type: range?.schema_type ?? detectScheme(number),
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
