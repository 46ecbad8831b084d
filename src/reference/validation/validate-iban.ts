/** POST /api/v1/validation/iban: checks an IBAN and names its bank. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { Nullable } from '../../core/schema.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import type { ReferenceLookup } from '../reference-data.ts'
import { BankSchema } from '../reference-schemas.ts'
import { readIban } from './read-iban.ts'

const ValidateIban = Type.Object(
  {
    iban: Type.String({ description: 'Blanks are allowed' }),
    resolve: Type.Optional(Type.Boolean({ default: true, description: 'false leaves bank out' })),
  },
  { $id: 'ValidateIban' },
)

const IbanValidation = Type.Object(
  {
    is_valid: Type.Boolean(),
    checksum_valid: Type.Boolean(),
    format_valid: Type.Boolean(),
    country_code: Nullable(Type.String()),
    check_digits: Nullable(Type.String()),
    bank_code: Nullable(Type.String({ description: 'Of a Turkish IBAN' })),
    formatted_iban: Nullable(Type.String()),
    masked_iban: Nullable(Type.String()),
    bank: Nullable(BankSchema),
    error_message: Nullable(Type.String()),
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
