/** Schemas of transactions (docs/interface/cards.md#transactions). */
import { type Static, Type } from 'typebox'
import {
  AuthCode,
  CardHolderName,
  CardProgram,
  CardScheme,
  Cavv,
  Eci,
  HostReference,
  MaskedCardNumber,
  Md,
  MdStatusOfBank,
  NullableCardType,
  ProviderTransactionId,
  Rrn,
  ThreeDsServerTransId,
  Xid,
} from '../../core/members/card-members.ts'
import {
  Created,
  ErrorCode,
  ErrorMessage,
  ExternalMerchantId,
  ExtraPropertiesDict,
  MerchantId,
  MerchantName,
  NullableConnectorCode,
  NullableCurrency,
  PaymentCorrelationId,
  TransactionId,
} from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema, sortQuery } from '../../core/pagination.ts'
import {
  CardSchemaType,
  CardType,
  ConfigurationId,
  DateTime,
  described,
  Enum,
  Int64,
  Nullable,
  NullableText,
  Uuid,
} from '../../core/schema.ts'
import { OperationTypeEnum, PaymentTypeEnum, SecureTypeEnum } from '../model/payment-schemas.ts'
import { PAYMENT_STATES } from '../model/payment-states.ts'
import { TransactionStatus } from './query-schemas.ts'

export const TransactionParams = Type.Object({
  id: described(Uuid, 'Id of the transaction, as its creation returned it.'),
})

const amount = Type.Integer({ format: 'int64' })
const MdStatus = Enum('MdStatus', [
  'unknown',
  'fully_authenticated',
  'attempted_authentication',
  'authentication_failed',
])

/** Stored states, and the result statuses that cover several of them. */
const STATUS_FILTERS = [...PAYMENT_STATES, 'voided', 'pending', 'pending_3ds', 'partially_refunded'] as const

export const transactionFilters = {
  start_date: Type.Optional(described(DateTime, 'Only transactions created at this time or later.')),
  end_date: Type.Optional(described(DateTime, 'Only transactions created at this time or earlier.')),
  status: AnyOf(
    Enum('TransactionStatusFilter', STATUS_FILTERS),
    'Only transactions in any of these statuses; a result status covers several stored ones.',
  ),
  operation_type: Type.Optional(described(OperationTypeEnum, 'Only transactions of this operation.')),
  payment_type: Type.Optional(
    described(PaymentTypeEnum, 'Only transactions paid in this way, such as by card or by link.'),
  ),
  secure_type: Type.Optional(
    described(SecureTypeEnum, 'Only transactions with this kind of 3D Secure, or without it.'),
  ),
  card_schema_type: Type.Optional(described(CardSchemaType, 'Only transactions with cards of this scheme.')),
  card_type: Type.Optional(described(CardType, 'Only transactions with cards of this type.')),
  installment_count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 12, description: 'Only transactions with this number of installments.' }),
  ),
  bin_number: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,6}$',
      description: 'Only transactions with cards whose number begins with these 1 to 6 digits.',
    }),
  ),
  min_amount: Type.Optional(described(Int64, 'Only transactions of this amount or more, in minor units.')),
  max_amount: Type.Optional(described(Int64, 'Only transactions of this amount or less, in minor units.')),
  merchant_id: Type.Optional(described(Uuid, 'Only transactions of the merchant with this id.')),
  external_merchant_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only transactions of the merchant with this identifier of yours.' }),
  ),
  basket_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only transactions with this basket id of yours.' }),
  ),
  external_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only transactions with exactly this order id of yours.' }),
  ),
  parent_transaction_id: Type.Optional(
    described(Uuid, 'Only refunds of the payment with this id; each refund is a row of its own.'),
  ),
  customer_email: Type.Optional(
    Type.String({
      maxLength: 254,
      description: 'Only transactions whose buyer has exactly this e-mail address, compared without case.',
    }),
  ),
  error_code: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only transactions that failed with this code; add a range of dates when there are many.',
    }),
  ),
  connector_code: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only transactions through the connector with this code.' }),
  ),
  connector_configuration_id: Type.Optional(
    described(ConfigurationId, 'Only transactions through the connector configuration with this id or name.'),
  ),
  search_term: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of basket_id, external_id or masked card number, or the start of an id.',
    }),
  ),
}
export const TransactionQueryParams = Type.Object({ ...pageQuery, ...sortQuery, ...transactionFilters })
const TransactionFilters = Type.Object(transactionFilters)
export type TransactionFilters = Static<typeof TransactionFilters>

