/** Payloads of the 18 card payment events: the common members, then those of each type, in the order they are written. */
import { type TSchema, Type } from 'typebox'
import { Nullable } from '../../core/schema.ts'

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
const Minor = Type.Integer({ format: 'int64', description: 'Minor units' })

/** Every card payment event carries all of them; each may be null. */
const common = {
  transaction_id: Nullable(Id),
  status: Nullable(TransactionStatus),
  amount: Nullable(Minor),
  currency: Nullable(Type.String()),
  merchant_id: Nullable(Id),
  provider_transaction_id: Nullable(Type.String()),
  auth_code: Nullable(Type.String()),
  error_code: Nullable(Type.String()),
  error_message: Nullable(Type.String()),
  masked_card_number: Nullable(Type.String()),
  card_brand: Nullable(oneOf(['visa', 'mastercard', 'troy', 'amex'])),
  sequence: Nullable(Type.Integer({ minimum: 1, description: 'Counts the events of one transaction' })),
  external_id: Nullable(Type.String({ description: 'The caller’s order id' })),
}
const payload = <P extends Record<string, TSchema>>(further: P) =>
  Type.Object({ ...common, ...further }, { additionalProperties: false })

const bankCode = { provider_error_code: Nullable(Type.String({ description: 'The bank’s code' })) }
const plan = { recurring_plan_id: Type.String(), plan_status: PlanStatus }
const installment = {
  ...plan,
  installment_index: Type.Integer({ minimum: 1 }),
  installment_status: InstallmentStatus,
}
const chargeback = {
  chargeback_id: Type.String(),
  reason_code: Type.String(),
  due_date: Time,
  chargeback_status: ChargebackStatus,
}
const settlement = {
  settlement_id: Type.String(),
  period_start: Time,
  period_end: Time,
  total_amount: Minor,
  transaction_count: Type.Integer({ minimum: 0 }),
  settlement_status: SettlementStatus,
}

export const cardPayloads = {
  plain: payload({}),
  failed: payload(bankCode),
  refund: payload({ refund_id: Id }),
  installment: payload(installment),
  installmentFailed: payload({ ...installment, try_count: Type.Integer({ minimum: 1 }), ...bankCode }),
  installmentError: payload({ ...installment, ...bankCode }),
  planCancelled: payload({ ...plan, cancelled_by: Type.String() }),
  planCompleted: payload({ ...plan, installment_count: Type.Integer({ minimum: 1 }) }),
  chargebackOpened: payload(chargeback),
  chargebackResolved: payload({ ...chargeback, resolved_at: Time }),
  settlementCreated: payload(settlement),
  settlementCompleted: payload({ ...settlement, settled_at: Time, bank_reference: Nullable(Type.String()) }),
}
