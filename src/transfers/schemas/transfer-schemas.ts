/** Shapes of a transfer in lists and in detail (docs/interface/transfers.md#reads). */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { AnyOf, pageQuery, pageSchema, sortQuery } from '../../core/pagination.ts'
import { DateTime, Int32, Int64, Nullable, StringMap, Uuid } from '../../core/schema.ts'
import { TransferCurrencyEnum, TransferStatusEnum, TransferTypeEnum } from './creation-schemas.ts'

const MaybeText = Nullable(Type.String())
const MaybeTime = Nullable(DateTime)
const MaybeId = Nullable(Uuid)

export const ReceiverAccount = Type.Object(
  {
    extra_properties_dict: Nullable(StringMap),
    id: Uuid,
    bank_id: MaybeId,
    recipient_id: MaybeId,
    holder_name: MaybeText,
    description: MaybeText,
    account_number: MaybeText,
    iban: MaybeText,
    masked_card_no: MaybeText,
    card_token: MaybeText,
    bank_name: MaybeText,
    bank_code: MaybeText,
    label: MaybeText,
    external_id: MaybeText,
    iban_masked: MaybeText,
    is_default: Type.Boolean(),
    is_active: Type.Boolean(),
  },
  { $id: 'ReceiverAccount' },
)

export const ConnectorAccount = Type.Object(
  {
    extra_properties_dict: Nullable(StringMap),
    id: Uuid,
    connector_configuration_id: Uuid,
    bank_id: MaybeId,
    holder_name: MaybeText,
    description: MaybeText,
    account_number: MaybeText,
    iban: MaybeText,
    masked_card_no: MaybeText,
    card_token: MaybeText,
    connector_configuration_name: MaybeText,
    connector_name: MaybeText,
    connector_code: MaybeText,
    bank_name: MaybeText,
    bank_code: MaybeText,
    currency: TransferCurrencyEnum,
    is_active: Type.Boolean(),
  },
  { $id: 'ConnectorAccount' },
)

const members = {
  extra_properties_dict: Nullable(StringMap),
  id: Uuid,
  merchant_id: Uuid,
  request_id: MaybeText,
  external_id: MaybeText,
  receipt_no: MaybeText,
  description: MaybeText,
  receiver_account_id: MaybeId,
  request_sender_account_id: MaybeId,
  success_sender_account_id: MaybeId,
  amount: Int64,
  currency: TransferCurrencyEnum,
  request_transfer_type: TransferTypeEnum,
  success_transfer_type: Nullable(TransferTypeEnum),
  fee_amount: Type.Integer({ format: 'int64', description: 'Minor units; 0 until delivered or completed' }),
  scheduled_date: DateTime,
  processed_date: MaybeTime,
  validate_date: MaybeTime,
  sent_date: MaybeTime,
  status: TransferStatusEnum,
  retry_count: Int32,
  receiver_account: Nullable(ReceiverAccount),
  request_sender_connector_account: Nullable(ConnectorAccount),
  success_sender_connector_account: Nullable(ConnectorAccount),
  recurring_transfer_id: MaybeId,
  created: DateTime,
  created_by: Type.String({ description: 'Person or API key that made it' }),
  error_code: MaybeText,
  provider_error_code: MaybeText,
  error_message: MaybeText,
}
export const Transfer = Type.Object(members, { $id: 'Transfer' })
export const TransferPage = pageSchema(Transfer, 'TransferPage')
export const TransferDetail = Type.Object(
  {
    ...members,
    history: Type.Array(
      Type.Object(
        {
          previous_status: Nullable(TransferStatusEnum),
          new_status: TransferStatusEnum,
          occurred_at: DateTime,
          actor: Nullable(Type.String({ description: 'Client or user of a step people take; null for the service' })),
          bank_response_code: MaybeText,
          bank_response_message: MaybeText,
          provider_transaction_id: MaybeText,
        },
        { $id: 'TransferHistory' },
      ),
      { description: 'Oldest first' },
    ),
  },
  { $id: 'TransferDetail' },
)

const Id = Type.Optional(Type.String({ format: 'uuid' }))
const Time = Type.Optional(Type.String({ format: 'date-time', description: 'Of created' }))
const Amount = Type.Optional(Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
export const TransferQuery = Type.Object({
  ...pageQuery,
  ...sortQuery,
  ...waitsForQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 200, description: 'In external_id, receipt_no, description and holder name' }),
  ),
  status: AnyOf(TransferStatusEnum),
  transfer_type: Type.Optional(TransferTypeEnum),
  connector_account_id: Id,
  source_account_id: Id,
  receiver_account_id: Id,
  recipient_id: Id,
  from_date: Time,
  to_date: Time,
  min_amount: Amount,
  max_amount: Amount,
  external_id: Type.Optional(Type.String({ maxLength: 100 })),
  currency: Type.Optional(TransferCurrencyEnum),
  iban: Type.Optional(Type.String({ maxLength: 50, description: 'Of the receiver, exact; blanks allowed' })),
  merchant_id: Id,
})
export type TransferFilters = Static<typeof TransferQuery>
