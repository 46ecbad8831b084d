/** Shapes of POST /transfers/bulk/create (docs/interface/transfers.md#create-transfers). */
import { type Static, Type } from 'typebox'
import { AMOUNT_MAX } from '../../core/money.ts'
import { DateTime, Enum, Int32, Int64, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'
import { TRANSFER_CURRENCIES, TRANSFER_TYPES } from '../model/transfer.ts'
import { TRANSFER_STATES } from '../model/transfer-states.ts'

export const TransferTypeEnum = Enum('TransferType', TRANSFER_TYPES)
export const TransferCurrencyEnum = Enum('TransferCurrency', TRANSFER_CURRENCIES)
export const TransferStatusEnum = Enum('TransferStatus', TRANSFER_STATES)

export const ITEMS_MAX = 1_000

export const CardDetails = Type.Object(
  {
    card_number: Type.Optional(
      Type.String({ pattern: '^[0-9]{13,19}$', description: '13 to 19 digits, Luhn-valid; or card_token' }),
    ),
    card_token: Type.Optional(Text(100, { description: 'Of a stored receiver account' })),
    expire_month: Type.Optional(Type.String({ pattern: '^(0[1-9]|1[0-2])$' })),
    expire_year: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
  },
  { $id: 'CardDetails' },
)

const TransferRecipientInput = Type.Object(
  {
    recipient_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Stored recipient; its default receiver account is used' }),
    ),
    receiver_account_id: Type.Optional(Type.String({ format: 'uuid', description: 'Stored receiver account' })),
    holder_name: Type.Optional(
      Text(100, { minLength: 2, description: 'Required unless recipient_id or receiver_account_id is given' }),
    ),
    iban: Type.Optional(Text(50, { description: 'Blanks allowed' })),
    account_number: Type.Optional(Text(34, { minLength: 1, description: 'At the source account’s own bank' })),
    card_details: Type.Optional(CardDetails),
    tax_id: Type.Optional(Type.String({ pattern: '^[0-9]{10,11}$', description: '10 or 11 digits' })),
  },
  {
    $id: 'TransferRecipientInput',
    description: 'Exactly one of recipient_id, receiver_account_id, iban, account_number, card_details',
  },
)
export type RecipientInput = Static<typeof TransferRecipientInput>

const TransferAmount = Type.Object(
  {
    value: Type.Integer({ format: 'int64', minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX, description: 'Minor units' }),
    currency_code: TransferCurrencyEnum,
  },
  { $id: 'TransferAmount' },
)

const EXAMPLE_ITEM = {
  source_account_id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  external_id: 'salary-2026-05-1',
  transfer_type: 'fast',
  recipient: { holder_name: 'Ayşe Yılmaz', iban: 'TR160090100000000000009000' },
  amount: { value: 1_250_000, currency_code: 'TRY' },
  description: 'Maaş',
}
export const CreateTransferItem = Type.Object(
  {
    source_account_id: Type.String({ format: 'uuid', description: 'Id of a connector account' }),
    external_id: Type.Optional(
      Text(100, { description: 'Unique among the merchant’s transfers that are neither failed nor rejected' }),
    ),
    description: Type.Optional(LongText(100)),
    transfer_type: TransferTypeEnum,
    recipient: TransferRecipientInput,
    amount: TransferAmount,
    scheduled_date: Type.Optional(
      Type.String({ format: 'date-time', description: 'Absent: now; at most 365 days ahead' }),
    ),
  },
  { $id: 'CreateTransferItem', examples: [EXAMPLE_ITEM] },
)
export type TransferItem = Static<typeof CreateTransferItem>

export const CreateTransfers = Type.Object(
  { items: Type.Array(CreateTransferItem, { minItems: 1, maxItems: ITEMS_MAX }) },
  { $id: 'CreateTransfers' },
)
export type CreateTransfersBody = Static<typeof CreateTransfers>

const CheckedItemFault = Type.Object(
  {
    item_index: Type.Integer({ minimum: 0, description: 'Place of the item in items, from 0' }),
    field: Type.String({ description: 'Member of the item, such as recipient.iban' }),
    code: Type.String({ description: 'As the bulk create would refuse it' }),
    message: Type.String({ description: 'What is wrong, for people' }),
  },
  { $id: 'CheckedItemFault' },
)
export const CheckTransfersResult = Type.Object(
  {
    total_count: Type.Integer({ minimum: 0, description: 'Items that were checked' }),
    errors: Type.Array(CheckedItemFault, { description: 'By item; empty: nothing is wrong with any of them' }),
  },
  { $id: 'CheckTransfersResult' },
)

const CreatedTransfer = Type.Object(
  {
    id: Uuid,
    external_id: Nullable(Type.String()),
    status: TransferStatusEnum,
    amount: Int64,
    currency: TransferCurrencyEnum,
    transfer_type: TransferTypeEnum,
    scheduled_date: DateTime,
    created: DateTime,
  },
  { $id: 'CreatedTransfer' },
)
export const CreateTransfersResult = Type.Object(
  {
    transfers: Type.Array(CreatedTransfer, { description: 'In the order of items' }),
    total_count: Int32,
    total_amount: Nullable(Int64),
  },
  { $id: 'CreateTransfersResult' },
)
