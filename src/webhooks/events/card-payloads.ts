/** Payloads of the card payment events: the common members, then those of each type, in the order they are written. */
import { type TSchema, Type } from 'typebox'
import { AuthCode, MaskedCardNumber, ProviderTransactionId } from '../../core/members/card-members.ts'
import { ErrorCode, ErrorMessage } from '../../core/members/record-members.ts'
import { described, Nullable, NullableText } from '../../core/schema.ts'

const oneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

const TransactionStatus = oneOf([
  'created',
  'processing',
  'three_d_secure_init_processing',
  'three_d_secure_auth_processing',
  'authorized',
  'capture_processing',
  'completed',
  'refund_processing',
  'refunded',
  'canceled_processing',
  'canceled',
  'failed',
])
const PlanStatus = oneOf(['active', 'cancelled', 'completed', 'failed'])
const InstallmentStatus = oneOf(['pending', 'completed', 'error', 'cancelled'])
const ChargebackStatus = oneOf(['opened', 'disputed', 'won', 'lost'])
const SettlementStatus = oneOf(['pending', 'processing', 'settled', 'failed'])

const Id = Type.String({ format: 'uuid' })
const Time = Type.String({ format: 'date-time' })
const Minor = Type.Integer({ format: 'int64' })

/** Every card payment event contains all of these members; each may be null. */
const common = {
  transaction_id: described(
    Nullable(Id),
    'Id of the payment that the event is about; null when it is about none, such as a settlement.',
  ),
  status: described(
    Nullable(TransactionStatus),
    'Status of the payment after the event; null when the event is about no payment.',
  ),
  amount: described(
    Nullable(Minor),
    'Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY. Null when the event has none.',
  ),
  currency: NullableText('Currency of the amount as three-letter ISO 4217 code; null when the event has no amount.'),
  merchant_id: described(Nullable(Id), 'Id of the merchant that the event belongs to; null when it belongs to none.'),
  provider_transaction_id: ProviderTransactionId,
  auth_code: AuthCode,
  error_code: ErrorCode,
  error_message: ErrorMessage,
  masked_card_number: MaskedCardNumber,
  card_brand: described(
    Nullable(oneOf(['visa', 'mastercard', 'troy', 'amex'])),
    'Card scheme of the card that was charged; null for other schemes, and when no card is known.',
  ),
  sequence: Nullable(
    Type.Integer({
      minimum: 1,
      description:
        'Position of the event among those of one payment, or of one recurring plan, from 1: ignore an event with a lower one than you have seen. Null when the event is about neither.',
    }),
  ),
  external_id: NullableText('Your own order id, as sent with the payment; null when none was sent.'),
}
const payload = <P extends Record<string, TSchema>>(further: P) =>
  Type.Object({ ...common, ...further }, { additionalProperties: false })

const bankCode = {
  provider_error_code: NullableText('Response code of the bank, as the bank writes it; null when the bank gave none.'),
}
const plan = {
  recurring_plan_id: Type.String({ description: 'Id of the recurring plan that the event is about.' }),
  plan_status: described(PlanStatus, 'Status of the recurring plan after the event.'),
}
const installment = {
  ...plan,
  installment_index: Type.Integer({
    minimum: 1,
    description: 'Position of the installment in the plan; 1 is the first.',
  }),
  installment_status: described(InstallmentStatus, 'Status of the installment after the event.'),
}
const chargeback = {
  chargeback_id: Type.String({ description: 'Id of the chargeback that the event is about.' }),
  reason_code: Type.String({ description: 'Reason code of the card scheme, such as 4837.' }),
  due_date: described(Time, 'Time by which the merchant has to respond to the chargeback.'),
  chargeback_status: described(ChargebackStatus, 'Status of the chargeback after the event.'),
}
const settlement = {
  settlement_id: Type.String({ description: 'Id of the settlement that the event is about.' }),
  period_start: described(Time, 'Time at which the settled period begins.'),
  period_end: described(Time, 'Time at which the settled period ends.'),
  total_amount: described(Minor, 'Amount of the settlement in minor units: 12990 is 129.90 TRY.'),
  transaction_count: Type.Integer({ minimum: 0, description: 'Number of payments in the settlement.' }),
  settlement_status: described(SettlementStatus, 'Status of the settlement after the event.'),
}

export const cardPayloads = {
  plain: payload({}),
  failed: payload(bankCode),
  refund: payload({ refund_id: described(Id, 'Id of the refund that was completed.') }),
  installment: payload(installment),
  installmentFailed: payload({
    ...installment,
    try_count: Type.Integer({ minimum: 1, description: 'Number of times the installment has been charged so far.' }),
    ...bankCode,
  }),
  installmentError: payload({ ...installment, ...bankCode }),
  planCancelled: payload({
    ...plan,
    cancelled_by: Type.String({ description: 'Id of the user or API key that cancelled the plan.' }),
  }),
  planCompleted: payload({
    ...plan,
    installment_count: Type.Integer({ minimum: 1, description: 'Number of installments in the whole plan.' }),
  }),
  chargebackOpened: payload(chargeback),
  chargebackResolved: payload({
    ...chargeback,
    resolved_at: described(Time, 'Time at which the chargeback was won or lost.'),
  }),
  settlementCreated: payload(settlement),
  settlementCompleted: payload({
    ...settlement,
    settled_at: described(Time, 'Time at which the settlement was paid out.'),
    bank_reference: NullableText("The bank's reference of the payout; null when none was given."),
  }),
}
