/** POST /api/v1/validation/iban: checks an IBAN and names its bank. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { ErrorMessage } from '../../core/members/record-members.ts'
import { described, Nullable, NullableText } from '../../core/schema.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { BankSchema } from '../reference-schemas.ts'
import { readIban } from './read-iban.ts'

const ValidateIban = Type.Object(
  {
    iban: Type.String({ description: 'IBAN to check; blanks are allowed.' }),
    resolve: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether the bank of the IBAN is looked up; false leaves `bank` null.',
      }),
    ),
  },
  { $id: 'ValidateIban' },
)

const IbanValidation = Type.Object(
  {
    is_valid: Type.Boolean({ description: 'Whether the IBAN passes both the format check and the checksum.' }),
    checksum_valid: Type.Boolean({ description: 'Whether the check digits of the IBAN are right.' }),
    format_valid: Type.Boolean({ description: 'Whether the IBAN has the length and the characters of its country.' }),
    country_code: NullableText('Country of the IBAN as two-letter ISO 3166 code; null when the format is wrong.'),
    check_digits: NullableText('The two check digits after the country code; null when the format is wrong.'),
    bank_code: NullableText('Five-digit bank code of a Turkish IBAN; null for other countries.'),
    formatted_iban: NullableText('IBAN in groups of four characters, for people; null when the format is wrong.'),
    masked_iban: NullableText('IBAN with its middle masked; null when the format is wrong.'),
    bank: described(Nullable(BankSchema), 'Bank of the IBAN; null when no bank is known.'),
    error_message: ErrorMessage,
  },
  { $id: 'IbanValidation' },
)

export const validateIban = (bins: ReferenceLookup) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/validation/iban',
    summary: 'Check an IBAN',
    description: 'A bad IBAN is answered with is_valid false and the reason, not with an error.',
    tag: 'Validation',
    allow: 'any',
    effect: 'computes',
    limit: 'validation',
    body: ValidateIban,
    answers: { 200: IbanValidation },
    handle: async ({ body, request }) => {
      const reading = readIban(body.iban)
      const { bankOf } = await bins.data()
      const bank = body.resolve !== false && reading.bank_code !== null ? bankOf(reading.bank_code) : undefined
      const error_message = reading.error_message && phraseFor(request, reading.error_message)
      return ok({ ...reading, error_message, bank: bank ?? null })
    },
  })
