/** Schemas of card plans (docs/interface/cards.md#recurring-plans). */
import { type Static, Type } from 'typebox'
import { CardHolderName, CardProgram, MaskedCardNumber } from '../core/members/card-members.ts'
import {
  BankCode,
  Created,
  ErrorCode,
  LastModified,
  NullableCurrency,
  NullableMerchantId,
} from '../core/members/record-members.ts'
import { AnyOf, listQuery, pageSchema } from '../core/pagination.ts'
import {
  ConfigurationId,
  DateTime,
  described,
  Enum,
  LongText,
  MoneyInput,
  Nullable,
  NullableText,
  StringMap,
  Text,
  Uuid,
} from '../core/schema.ts'
import { Card, CreatePayment } from '../payments/model/payment-schemas.ts'
import { RECURRING_PERIODS } from './model/due-dates.ts'
import { INSTALLMENT_STATES, RECURRING_PLAN_STATES } from './model/recurring-plan-states.ts'

const RecurringPeriodEnum = Enum('RecurringPeriod', RECURRING_PERIODS)
const PlanStatusEnum = Enum('RecurringPlanStatus', RECURRING_PLAN_STATES)
const SecureTypeEnum = Enum('RecurringSecureType', ['three_ds', 'non_three_ds'] as const)
const Every = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: 12,
  default: 1,
  description: 'Number of periods between two installments: 2 with a period of a month is every second month.',
})
const Count = Type.Integer({ format: 'int32', minimum: 2, maximum: 120 })
const StartDate = Type.String({
  format: 'date-time',
  description:
    'Date of the first payment. When absent or past, it is made now; when ahead, it is stored now and sent on its date.',
})

const shared = {
  external_id: Type.Optional(Text(100, { description: 'Your own order id; it need not be unique.' })),
  amount: described(MoneyInput, 'Amount of each installment, with its currency.'),
  card: described(
    Card,
    'Card that is charged on each date. It is stored sealed until the plan ends, without its security code.',
  ),
  buyer: described(CreatePayment.properties.buyer, 'Person that pays; recommended for the fraud rules.'),
  description: Type.Optional(LongText(500, { description: 'Description of the order, for people.' })),
  interval: Type.Optional(Every),
  start_date: Type.Optional(StartDate),
}

export const CreateRecurringPayment = Type.Object(
  {
    ...shared,
    installment: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 1,
        default: 1,
        description: 'Number of installments of each payment, always 1.',
      }),
    ),
    frequency: described(
      RecurringPeriodEnum,
      'Rhythm of the payments: the period after which the card is charged again.',
    ),
    total_payment_count: described(Count, 'Number of payments in the whole plan, 2 to 120.'),
    extra_properties: Type.Optional(
      described(StringMap, 'Further values by name, handed to the connector as they are.'),
    ),
  },
  { $id: 'CreateRecurringPayment' },
)
export type CreateRecurringPaymentBody = Static<typeof CreateRecurringPayment>

export const CreateRecurringPlan = Type.Object(
  {
    ...shared,
    connector_config_id: Type.Optional(
      described(
        ConfigurationId,
        'Id or name of the connector configuration that takes the payments; when absent, routing decides.',
      ),
    ),
    period: described(RecurringPeriodEnum, 'Period after which the card is charged again.'),
    installment_count: described(Count, 'Number of installments in the whole plan, 2 to 120.'),
    secure_type: Type.Optional(
      described(SecureTypeEnum, 'Whether the shopper confirms the first payment by 3D Secure.'),
    ),
    return_url: Type.Optional(
      Text(2_048, {
        description: 'HTTPS address the browser is sent to after 3D Secure; required when secure_type is three_ds.',
      }),
    ),
  },
  { $id: 'CreatePlanRecurring' },
)
export type CreateRecurringPlanBody = Static<typeof CreateRecurringPlan>

export const CancelRecurring = Type.Object(
  {
    transaction_id: Type.Optional(described(Uuid, 'Id of the payment; it repeats the path.')),
    extra_properties: Type.Optional(
      described(StringMap, 'Further values by name, handed to the connector as they are.'),
    ),
  },
  { $id: 'CancelRecurring' },
)

const int32 = Type.Integer({ format: 'int32' })
const int64 = Type.Integer({ format: 'int64' })

