/** POST /api/v1/validation/creditcard: whether a card can receive money. The number is neither stored nor logged. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { detectScheme, fitsSchemeLength, maskCardNumber, passesLuhn } from '../../core/card-number.ts'
import { BankCode, BankName, ErrorMessage } from '../../core/members/record-members.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { CardSchemaType, CardType, described, Nullable, NullableText } from '../../core/schema.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import type { ReferenceData } from '../../reference/reference-data.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { TransferTypeEnum } from '../schemas/creation-schemas.ts'

const TransferCardBody = Type.Object(
  { card_number: Type.String({ description: 'Card number to check; blanks and dashes are allowed.' }) },
  { $id: 'TransferCardBody' },
)

const TransferCard = Type.Object(
  {
    is_valid: Type.Boolean({ description: 'Whether the number is a well-formed card number.' }),
    masked_number: NullableText('Card number with its middle masked; null when it is not well-formed.'),
    schema_type: described(
      Nullable(CardSchemaType),
      'Card scheme of the number, such as Visa; null when it is not known.',
    ),
    card_type: described(
      Nullable(CardType),
      'Type of the card: credit, debit or prepaid; null when the BIN is not known.',
    ),
    bank_code: BankCode,
    bank_name: BankName,
    supported_transfer_types: Type.Array(TransferTypeEnum, {
      description: 'Ways in which money can be sent to the card; empty when there is none.',
    }),
    error_message: ErrorMessage,
  },
  { $id: 'TransferCard' },
)

export const validateTransferCard = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/validation/creditcard',
    tag: 'Validation',
    summary: 'Check a card number',
    description: 'A bad number is answered with is_valid false and the reason, not with an error.',
    allow: 'read',
    effect: 'computes',
    limit: 'validation',
    idempotent: false,
    body: TransferCardBody,
    answers: { 200: TransferCard },
    handle: async ({ body, request }) => {
      const checked = checkCard(await services.reference.data(), body.card_number)
      return ok({ ...checked, error_message: checked.error_message && phraseFor(request, checked.error_message) })
    },
  })

const DIGITS_MIN = 13
const DIGITS_MAX = 19

const checkCard = ({ rangeOf, bankOf }: ReferenceData, given: string) => {
  const number = given.replace(/[ -]/g, '')
  if (!/^[0-9]+$/.test(number)) return invalidCard(phrase`A card number has digits only`)
  if (number.length < DIGITS_MIN || number.length > DIGITS_MAX)
    return invalidCard(phrase`A card number has ${DIGITS_MIN} to ${DIGITS_MAX} digits`)
  const range = rangeOf(number)
  const fault = !fitsSchemeLength(number)
    ? phrase`The number of digits does not fit the card scheme`
    : passesLuhn(number)
      ? null
      : phrase`The check digit does not fit: look for a mistyped digit`
  return {
    is_valid: fault === null,
    masked_number: maskCardNumber(number),
    schema_type: range?.schema_type ?? detectScheme(number),
    card_type: range?.card_type ?? null,
    bank_code: range?.bank_code ?? null,
    bank_name: range?.bank_code ? (bankOf(range.bank_code)?.name ?? null) : null,
    supported_transfer_types: fault === null ? ['credit_card'] : [],
    error_message: fault,
  }
}

const invalidCard = (error_message: Phrase) => ({
  is_valid: false,
  masked_number: null,
  schema_type: null,
  card_type: null,
  bank_code: null,
  bank_name: null,
  supported_transfer_types: [],
  error_message,
})
