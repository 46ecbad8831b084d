/** Shapes of test cards. */
import { type Static, Type } from 'typebox'
import { EXPECTED_RESULTS } from '../../connectors/simbank/simulated-card.ts'
import { CardHolderName } from '../../core/members/card-members.ts'
import {
  Created,
  ExtraPropertiesDict,
  LastModified,
  RepeatedId,
  WrittenExtraProperties,
} from '../../core/members/record-members.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import {
  CardBrand,
  CardSchemaType,
  CardType,
  described,
  Enum,
  Int32,
  Nullable,
  NullableText,
  Text,
  Uuid,
} from '../../core/schema.ts'

const TestCardExpectedResult = Enum('TestCardExpectedResult', EXPECTED_RESULTS)

export const TestCard = Type.Object(
  {
    extra_properties_dict: ExtraPropertiesDict,
    id: described(Uuid, 'Id of the test card.'),
    masked_card_number: NullableText('Card number with its middle masked; null when none is stored.'),
    card_number: NullableText('Whole card number, which is shown for test cards only; null when none is stored.'),
    card_holder_name: CardHolderName,
    expiry_month: described(Int32, 'Month in which the test card expires, 1 to 12.'),
    expiry_year: described(Int32, 'Year in which the test card expires, four digits.'),
    cvv: NullableText('Security code, which is shown for test cards only; null when none is stored.'),
    card_schema_type: described(CardSchemaType, 'Card scheme of the test card, such as Visa.'),
    card_type: described(CardType, 'Type of the test card: credit, debit or prepaid.'),
    card_brand: described(CardBrand, 'Loyalty program of the test card, such as Bonus.'),
    expected_result: described(TestCardExpectedResult, 'Answer that the simulated bank gives for this card.'),
    custom_error_code: NullableText('Code with which the simulated bank declines; null when the usual one applies.'),
    custom_error_message: NullableText('Text with which the simulated bank declines; null when the usual one applies.'),
    simulated_delay_ms: described(
      Nullable(Int32),
      'Time the simulated bank takes to answer, in milliseconds; null when it answers at once.',
    ),
    label: NullableText('Short label under which people find the test card; null when there is none.'),
    is_active: Type.Boolean({ description: 'Whether the test card is in use.' }),
    created: Created,
    last_modified: LastModified,
  },
  { $id: 'TestCard' },
)
export const TestCardPage = pageSchema(TestCard, 'TestCardPage')

const facets = {
  card_schema_type: described(CardSchemaType, 'Card scheme of the test card, such as Visa.'),
  card_type: described(CardType, 'Type of the test card: credit, debit or prepaid.'),
  card_brand: described(CardBrand, 'Loyalty program of the test card, such as Bonus.'),
  expected_result: described(TestCardExpectedResult, 'Answer that the simulated bank gives for this card.'),
}
/** Members that a PUT replaces; absent optional members take their defaults. */
const replaceable = {
  card_holder_name: Type.Optional(Text(100, { description: 'Name of the card holder, TEST CARD by default.' })),
  expiry_month: Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: 12,
    description: 'Month in which the test card expires, 1 to 12.',
  }),
  expiry_year: Type.Integer({
    format: 'int32',
    minimum: 2000,
    maximum: 2099,
    description: 'Year in which the test card expires, four digits.',
  }),
  cvv: Type.Optional(
    Type.String({
      pattern: '^[0-9]{3,4}$',
      description: 'Security code of the test card, by default 000, for Amex 0000.',
    }),
  ),
  ...facets,
  custom_error_code: Type.Optional(
    Text(20, {
      description: 'Code with which the simulated bank declines, in place of the usual provider_error_code.',
    }),
  ),
  custom_error_message: Type.Optional(
    Text(200, { description: 'Text with which the simulated bank declines, in place of the usual detail.' }),
  ),
  simulated_delay_ms: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: 60_000,
      description: 'Time the simulated bank takes to answer, in milliseconds.',
    }),
  ),
  label: Type.Optional(Text(100, { description: 'Short label under which people find the test card.' })),
  extra_properties_dict: WrittenExtraProperties,
}

export const CreateTestCard = Type.Object(
  {
    card_number: Type.String({
      pattern: '^[0-9]{13,19}$',
      description: 'Number of the test card, 13 to 19 digits that pass the Luhn check.',
    }),
    ...replaceable,
  },
  { $id: 'CreateTestCard' },
)
export type CreateTestCardBody = Static<typeof CreateTestCard>

export const UpdateTestCard = Type.Object({ id: RepeatedId, ...replaceable }, { $id: 'UpdateTestCard' })
export type UpdateTestCardBody = Static<typeof UpdateTestCard>

export const GenerateTestCards = Type.Object(
  {
    count: Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 100,
      description: 'Number of test cards to generate.',
    }),
    bin_prefix: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,8}$',
        description: 'First digits of the generated numbers; by default those of the card scheme.',
      }),
    ),
    ...facets,
  },
  { $id: 'GenerateTestCards' },
)
export type GenerateTestCardsBody = Static<typeof GenerateTestCards>

export const TestCardQuery = Type.Object({
  expected_result: Type.Optional(
    described(TestCardExpectedResult, 'Only test cards for which the simulated bank gives this answer.'),
  ),
  card_schema_type: Type.Optional(described(CardSchemaType, 'Only test cards of this scheme.')),
  ...listQuery,
})

export const IdParams = Type.Object({ id: described(Uuid, 'Id of the test card, as the list shows it.') })
