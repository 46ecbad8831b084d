/** Shapes of a merchant's terms (docs/settlements.md). */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import {
  CardSchemaType,
  CardType,
  ConfigurationId,
  DateTime,
  Enum,
  LongText,
  Nullable,
  Text,
  Uuid,
} from '../../core/schema.ts'
import { VALUE_DATE_PLANS } from '../model/terms.ts'

const text = Nullable(Type.String())
const Day = Type.String({ format: 'date' })
const BasisPoints = Type.Integer({ format: 'int32', minimum: 0, maximum: 10_000, description: '100 are one percent' })
const Installments = Type.Integer({ format: 'int32', minimum: 1, maximum: 12 })
const ValueDatePlan = Enum('ValueDatePlan', VALUE_DATE_PLANS)
export const TERMS_STATES = ['pending', 'effective', 'rejected'] as const
const TermsStatus = Enum('MerchantTermsStatus', TERMS_STATES)

const Rate = Type.Object(
  {
    card_type: Type.Optional(CardType),
    card_scheme: Type.Optional(CardSchemaType),
    is_on_us: Type.Optional(Type.Boolean({ description: 'The card is of the bank that takes the payment' })),
    installments_from: Type.Optional(Installments),
    installments_to: Type.Optional(Installments),
    basis_points: BasisPoints,
  },
  { $id: 'TermsRate', description: 'What is left out fits every sale' },
)

const Share = (description: string) => Type.Integer({ ...BasisPoints, default: 0, description })
const agreed = {
  merchant_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Left out: every merchant' })),
  connector_config_id: Type.Optional(
    Type.Unsafe<string>({ ...ConfigurationId, description: 'Its id or name. Left out: every configuration' }),
  ),
  bank_code: Type.Optional(Text(20, { description: 'Instead of a configuration: all of a bank' })),
  effective_from: Type.Unsafe<string>({ ...Day, description: 'Day of Istanbul; after every day that is settled' }),
  rates: Type.Array(Rate, { maxItems: 100, description: 'Commission of the bank: the first that fits' }),
  value_date_plan: ValueDatePlan,
  blocked_days: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 0, maximum: 365, description: 'With blocked_n' }),
  ),
  payout_weekday: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 1, maximum: 5, description: 'With weekly; 1 is Monday' }),
  ),
  returns_commission: Type.Optional(
    Type.Boolean({ default: true, description: 'A refund brings the commission of the bank back' }),
  ),
  platform_basis_points: Type.Optional(Share('Commission of the platform')),
  tax_basis_points: Type.Optional(Share('Tax on the commission of the platform')),
  returns_platform_commission: Type.Optional(Type.Boolean({ default: true })),
  reserve_basis_points: Type.Optional(Share('Withheld of the gross amount against chargebacks')),
  reserve_days: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 0, maximum: 540, default: 0, description: 'How long it is withheld' }),
  ),
  notes: Type.Optional(LongText(2_000)),
}
export const CreateTerms = Type.Object(agreed, { $id: 'CreateMerchantTerms' })
export type CreateTermsBody = Static<typeof CreateTerms>

export const Terms = Type.Object(
  {
    id: Uuid,
    merchant_id: Nullable(Uuid),
    connector_config_id: Nullable(Uuid),
    bank_code: text,
    effective_from: Day,
    rates: Type.Array(Rate),
    value_date_plan: ValueDatePlan,
    blocked_days: Nullable(Type.Integer({ format: 'int32' })),
    payout_weekday: Nullable(Type.Integer({ format: 'int32' })),
    returns_commission: Type.Boolean(),
    platform_basis_points: BasisPoints,
    tax_basis_points: BasisPoints,
    returns_platform_commission: Type.Boolean(),
    reserve_basis_points: BasisPoints,
    reserve_days: Type.Integer({ format: 'int32' }),
    status: TermsStatus,
    notes: text,
    created_by: Type.String(),
    decided_by: text,
    decided_at: Nullable(DateTime),
    created: DateTime,
  },
  { $id: 'MerchantTerms' },
)
export const TermsPage = pageSchema(Terms, 'MerchantTermsPage')
export const TermsQuery = Type.Object({
  ...pageQuery,
  ...waitsForQuery,
  merchant_id: Type.Optional(Uuid),
  connector_config_id: Type.Optional(ConfigurationId),
  status: AnyOf(TermsStatus),
})
export type TermsFilters = Static<typeof TermsQuery>
