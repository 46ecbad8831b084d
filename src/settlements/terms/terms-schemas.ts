/** Schemas of a merchant's terms (docs/settlements.md). */
import { type Static, Type } from 'typebox'
import { waitingQuery } from '../../access/waits-for.ts'
import { Created } from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import {
  CardSchemaType,
  CardType,
  ConfigurationId,
  DateTime,
  described,
  Enum,
  LongText,
  Nullable,
  NullableText,
  Text,
  Uuid,
} from '../../core/schema.ts'
import { VALUE_DATE_PLANS } from '../model/terms.ts'

const Day = Type.String({ format: 'date' })
const BasisPoints = Type.Integer({ format: 'int32', minimum: 0, maximum: 10_000, description: '100 are one percent' })
const Installments = Type.Integer({ format: 'int32', minimum: 1, maximum: 12 })
const ValueDatePlan = Enum('ValueDatePlan', VALUE_DATE_PLANS)
export const TERMS_STATES = ['pending', 'effective', 'rejected'] as const
const TermsStatus = Enum('MerchantTermsStatus', TERMS_STATES)

const Rate = Type.Object(
  {
    card_type: Type.Optional(described(CardType, 'Type of card that the rate applies to; when absent, any.')),
    card_scheme: Type.Optional(
      described(CardSchemaType, 'Card scheme that the rate applies to, such as Visa; when absent, any.'),
    ),
    is_on_us: Type.Optional(
      Type.Boolean({
        description:
          'Whether the rate applies to cards of the bank that takes the payment (true) or of other banks (false); when absent, both.',
      }),
    ),
    installments_from: Type.Optional(
      described(Installments, 'Smallest number of installments that the rate applies to; when absent, any.'),
    ),
    installments_to: Type.Optional(
      described(Installments, 'Largest number of installments that the rate applies to; when absent, any.'),
    ),
    basis_points: described(BasisPoints, 'Commission of the bank in basis points: 100 are one percent.'),
  },
  { $id: 'TermsRate', description: 'What is left out fits every sale' },
)

const Share = (description: string) => Type.Integer({ ...BasisPoints, default: 0, description })
const agreed = {
  merchant_id: Type.Optional(
    described(Uuid, 'Id of the merchant that the terms apply to; when absent, every merchant.'),
  ),
  connector_config_id: Type.Optional(
    described(
      ConfigurationId,
      'Id or name of the connector configuration that the terms apply to; when absent, every configuration.',
    ),
  ),
  bank_code: Type.Optional(
    Text(20, {
      description: 'Code of the bank whose configurations the terms all apply to, instead of a single configuration.',
    }),
  ),
  effective_from: described(
    Day,
    'First day, in Istanbul, on which the terms apply; it has to follow every day that is settled.',
  ),
  rates: Type.Array(Rate, {
    maxItems: 100,
    description: 'Commission rates of the bank; the first one that fits a sale counts.',
  }),
  value_date_plan: described(
    ValueDatePlan,
    'Plan by which the bank pays: the next day, after blocked_days, installment by installment, or weekly.',
  ),
  blocked_days: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: 365,
      description: 'Number of days the bank keeps the money, with value_date_plan blocked_n.',
    }),
  ),
  payout_weekday: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 5,
      description: 'Weekday on which the bank pays, with value_date_plan weekly; 1 is Monday.',
    }),
  ),
  returns_commission: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the bank returns its commission with a refund.' }),
  ),
  platform_basis_points: Type.Optional(
    Share('Commission of the platform in basis points of the gross amount: 100 are one percent.'),
  ),
  tax_basis_points: Type.Optional(
    Share('Tax on the commission of the platform, in basis points: 100 are one percent.'),
  ),
  returns_platform_commission: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether the platform returns its commission and the tax on it with a refund.',
    }),
  ),
  reserve_basis_points: Type.Optional(
    Share('Share of the gross amount withheld against chargebacks, in basis points: 100 are one percent.'),
  ),
  reserve_days: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: 540,
      default: 0,
      description: 'Number of days for which the reserve is withheld.',
    }),
  ),
  notes: Type.Optional(LongText(2_000, { description: 'Note on the terms, for people.' })),
}
export const CreateTerms = Type.Object(agreed, { $id: 'CreateMerchantTerms' })
export type CreateTermsBody = Static<typeof CreateTerms>

export const Terms = Type.Object(
  {
    id: described(Uuid, 'Id of the terms.'),
    merchant_id: described(
      Nullable(Uuid),
      'Id of the merchant that the terms apply to; null when they apply to every merchant.',
    ),
    connector_config_id: described(
      Nullable(Uuid),
      'Id of the connector configuration that the terms apply to; null when they apply to every configuration.',
    ),
    bank_code: NullableText(
      'Code of the bank whose configurations the terms all apply to; null when they apply to every bank.',
    ),
    effective_from: described(Day, 'First day, in Istanbul, on which the terms apply.'),
    rates: Type.Array(Rate, { description: 'Commission rates of the bank; the first one that fits a sale counts.' }),
    value_date_plan: described(
      ValueDatePlan,
      'Plan by which the bank pays: the next day, after blocked_days, installment by installment, or weekly.',
    ),
    blocked_days: Nullable(
      Type.Integer({
        format: 'int32',
        description: 'Number of days the bank keeps the money; null unless value_date_plan is blocked_n.',
      }),
    ),
    payout_weekday: Nullable(
      Type.Integer({
        format: 'int32',
        description: 'Weekday on which the bank pays, 1 for Monday; null unless value_date_plan is weekly.',
      }),
    ),
    returns_commission: Type.Boolean({ description: 'Whether the bank returns its commission with a refund.' }),
    platform_basis_points: described(
      BasisPoints,
      'Commission of the platform in basis points of the gross amount: 100 are one percent.',
    ),
    tax_basis_points: described(
      BasisPoints,
      'Tax on the commission of the platform, in basis points: 100 are one percent.',
    ),
    returns_platform_commission: Type.Boolean({
      description: 'Whether the platform returns its commission and the tax on it with a refund.',
    }),
    reserve_basis_points: described(
      BasisPoints,
      'Share of the gross amount withheld against chargebacks, in basis points: 100 are one percent.',
    ),
    reserve_days: Type.Integer({ format: 'int32', description: 'Number of days for which the reserve is withheld.' }),
    status: described(TermsStatus, 'Status of the terms; only effective ones are applied.'),
    notes: NullableText('Note on the terms, for people; null when there is none.'),
    created_by: Type.String({ description: 'Id of the user or API key that created the terms.' }),
    decided_by: NullableText(
      'Id of the user that confirmed or rejected the terms; null before, and when no confirmation was needed.',
    ),
    decided_at: described(Nullable(DateTime), 'Time at which the terms were confirmed or rejected; null before.'),
    created: Created,
  },
  { $id: 'MerchantTerms' },
)
export const TermsPage = pageSchema(Terms, 'MerchantTermsPage')
export const TermsQuery = Type.Object({
  ...pageQuery,
  ...waitingQuery,
  merchant_id: Type.Optional(described(Uuid, 'Only terms of the merchant with this id.')),
  connector_config_id: Type.Optional(
    described(ConfigurationId, 'Only terms of the connector configuration with this id or name.'),
  ),
  status: AnyOf(TermsStatus, 'Only terms in any of these statuses.'),
})
export type TermsFilters = Static<typeof TermsQuery>
