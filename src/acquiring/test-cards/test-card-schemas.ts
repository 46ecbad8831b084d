/** Shapes of test cards. */
import { type Static, Type } from 'typebox'
import { EXPECTED_RESULTS } from '../../connectors/simbank/simulated-card.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import {
  CardBrand,
  CardSchemaType,
  CardType,
  DateTime,
  Enum,
  Int32,
  Nullable,
  StringMap,
  Text,
  Uuid,
} from '../../core/schema.ts'

const TestCardExpectedResult = Enum('TestCardExpectedResult', EXPECTED_RESULTS)

export const TestCard = Type.Object(
  {
    extra_properties_dict: Nullable(StringMap),
    id: Uuid,
    masked_card_number: Nullable(Type.String()),
    card_number: Nullable(Type.String()),
    card_holder_name: Nullable(Type.String()),
    expiry_month: Int32,
    expiry_year: Int32,
    cvv: Nullable(Type.String()),
    card_schema_type: CardSchemaType,
    card_type: CardType,
    card_brand: CardBrand,
    expected_result: TestCardExpectedResult,
    custom_error_code: Nullable(Type.String()),
    custom_error_message: Nullable(Type.String()),
    simulated_delay_ms: Nullable(Int32),
    label: Nullable(Type.String()),
    is_active: Type.Boolean(),
    created: DateTime,
    last_modified: DateTime,
  },
  { $id: 'TestCard' },
)
export const TestCardPage = pageSchema(TestCard, 'TestCardPage')

const facets = {
  card_schema_type: CardSchemaType,
  card_type: CardType,
  card_brand: CardBrand,
  expected_result: TestCardExpectedResult,
}
/** What a PUT replaces; absent optional members take their defaults. */
const replaceable = {
  card_holder_name: Type.Optional(Text(100, { description: 'Default TEST CARD' })),
  expiry_month: Type.Integer({ format: 'int32', minimum: 1, maximum: 12 }),
  expiry_year: Type.Integer({ format: 'int32', minimum: 2000, maximum: 2099 }),
  cvv: Type.Optional(Type.String({ pattern: '^[0-9]{3,4}$', description: 'Default 000, for Amex 0000' })),
  ...facets,
  custom_error_code: Type.Optional(Text(20, { description: 'Overrides provider_error_code of a decline' })),
  custom_error_message: Type.Optional(Text(200, { description: 'Overrides detail of a decline' })),
  simulated_delay_ms: Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: 60_000 })),
  label: Type.Optional(Text(100)),
  extra_properties_dict: Type.Optional(StringMap),
}

export const CreateTestCard = Type.Object(
  {
    card_number: Type.String({ pattern: '^[0-9]{13,19}$', description: '13 to 19 digits that pass the Luhn check' }),
    ...replaceable,
  },
  { $id: 'CreateTestCard' },
)
export type CreateTestCardBody = Static<typeof CreateTestCard>

export const UpdateTestCard = Type.Object(
  { id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })), ...replaceable },
  { $id: 'UpdateTestCard' },
)
export type UpdateTestCardBody = Static<typeof UpdateTestCard>

export const GenerateTestCards = Type.Object(
  {
    count: Type.Integer({ format: 'int32', minimum: 1, maximum: 100 }),
    bin_prefix: Type.Optional(Type.String({ pattern: '^[0-9]{1,8}$', description: 'Default by scheme' })),
    ...facets,
  },
  { $id: 'GenerateTestCards' },
)
export type GenerateTestCardsBody = Static<typeof GenerateTestCards>

export const TestCardQuery = Type.Object({
  expected_result: Type.Optional(TestCardExpectedResult),
  card_schema_type: Type.Optional(CardSchemaType),
  ...listQuery,
})

export const IdParams = Type.Object({ id: Uuid })
