/** Body of writes of BIN ranges (docs/interface/identity.md#look-up-data). */
import { type Static, Type } from 'typebox'
import { CardBrand, CardSchemaType, CardType, described } from '../../core/schema.ts'

const Digits = (description: string) => Type.String({ pattern: '^[0-9]{6,8}$', description })

export const WriteBankBin = Type.Object(
  {
    bank_code: Type.String({
      pattern: '^[0-9]{1,10}$',
      description: 'Code of the issuing bank, as in GET /api/v1/lookups/banks.',
    }),
    bin_start: Digits('First BIN of the range, 6 to 8 digits.'),
    bin_end: Digits('Last BIN of the range, as many digits as bin_start and not below it.'),
    schema_type: described(CardSchemaType, 'Card scheme of the cards in the range, such as Visa.'),
    card_type: described(CardType, 'Type of the cards in the range: credit, debit or prepaid.'),
    card_program: Type.Optional(described(CardBrand, 'Loyalty program of the cards in the range, such as Bonus.')),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        default: 'TR',
        description: 'Country of issue as two-letter ISO 3166 code, TR by default.',
      }),
    ),
    is_commercial: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the cards are issued to companies, false by default.' }),
    ),
    card_length: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 12,
        maximum: 19,
        default: 16,
        description: 'Number of digits of the card numbers, 16 by default.',
      }),
    ),
    is_active: Type.Optional(
      Type.Boolean({
        description:
          'Whether the range is used to recognize cards, true by default; when absent on a change it stays as it is.',
      }),
    ),
  },
  { $id: 'WriteBankBin' },
)
export type WriteBankBinBody = Static<typeof WriteBankBin>
