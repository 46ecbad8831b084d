/** Shapes of the payment query and history (docs/interface/cards.md#query-and-history). */
import { Type } from 'typebox'
import { DateTime, Enum, Nullable, Uuid } from '../../core/schema.ts'
import { OperationTypeEnum } from '../model/payment-schemas.ts'
import { PAYMENT_STATES } from '../model/payment-states.ts'

export const TransactionStatus = Enum('TransactionStatus', PAYMENT_STATES)
const text = Nullable(Type.String())
const Amount = Type.Integer({ format: 'int64' })

const QueryDetail = Type.Object(
  {
    status: TransactionStatus,
    operation_type: Nullable(OperationTypeEnum),
    amount: Amount,
    net_amount: Amount,
    currency: text,
    installment_count: Type.Integer({ format: 'int32' }),
    is_3d_secure: Type.Boolean(),
    provider_transaction_id: text,
    auth_code: text,
    host_reference: text,
    masked_card_number: text,
    card_brand: text,
    card_holder_name: text,
    bank_code: text,
    transaction_status: text,
    charge_type: text,
    settlement_id: text,
    captured_amount: Nullable(Amount),
    error_code: text,
    error_message: text,
    processed_at: Nullable(DateTime),
    completed_at: Nullable(DateTime),
    created_at: Nullable(DateTime),
  },
  { $id: 'TransactionQueryDetail' },
)

export const TransactionQuery = Type.Object(
  {
    transaction_id: Uuid,
    status: TransactionStatus,
    is_success: Type.Boolean(),
    message: text,
    external_query_available: Type.Boolean(),
    internal: Nullable(QueryDetail),
    external: Nullable(QueryDetail),
  },
  { $id: 'TransactionQuery' },
)

const HistoryEntry = Type.Object(
  {
    timestamp: DateTime,
    status: text,
    previous_status: text,
    charge_type: text,
    message: text,
    error_code: text,
    error_message: text,
    provider_transaction_id: text,
    auth_code: text,
    host_reference: text,
    order_id: text,
    settlement_id: text,
    amount: Nullable(Amount),
    md_status: text,
    cavv: text,
    eci: text,
    xid: text,
  },
  { $id: 'OrderHistoryEntry' },
)

export const OrderHistory = Type.Object(
  {
    transaction_id: Uuid,
    status: TransactionStatus,
    original_amount: Amount,
    net_amount: Amount,
    currency: text,
    is_success: Type.Boolean(),
    message: text,
    provider_history_available: Type.Boolean(),
    internal_history: Nullable(Type.Array(HistoryEntry)),
    external_history: Nullable(Type.Array(HistoryEntry)),
  },
  { $id: 'OrderHistory' },
)
export const OrderIdQuery = Type.Object({
  order_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "The bank's order id, for the bank's side; for callers of one merchant an order of its own payments",
    }),
  ),
})
