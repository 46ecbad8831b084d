/** Body of writes of BIN ranges (docs/interface/identity.md#look-up-data). */
import { type Static, Type } from 'typebox'
import { CardBrand, CardSchemaType, CardType } from '../../core/schema.ts'

const Digits = (description: string) => Type.String({ pattern: '^[0-9]{6,8}$', description })

export const WriteBankBin = Type.Object(
  {
    bank_code: Type.String({ pattern: '^[0-9]{1,10}$', description: 'A code of GET /api/v1/lookups/banks' }),
    bin_start: Digits('6 to 8 digits'),
    bin_end: Digits('As many digits, not below bin_start'),
    schema_type: CardSchemaType,
    card_type: CardType,
    card_program: Type.Optional(CardBrand),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2}$', default: 'TR', description: 'Two letters; default TR' }),
    ),
    is_commercial: Type.Optional(Type.Boolean({ default: false, description: 'Default false' })),
    card_length: Type.Optional(
      Type.Integer({ format: 'int32', minimum: 12, maximum: 19, default: 16, description: 'Default 16' }),
    ),
    is_active: Type.Optional(Type.Boolean({ description: 'Default true; absent on a change: stays as it is' })),
  },
  { $id: 'WriteBankBin' },
)
export type WriteBankBinBody = Static<typeof WriteBankBin>
