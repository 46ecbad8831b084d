/** Shapes of card plans (docs/interface/cards.md#recurring-plans). */
import { type Static, Type } from 'typebox'
import { AnyOf, listQuery, pageSchema } from '../core/pagination.ts'
import {
  CardBrand,
  ConfigurationId,
  DateTime,
  Enum,
  LongText,
  MoneyInput,
  Nullable,
  StringMap,
  Text,
  Uuid,
} from '../core/schema.ts'
import { Card, CreatePayment } from '../payments/model/payment-schemas.ts'
import { RECURRING_PERIODS } from './model/due-dates.ts'
import { INSTALLMENT_STATES, PLAN_STATES } from './model/plan-states.ts'

const RecurringPeriodEnum = Enum('RecurringPeriod', RECURRING_PERIODS)
const PlanStatusEnum = Enum('RecurringPlanStatus', PLAN_STATES)
const SecureTypeEnum = Enum('RecurringSecureType', ['three_ds', 'non_three_ds'] as const)
const Every = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: 12,
  default: 1,
  description: 'Every so many periods',
})
const Count = Type.Integer({ format: 'int32', minimum: 2, maximum: 120 })
const StartDate = Type.String({
  format: 'date-time',
  description: 'Absent or past: the first payment is made now. Ahead: it is stored now and sent on its date',
})

const shared = {
  external_id: Type.Optional(Text(100, { description: "The caller's order id; need not be unique" })),
  amount: MoneyInput,
  card: Card,
  buyer: CreatePayment.properties.buyer,
  description: Type.Optional(LongText(500)),
  interval: Type.Optional(Every),
  start_date: Type.Optional(StartDate),
}

export const CreateRecurringPayment = Type.Object(
  {
    ...shared,
    installment: Type.Optional(
      Type.Integer({ format: 'int32', minimum: 1, maximum: 1, default: 1, description: 'Always 1' }),
    ),
    frequency: RecurringPeriodEnum,
    total_payment_count: Count,
    extra_properties: Type.Optional(StringMap),
  },
  { $id: 'CreateRecurringPayment' },
)
export type CreateRecurringPaymentBody = Static<typeof CreateRecurringPayment>

export const CreatePlanRecurring = Type.Object(
  {
    ...shared,
    connector_config_id: Type.Optional(
      Type.Unsafe<string>({ ...ConfigurationId, description: 'Its id or name. Absent: routing decides' }),
    ),
    period: RecurringPeriodEnum,
    installment_count: Count,
    secure_type: Type.Optional(SecureTypeEnum),
    return_url: Type.Optional(Text(2_048, { description: 'HTTPS; required with three_ds: where the browser ends' })),
  },
  { $id: 'CreatePlanRecurring' },
)
export type CreatePlanBody = Static<typeof CreatePlanRecurring>

export const CancelRecurring = Type.Object(
  { transaction_id: Type.Optional(Uuid), extra_properties: Type.Optional(StringMap) },
  { $id: 'CancelRecurring' },
)

const text = Nullable(Type.String())
const int32 = Type.Integer({ format: 'int32' })
const int64 = Type.Integer({ format: 'int64' })

const planMembers = {
  id: Uuid,
  merchant_id: Nullable(Uuid),
  external_id: text,
  provider_recurring_id: text,
  bank_code: text,
  period: RecurringPeriodEnum,
  interval: int32,
  installment_count: int32,
  amount: int64,
  currency: text,
  start_date: DateTime,
  secure_type: SecureTypeEnum,
  status: PlanStatusEnum,
  masked_card_number: text,
  card_brand: Nullable(CardBrand),
  card_holder_name: text,
  description: text,
  last_synced_at: Nullable(DateTime),
  last_error_code: text,
  last_error_message: text,
  card_expires_before_end: Type.Boolean({ description: 'The card expires before the last installment is due' }),
  card_expires_before_installment: Nullable(
    Type.Integer({ format: 'int32', description: 'Index of the first installment that is due after the card expires' }),
  ),
  created: DateTime,
  last_modified: DateTime,
}
const RecurringPlan = Type.Object(planMembers, { $id: 'RecurringPlan' })

const Installment = Type.Object(
  {
    id: Uuid,
    recurring_plan_id: Uuid,
    installment_index: int32,
    due_date: DateTime,
    amount: int64,
    try_count: int32,
    last_try_at: Nullable(DateTime),
    payment_status: Enum('InstallmentStatus', INSTALLMENT_STATES),
    transaction_id: Nullable(Uuid),
    provider_process_id: text,
    result_code: text,
    proc_return_code: text,
    result_message: text,
    updated_at: DateTime,
  },
  { $id: 'Installment' },
)

export const RecurringPlanDetail = Type.Object(
  { ...planMembers, installments: Type.Array(Installment) },
  { $id: 'RecurringPlanDetail' },
)
export const PlanPage = pageSchema(RecurringPlan, 'RecurringPlanPage')

export const RecurringCreated = Type.Object(
  {
    plan: Nullable(RecurringPlanDetail),
    is_success: Type.Boolean(),
    message: text,
    error_code: text,
    requires_three_d_secure: Type.Boolean(),
    html_content: text,
    redirect_token: text,
    transaction_id: Nullable(Uuid),
  },
  { $id: 'RecurringCreated' },
)

export const PlanQuery = Type.Object({
  ...listQuery,
  status: AnyOf(PlanStatusEnum),
  period: Type.Optional(RecurringPeriodEnum),
  start_date: Type.Optional(DateTime),
  end_date: Type.Optional(DateTime),
  merchant_id: Type.Optional(Uuid),
  external_merchant_id: Type.Optional(Text(100)),
})
export type PlanFilters = Static<typeof PlanQuery>

export const PlanParams = Type.Object({ id: Uuid })
export const InstallmentParams = Type.Object({ id: Uuid, index: Type.String({ description: '1 is the first' }) })
export const SyncQuery = Type.Object({
  force_sync: Type.Optional(Type.Boolean({ default: false, description: 'Ask the bank first about what it charged' })),
})