const members = {
  extra_properties_dict: ExtraPropertiesDict,
  id: described(Uuid, 'Id of the transaction; for a payment, its transaction_id.'),
  merchant_id: MerchantId,
  parent_transaction_id: described(
    Nullable(Uuid),
    'Id of the payment that a refund belongs to; null when the transaction is a payment itself.',
  ),
  external_merchant_id: ExternalMerchantId,
  merchant_name: MerchantName,
  basket_id: NullableText('Your own id of the basket; null when none was sent.'),
  external_id: NullableText('Your own order id; null when none was sent.'),
  amount: described(amount, 'Amount of the transaction in minor units (kuruş): 12990 is 129.90 TRY.'),
  net_amount: described(amount, 'Amount that is left after refunds, in minor units.'),
  currency: NullableCurrency,
  status: described(TransactionStatus, 'Status of the transaction now.'),
  operation_type: described(OperationTypeEnum, 'Operation of the transaction, such as sale, pre_auth or refund.'),
  payment_type: described(PaymentTypeEnum, 'Way in which the shopper paid, such as card or link.'),
  bin_number: Nullable(
    Type.Integer({ format: 'int32', description: 'First six digits of the card number; null when no card is known.' }),
  ),
  last4: NullableText('Last four digits of the card number; null when no card is known.'),
  card_holder_name: CardHolderName,
  masked_card_number: MaskedCardNumber,
  card_schema_type: CardScheme,
  card_brand: CardProgram,
  card_type: NullableCardType,
  issuer_bank_code: NullableText('Five-digit code of the bank that issued the card; null when it is not known.'),
  issuer_bank_name: NullableText('Name of the bank that issued the card; null when it is not known.'),
  issuer_bank_logo_url: NullableText('Address of the logo of the bank that issued the card; null when there is none.'),
  is_3d_secure: Type.Boolean({ description: 'Whether the transaction went through 3D Secure.' }),
  secure_type: described(Nullable(SecureTypeEnum), 'Kind of 3D Secure that was used; null when it is not known yet.'),
  installment_count: Type.Integer({ format: 'int32', description: 'Number of installments; 1 is a single payment.' }),
  created: Created,
  completed_at: described(Nullable(DateTime), 'Time at which the transaction reached its final status; null before.'),
  error_code: ErrorCode,
  error_message: ErrorMessage,
  connector_configuration_id: described(
    Nullable(Uuid),
    'Id of the connector configuration that took the payment; null when none was chosen.',
  ),
  connector_configuration_name: NullableText(
    'Name of the connector configuration that took the payment; null when none was chosen.',
  ),
  connector_code: NullableConnectorCode,
  installment_amount: described(amount, 'Amount of one installment in minor units.'),
  bank_commission_amount: described(amount, 'Commission of the bank in minor units.'),
  merchant_commission_amount: described(amount, 'Commission that the merchant pays, in minor units.'),
  net_merchant_amount: described(amount, 'Amount that the merchant receives after commissions, in minor units.'),
  settlement_date: described(
    Nullable(DateTime),
    'Time at which a finalized reconciliation settled the payment, which can no longer be voided then; null before.',
  ),
  bank_response_code: NullableText('Response code of the bank; null before the bank answered.'),
  md_status: described(Nullable(MdStatus), 'Outcome of the 3D Secure authentication; null without 3D Secure.'),
  provider_transaction_id: ProviderTransactionId,
  auth_code: AuthCode,
  host_reference: HostReference,
  rrn: Rrn,
  correlation_id: PaymentCorrelationId,
}
export const Transaction = Type.Object(members, { $id: 'Transaction' })
export const TransactionPage = pageSchema(Transaction, 'TransactionPage')
export const TransactionDetail = Type.Object(
  {
    ...members,
    ip_address: NullableText('Network address of the shopper; null when none was sent.'),
    cavv: Cavv,
    eci: Eci,
    xid: Xid,
    md: Md,
    three_ds_server_trans_id: ThreeDsServerTransId,
    provider_raw_request: NullableText('Request to the bank as it was sent, masked; null when none was sent.'),
    provider_raw_response: NullableText('Answer of the bank as it came, masked; null when none came.'),
  },
  { $id: 'TransactionDetail' },
)
export const TransactionHistory = Type.Object(
  {
    id: described(Uuid, 'Id of the history entry.'),
    transaction_id: TransactionId,
    connector_configuration_id: described(
      Nullable(Uuid),
      'Id of the connector configuration that the step went through; null when it went to no bank.',
    ),
    connector_configuration_name: NullableText(
      'Name of the connector configuration that the step went through; null when it went to no bank.',
    ),
    previous_status: described(
      Nullable(TransactionStatus),
      'Status of the payment before the step; null for the first step.',
    ),
    new_status: described(TransactionStatus, 'Status of the payment after the step.'),
    message: NullableText('Remark on the step, for people; null when there is none.'),
    error_code: ErrorCode,
    error_message: ErrorMessage,
    provider_transaction_id: ProviderTransactionId,
    auth_code: AuthCode,
    host_reference: HostReference,
    md_status: MdStatusOfBank,
    cavv: Cavv,
    eci: Eci,
    xid: Xid,
    md: Md,
    three_ds_server_trans_id: ThreeDsServerTransId,
    provider_raw_response: NullableText('Answer of the bank as it came, masked; null when none came.'),
    operation_amount: described(amount, 'Amount that the step moved, in minor units.'),
    created: Created,
  },
  { $id: 'TransactionHistory' },
)
