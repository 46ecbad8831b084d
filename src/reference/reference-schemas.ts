/** Responses of the lookups, as both surfaces return them. */
import { type TSchema, Type } from 'typebox'
import { BankCode, BankName } from '../core/members/record-members.ts'
import { CardBrand, CardSchemaType, CardType, described, Int32, Nullable, NullableText, Uuid } from '../core/schema.ts'

export const BankSchema = Type.Object(
  {
    id: described(Uuid, 'Id of the bank.'),
    code: Type.String({ description: 'Five-digit code of the bank: characters 5 to 9 of its IBANs.' }),
    name: Type.String({ description: 'Name of the bank, for people.' }),
    swift_code: NullableText('SWIFT code (BIC) of the bank; null when none is known.'),
    bkm_member_id: NullableText(
      'Member number of the bank at BKM, the Turkish interbank card centre; null when it is no member.',
    ),
    logo_url: NullableText("Address of the bank's logo; null when there is none."),
    is_active: Type.Boolean({
      description: 'Whether the bank is in use; an inactive one is kept for the records that refer to it.',
    }),
  },
  { $id: 'Bank' },
)

export const CitySchema = Type.Object(
  {
    id: described(Uuid, 'Id of the city.'),
    code: Type.String({ description: 'Plate number of the city, 01 to 81.' }),
    name: Type.String({ description: 'Name of the city in Turkish.' }),
    country: Type.String({ description: 'Country of the city as two-letter ISO 3166 code.' }),
    is_active: Type.Boolean({ description: 'Whether the city is in use.' }),
  },
  { $id: 'City' },
)

export const DistrictSchema = Type.Object(
  {
    id: described(Uuid, 'Id of the district.'),
    city_code: Type.String({ description: 'Plate number of the city that the district lies in, 01 to 81.' }),
    name: Type.String({ description: 'Name of the district in Turkish.' }),
    is_active: Type.Boolean({ description: 'Whether the district is in use.' }),
  },
  { $id: 'District' },
)

export const MccCodeSchema = Type.Object(
  {
    id: described(Uuid, 'Id of the merchant category.'),
    code: Type.String({ description: 'Merchant category code (MCC), four digits.' }),
    description: Type.String({ description: 'Name of the merchant category in Turkish.' }),
    description_en: NullableText('Name of the merchant category in English; null when there is none.'),
    category: Type.String({
      description: 'Group of the category: retail, food, travel, online, services, entertainment or utilities.',
    }),
    is_active: Type.Boolean({ description: 'Whether the merchant category is in use.' }),
  },
  { $id: 'MccCode' },
)

export const BankBinSchema = Type.Object(
  {
    id: described(Uuid, 'Id of the BIN range.'),
    bank_code: BankCode,
    bank_name: BankName,
    bin_start: Type.String({ description: 'First BIN of the range, 6 to 8 digits.' }),
    bin_end: Type.String({ description: 'Last BIN of the range, as many digits as bin_start.' }),
    schema_type: described(CardSchemaType, 'Card scheme of the cards in the range, such as Visa.'),
    card_type: described(CardType, 'Type of the cards in the range: credit, debit or prepaid.'),
    card_program: described(
      Nullable(CardBrand),
      'Loyalty program of the cards in the range, such as Bonus; null when they have none.',
    ),
    country: NullableText('Country of issue as two-letter ISO 3166 code; null when it is not known.'),
    is_commercial: Type.Boolean({ description: 'Whether the cards are issued to companies.' }),
    card_length: described(Int32, 'Number of digits of the card numbers in the range.'),
    is_active: Type.Boolean({ description: 'Whether the range is used to recognize cards.' }),
  },
  { $id: 'BankBin' },
)

export const BinAnswer = Type.Object(
  {
    bin: Type.String({ description: 'BIN that was looked up: the first 6 to 8 digits of the card.' }),
    found: Type.Boolean({
      description: 'Whether the BIN lies in a known range; when false, all members after this one are null.',
    }),
    schema: described(Nullable(CardSchemaType), 'Card scheme, such as Visa; null when the BIN is not known.'),
    card_type: described(
      Nullable(CardType),
      'Type of the card: credit, debit or prepaid; null when the BIN is not known.',
    ),
    card_program: described(
      Nullable(CardBrand),
      'Loyalty program of the card, such as Bonus; null when it has none or the BIN is not known.',
    ),
    country: NullableText('Country of issue as two-letter ISO 3166 code; null when it is not known.'),
    is_commercial: Nullable(
      Type.Boolean({ description: 'Whether the card is issued to a company; null when the BIN is not known.' }),
    ),
    bank_code: BankCode,
    bank_name: BankName,
    bank_logo_url: NullableText('Address of the logo of the issuing bank; null when there is none.'),
  },
  { $id: 'BinAnswer' },
)

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** Query members of the lookups that are not pages. */
export const arrayQuery = {
  include_inactive: optional(Type.Boolean({ default: false, description: 'Whether inactive rows are listed too.' })),
  search_term: optional(
    Type.String({ maxLength: 100, description: 'Text to search for in the names and codes of the rows.' }),
  ),
}