const planMembers = {
  id: described(Uuid, 'Id of the recurring plan.'),
  merchant_id: NullableMerchantId,
  external_id: NullableText('Your own order id, as sent with the plan; null when none was sent.'),
  provider_recurring_id: NullableText("The bank's own id of the plan; null when the platform charges the card itself."),
  bank_code: BankCode,
  period: described(RecurringPeriodEnum, 'Period after which the card is charged again.'),
  interval: described(
    int32,
    'Number of periods between two installments: 2 with a period of a month is every second month.',
  ),
  installment_count: described(int32, 'Number of installments in the whole plan.'),
  amount: described(int64, 'Amount of each installment in minor units (kuruş): 12990 is 129.90 TRY.'),
  currency: NullableCurrency,
  start_date: described(DateTime, 'Date of the first installment.'),
  secure_type: described(SecureTypeEnum, 'Whether the first payment was confirmed by 3D Secure.'),
  status: described(PlanStatusEnum, 'Status of the plan; only an active one charges the card.'),
  masked_card_number: MaskedCardNumber,
  card_brand: CardProgram,
  card_holder_name: CardHolderName,
  description: NullableText('Description of the order, for people; null when none was given.'),
  last_synced_at: described(
    Nullable(DateTime),
    'Time at which the plan was last compared with the bank; null when it never was.',
  ),
  last_error_code: NullableText('Platform code of the latest failed installment; null when none failed.'),
  last_error_message: NullableText('Explanation of the latest failure, for people; null when none failed.'),
  card_expires_before_end: Type.Boolean({
    description: 'Whether the card expires before the last installment is due.',
  }),
  card_expires_before_installment: Nullable(
    Type.Integer({
      format: 'int32',
      description:
        'Index of the first installment that is due after the card expires; null when it covers all of them.',
    }),
  ),
  created: Created,
  last_modified: LastModified,
}
const RecurringPlan = Type.Object(planMembers, { $id: 'RecurringPlan' })

const Installment = Type.Object(
  {
    id: described(Uuid, 'Id of the installment.'),
    recurring_plan_id: described(Uuid, 'Id of the recurring plan that the installment belongs to.'),
    installment_index: described(int32, 'Position of the installment in the plan; 1 is the first.'),
    due_date: described(DateTime, 'Time at which the installment is due.'),
    amount: described(int64, 'Amount of the installment in minor units (kuruş): 12990 is 129.90 TRY.'),
    try_count: described(int32, 'Number of times the installment has been charged so far.'),
    last_try_at: described(Nullable(DateTime), 'Time of the latest attempt to charge the card; null before the first.'),
    payment_status: described(Enum('InstallmentStatus', INSTALLMENT_STATES), 'Status of the installment.'),
    transaction_id: described(
      Nullable(Uuid),
      'Id of the payment that charged the installment; null before the first attempt.',
    ),
    provider_process_id: NullableText("The bank's own id of the charge; null when the bank gave none."),
    result_code: NullableText('Platform code of the latest attempt; null before the first.'),
    proc_return_code: NullableText('Response code of the bank to the latest attempt; null when the bank gave none.'),
    result_message: NullableText('Outcome of the latest attempt, for people; null before the first.'),
    updated_at: LastModified,
  },
  { $id: 'Installment' },
)

export const RecurringPlanDetail = Type.Object(
  {
    ...planMembers,
    installments: Type.Array(Installment, {
      description: 'Installments of the plan with their dates and outcomes, in order.',
    }),
  },
  { $id: 'RecurringPlanDetail' },
)
export const RecurringPlanPage = pageSchema(RecurringPlan, 'RecurringPlanPage')

export const RecurringCreated = Type.Object(
  {
    plan: described(
      Nullable(RecurringPlanDetail),
      'Created plan with all its installments; null when none was created.',
    ),
    is_success: Type.Boolean({ description: 'Whether the plan was created and its first payment did not fail.' }),
    message: NullableText('Outcome of the call, for people; null when there is nothing to add.'),
    error_code: ErrorCode,
    requires_three_d_secure: Type.Boolean({
      description: 'Whether the shopper has to confirm the first payment by 3D Secure before the plan becomes active.',
    }),
    html_content: NullableText(
      'HTML page that takes the shopper through 3D Secure, to be shown as it is; null when none is needed.',
    ),
    redirect_token: NullableText(
      'Token of the hosted page that takes the shopper through 3D Secure; null when none is needed.',
    ),
    transaction_id: described(Nullable(Uuid), 'Id of the first payment; null when it is due later.'),
  },
  { $id: 'RecurringCreated' },
)

export const RecurringPlanQuery = Type.Object({
  ...listQuery,
  status: AnyOf(PlanStatusEnum, 'Only plans in any of these statuses.'),
  period: Type.Optional(described(RecurringPeriodEnum, 'Only plans that charge the card in this rhythm.')),
  start_date: Type.Optional(described(DateTime, 'Only plans created at this time or later.')),
  end_date: Type.Optional(described(DateTime, 'Only plans created at this time or earlier.')),
  merchant_id: Type.Optional(described(Uuid, 'Only plans of the merchant with this id.')),
  external_merchant_id: Type.Optional(
    Text(100, { description: 'Only plans of the merchant with this identifier of yours.' }),
  ),
})
export type RecurringPlanFilters = Static<typeof RecurringPlanQuery>

export const RecurringPlanParams = Type.Object({ id: described(Uuid, 'Id of the recurring plan.') })
export const InstallmentParams = Type.Object({
  id: described(Uuid, 'Id of the recurring plan.'),
  index: Type.String({ description: 'Position of the installment within its plan; 1 is the first.' }),
})
export const SyncQuery = Type.Object({
  force_sync: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the bank is asked first about what it charged.' }),
  ),
})
