/** Shapes of transactions (docs/interface/cards.md#transactions). */
import { type Static, Type } from 'typebox'
import { AnyOf, pageQuery, pageSchema, sortQuery } from '../../core/pagination.ts'
import {
  CardBrand,
  CardSchemaType,
  CardType,
  ConfigurationId,
  DateTime,
  Enum,
  Int64,
  Nullable,
  StringMap,
  Uuid,
} from '../../core/schema.ts'
import { OperationTypeEnum, PaymentTypeEnum, SecureTypeEnum } from '../model/payment-schemas.ts'
import { PAYMENT_STATES } from '../model/payment-states.ts'
import { TransactionStatus } from './query-schemas.ts'

export const TransactionParams = Type.Object({ id: Uuid })

const text = Nullable(Type.String())
const amount = Type.Integer({ format: 'int64' })
const MdStatus = Enum('MdStatus', [
  'unknown',
  'fully_authenticated',
  'attempted_authentication',
  'authentication_failed',
])

/** Stored states and the result statuses that cover several of them. */
const STATUS_FILTERS = [...PAYMENT_STATES, 'voided', 'pending', 'pending_3ds', 'partially_refunded'] as const

export const transactionFilters = {
  start_date: Type.Optional(DateTime),
  end_date: Type.Optional(DateTime),
  status: AnyOf(Enum('TransactionStatusFilter', STATUS_FILTERS)),
  operation_type: Type.Optional(OperationTypeEnum),
  payment_type: Type.Optional(PaymentTypeEnum),
  secure_type: Type.Optional(SecureTypeEnum),
  card_schema_type: Type.Optional(CardSchemaType),
  card_type: Type.Optional(CardType),
  installment_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
  bin_number: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$', description: 'First 1 to 6 digits' })),
  min_amount: Type.Optional(Int64),
  max_amount: Type.Optional(Int64),
  merchant_id: Type.Optional(Uuid),
  external_merchant_id: Type.Optional(Type.String({ maxLength: 100 })),
  basket_id: Type.Optional(Type.String({ maxLength: 100 })),
  external_id: Type.Optional(Type.String({ maxLength: 100, description: 'Your order id, exactly' })),
  parent_transaction_id: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: 'Refunds of this payment, each a row of its own' }),
  ),
  customer_email: Type.Optional(
    Type.String({ maxLength: 254, description: 'E-mail address of the buyer, whole, without case' }),
  ),
  error_code: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Payments that failed with this code; give a range of times where there are many',
    }),
  ),
  connector_code: Type.Optional(Type.String({ maxLength: 100 })),
  connector_configuration_id: Type.Optional(ConfigurationId),
  search_term: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of basket_id, external_id or masked card, or the start of an id',
    }),
  ),
}
export const TransactionQueryParams = Type.Object({ ...pageQuery, ...sortQuery, ...transactionFilters })
const TransactionFilters = Type.Object(transactionFilters)
export type TransactionFilters = Static<typeof TransactionFilters>

const members = {
  extra_properties_dict: Nullable(StringMap),
  id: Uuid,
  merchant_id: Uuid,
  parent_transaction_id: Nullable(Uuid),
  external_merchant_id: text,
  merchant_name: text,
  basket_id: text,
  external_id: text,
  amount,
  net_amount: amount,
  currency: text,
  status: TransactionStatus,
  operation_type: OperationTypeEnum,
  payment_type: PaymentTypeEnum,
  bin_number: Nullable(Type.Integer({ format: 'int32' })),
  last4: text,
  card_holder_name: text,
  masked_card_number: text,
  card_schema_type: Nullable(CardSchemaType),
  card_brand: Nullable(CardBrand),
  card_type: Nullable(CardType),
  issuer_bank_code: text,
  issuer_bank_name: text,
  issuer_bank_logo_url: text,
  is_3d_secure: Type.Boolean(),
  secure_type: Nullable(SecureTypeEnum),
  installment_count: Type.Integer({ format: 'int32' }),
  created: DateTime,
  completed_at: Nullable(DateTime),
  error_code: text,
  error_message: text,
  connector_configuration_id: Nullable(Uuid),
  connector_configuration_name: text,
  connector_code: text,
  installment_amount: amount,
  bank_commission_amount: amount,
  merchant_commission_amount: amount,
  net_merchant_amount: amount,
  settlement_date: Nullable(DateTime),
  bank_response_code: text,
  md_status: Nullable(MdStatus),
  provider_transaction_id: text,
  auth_code: text,
  host_reference: text,
  rrn: text,
  correlation_id: Type.String({ description: 'Of the request that made the payment; key of its trace' }),
}
export const Transaction = Type.Object(members, { $id: 'Transaction' })
export const TransactionPage = pageSchema(Transaction, 'TransactionPage')
export const TransactionDetail = Type.Object(
  {
    ...members,
    ip_address: text,
    cavv: text,
    eci: text,
    xid: text,
    md: text,
    three_ds_server_trans_id: text,
    provider_raw_request: text,
    provider_raw_response: text,
  },
  { $id: 'TransactionDetail' },
)
export const TransactionHistory = Type.Object(
  {
    id: Uuid,
    transaction_id: Uuid,
    connector_configuration_id: Nullable(Uuid),
    connector_configuration_name: text,
    previous_status: Nullable(TransactionStatus),
    new_status: TransactionStatus,
    message: text,
    error_code: text,
    error_message: text,
    provider_transaction_id: text,
    auth_code: text,
    host_reference: text,
    md_status: text,
    cavv: text,
    eci: text,
    xid: text,
    md: text,
    three_ds_server_trans_id: text,
    provider_raw_response: text,
    operation_amount: amount,
    created: DateTime,
  },
  { $id: 'TransactionHistory' },
)
