/** Schemas of a transfer in lists and in detail (docs/interface/transfers.md#reads). */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import {
  BankCode,
  BankId,
  BankName,
  Created,
  ErrorCode,
  ErrorMessage,
  ExtraPropertiesDict,
  MerchantId,
  NullableConnectorCode,
  ProviderErrorCode,
} from '../../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema, sortQuery } from '../../core/pagination.ts'
import { DateTime, described, Int32, Int64, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { TransferCurrencyEnum, TransferStatusEnum, TransferTypeEnum } from './creation-schemas.ts'

const MaybeTime = Nullable(DateTime)
const MaybeId = Nullable(Uuid)

export const ReceiverAccount = Type.Object(
  {
    extra_properties_dict: ExtraPropertiesDict,
    id: described(Uuid, 'Id of the receiver account.'),
    bank_id: BankId,
    recipient_id: described(
      MaybeId,
      'Id of the recipient that the account belongs to; null when the transfer named the account itself.',
    ),
    holder_name: NullableText('Name of the account holder; null when none is stored.'),
    description: NullableText('Description of the account, for people; null when there is none.'),
    account_number: NullableText('Account number at the bank; null when the account is known by IBAN or card.'),
    iban: NullableText('IBAN of the account; null when it is known by account number or card.'),
    masked_card_no: NullableText('Number of the receiving card, masked; null when the account is no card.'),
    card_token: NullableText('Token that stands for the receiving card; null when the account is no card.'),
    bank_name: BankName,
    bank_code: BankCode,
    label: NullableText('Short label under which people find the account; null when there is none.'),
    external_id: NullableText('Your own id of the receiver account; null when none was sent.'),
    iban_masked: NullableText('IBAN of the account with its middle masked; null when it has none.'),
    is_default: Type.Boolean({
      description: 'Whether transfers to the recipient go to this account when no account is named.',
    }),
    is_active: Type.Boolean({ description: 'Whether new transfers may go to the account.' }),
  },
  { $id: 'ReceiverAccount' },
)

export const ConnectorAccount = Type.Object(
  {
    extra_properties_dict: ExtraPropertiesDict,
    id: described(Uuid, 'Id of the connector account (source account).'),
    connector_configuration_id: described(Uuid, 'Id of the connector configuration through which the bank is reached.'),
    bank_id: BankId,
    holder_name: NullableText('Name of the account holder; null when none is stored.'),
    description: NullableText('Description of the account, for people; null when there is none.'),
    account_number: NullableText('Account number at the bank; null when only the IBAN is known.'),
    iban: NullableText('IBAN of the account; null when only the account number is known.'),
    masked_card_no: NullableText('Always null: a source account is no card.'),
    card_token: NullableText('Always null, as a source account is no card.'),
    connector_configuration_name: NullableText('Name of the connector configuration; null when it was deleted.'),
    connector_name: NullableText('Name of the connector; null when it was deleted.'),
    connector_code: NullableConnectorCode,
    bank_name: BankName,
    bank_code: BankCode,
    currency: described(TransferCurrencyEnum, 'Currency of the account as three-letter ISO 4217 code.'),
    is_active: Type.Boolean({ description: 'Whether new transfers may leave from the account.' }),
  },
  { $id: 'ConnectorAccount' },
)

const members = {
  extra_properties_dict: ExtraPropertiesDict,
  id: described(Uuid, 'Id of the transfer.'),
  merchant_id: MerchantId,
  request_id: NullableText('Correlation id of the request that created the transfer; null when it is not known.'),
  external_id: NullableText('Your own id of the transfer; null when none was sent.'),
  receipt_no: NullableText('Receipt number the bank gave the transfer; null before the bank gave one.'),
  description: NullableText('Text that goes to the bank with the transfer; null when none was sent.'),
  receiver_account_id: described(
    MaybeId,
    'Id of the receiver account that the money goes to; null when the transfer names a recipient that is not stored.',
  ),
  request_sender_account_id: described(MaybeId, 'Id of the source account that was requested.'),
  success_sender_account_id: described(
    MaybeId,
    'Id of the source account that the money left from; null before the transfer was sent.',
  ),
  amount: described(Int64, 'Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY.'),
  currency: described(TransferCurrencyEnum, 'Currency of the transfer as three-letter ISO 4217 code.'),
  request_transfer_type: described(TransferTypeEnum, 'Way of sending that was requested.'),
  success_transfer_type: described(
    Nullable(TransferTypeEnum),
    'Way in which the transfer was sent in the end; null before it was sent.',
  ),
  fee_amount: Type.Integer({
    format: 'int64',
    description: 'Fee of the bank in minor units; 0 until the transfer is delivered or completed.',
  }),
  scheduled_date: described(DateTime, 'Time from which the transfer may be sent.'),
  processed_date: described(MaybeTime, 'Time at which the bank completed or refused the transfer; null before.'),
  validate_date: described(MaybeTime, 'Time at which the transfer was approved; null before.'),
  sent_date: described(MaybeTime, 'Time at which the transfer was handed to the bank; null before.'),
  status: described(TransferStatusEnum, 'Status of the transfer now.'),
  retry_count: described(Int32, 'Number of times the transfer was sent again after the first attempt.'),
  receiver_account: described(
    Nullable(ReceiverAccount),
    'Receiver of the money, as it was when the transfer was created.',
  ),
  request_sender_connector_account: described(
    Nullable(ConnectorAccount),
    'Requested source account, as it is now; null when it was deleted.',
  ),
  success_sender_connector_account: described(
    Nullable(ConnectorAccount),
    'Source account that the money left from, as it is now; null before the transfer was sent.',
  ),
  recurring_transfer_id: described(
    MaybeId,
    'Id of the recurring transfer that created this transfer; null when none did.',
  ),
  created: Created,
  created_by: Type.String({ description: 'Id of the user or API key that created the transfer.' }),
  error_code: ErrorCode,
  provider_error_code: ProviderErrorCode,
  error_message: ErrorMessage,
}
export const Transfer = Type.Object(members, { $id: 'Transfer' })
export const TransferPage = pageSchema(Transfer, 'TransferPage')
export const TransferDetail = Type.Object(
  {
    ...members,
    history: Type.Array(
      Type.Object(
        {
          previous_status: described(
            Nullable(TransferStatusEnum),
            'Status of the transfer before the step; null for the first step.',
          ),
          new_status: described(TransferStatusEnum, 'Status of the transfer after the step.'),
          occurred_at: described(DateTime, 'Time at which the step of the transfer happened.'),
          actor: NullableText('Id of the user or API key that took the step; null when the service did.'),
          bank_response_code: NullableText(
            'Response code of the bank in this step; null when the bank was not called.',
          ),
          bank_response_message: NullableText(
            'Response text of the bank in this step; null when the bank was not called.',
          ),
          provider_transaction_id: NullableText("The bank's own id of the transfer; null before the bank gave one."),
        },
        { $id: 'TransferHistory' },
      ),
      { description: 'Steps of the transfer, oldest first.' },
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
    Type.String({
      maxLength: 200,
      description: 'Text to search for in external_id, receipt_no, description and holder name.',
    }),
  ),
  status: AnyOf(TransferStatusEnum, 'Only transfers in any of these statuses.'),
  transfer_type: Type.Optional(described(TransferTypeEnum, 'Only transfers that are sent in this way.')),
  connector_account_id: described(Id, 'Only transfers from the source account with this id.'),
  source_account_id: described(
    Id,
    'Only transfers from the source account with this id; another name of connector_account_id.',
  ),
  receiver_account_id: described(Id, 'Only transfers to the receiver account with this id.'),
  recipient_id: described(Id, 'Only transfers to any account of the recipient with this id.'),
  from_date: described(Time, 'Only transfers created at this time or later.'),
  to_date: described(Time, 'Only transfers created at this time or earlier.'),
  min_amount: described(Amount, 'Only transfers of this amount or more, in minor units.'),
  max_amount: described(Amount, 'Only transfers of this amount or less, in minor units.'),
  external_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only the transfers with this id of yours.' })),
  currency: Type.Optional(described(TransferCurrencyEnum, 'Only transfers in this currency.')),
  iban: Type.Optional(
    Type.String({ maxLength: 50, description: 'Only transfers to exactly this IBAN; blanks are allowed.' }),
  ),
  merchant_id: described(Id, 'Only transfers of the merchant with this id.'),
})
export type TransferFilters = Static<typeof TransferQuery>
