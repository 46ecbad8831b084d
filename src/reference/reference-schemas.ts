/** Responses of the lookups, as both surfaces return them. */
import { type TSchema, Type } from 'typebox'
import { CardBrand, CardSchemaType, CardType, Int32, Nullable, Uuid } from '../core/schema.ts'

export const BankSchema = Type.Object(
  {
    id: Uuid,
    code: Type.String(),
    name: Type.String(),
    swift_code: Nullable(Type.String()),
    bkm_member_id: Nullable(Type.String()),
    logo_url: Nullable(Type.String()),
    is_active: Type.Boolean(),
  },
  { $id: 'Bank' },
)

export const CitySchema = Type.Object(
  {
    id: Uuid,
    code: Type.String({ description: 'Plate number, 01 to 81' }),
    name: Type.String(),
    country: Type.String(),
    is_active: Type.Boolean(),
  },
  { $id: 'City' },
)

export const DistrictSchema = Type.Object(
  { id: Uuid, city_code: Type.String(), name: Type.String(), is_active: Type.Boolean() },
  { $id: 'District' },
)

export const MccCodeSchema = Type.Object(
  {
    id: Uuid,
    code: Type.String(),
    description: Type.String(),
    description_en: Nullable(Type.String()),
    category: Type.String({ description: 'retail, food, travel, online, services, entertainment or utilities' }),
    is_active: Type.Boolean(),
  },
  { $id: 'MccCode' },
)

export const BankBinSchema = Type.Object(
  {
    id: Uuid,
    bank_code: Nullable(Type.String()),
    bank_name: Nullable(Type.String()),
    bin_start: Type.String(),
    bin_end: Type.String(),
    schema_type: CardSchemaType,
    card_type: CardType,
    card_program: Nullable(CardBrand),
    country: Nullable(Type.String()),
    is_commercial: Type.Boolean(),
    card_length: Int32,
    is_active: Type.Boolean(),
  },
  { $id: 'BankBin' },
)

export const BinAnswer = Type.Object(
  {
    bin: Type.String(),
    found: Type.Boolean(),
    schema: Nullable(CardSchemaType),
    card_type: Nullable(CardType),
    card_program: Nullable(CardBrand),
    country: Nullable(Type.String()),
    is_commercial: Nullable(Type.Boolean()),
    bank_code: Nullable(Type.String()),
    bank_name: Nullable(Type.String()),
    bank_logo_url: Nullable(Type.String()),
  },
  { $id: 'BinAnswer' },
)

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** Query members of the lookups that are not pages. */
export const arrayQuery = {
  include_inactive: optional(Type.Boolean({ default: false })),
  search_term: optional(Type.String({ maxLength: 100 })),
}
