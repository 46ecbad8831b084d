/** Schemas of POST /transfers/bulk/create (docs/interface/transfers.md#create-transfers). */
import { type Static, Type } from 'typebox'
import { Created } from '../../core/members/record-members.ts'
import { AMOUNT_MAX } from '../../core/money.ts'
import {
  DateTime,
  described,
  Enum,
  Int32,
  Int64,
  LongText,
  Nullable,
  NullableText,
  Text,
  Uuid,
} from '../../core/schema.ts'
import { TRANSFER_CURRENCIES, TRANSFER_TYPES } from '../model/transfer.ts'
import { TRANSFER_STATES } from '../model/transfer-states.ts'

export const TransferTypeEnum = Enum('TransferType', TRANSFER_TYPES)
export const TransferCurrencyEnum = Enum('TransferCurrency', TRANSFER_CURRENCIES)
export const TransferStatusEnum = Enum('TransferStatus', TRANSFER_STATES)

export const ITEMS_MAX = 1_000

export const CardDetails = Type.Object(
  {
    card_number: Type.Optional(
      Type.String({
        pattern: '^[0-9]{13,19}$',
        description:
          'Full number of the receiving card, 13 to 19 digits that pass the Luhn check; send either this or `card_token`.',
      }),
    ),
    card_token: Type.Optional(
      Text(100, { description: 'Token of the card of a stored receiver account; send either this or `card_number`.' }),
    ),
    expire_month: Type.Optional(
      Type.String({
        pattern: '^(0[1-9]|1[0-2])$',
        description: 'Month in which the card expires, two digits, 01 to 12.',
      }),
    ),
    expire_year: Type.Optional(
      Type.String({ pattern: '^[0-9]{4}$', description: 'Year in which the card expires, four digits.' }),
    ),
  },
  { $id: 'CardDetails' },
)

const TransferRecipientInput = Type.Object(
  {
    recipient_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Id of a stored recipient; the transfer goes to its default receiver account.',
      }),
    ),
    receiver_account_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Id of a stored receiver account that the transfer goes to.' }),
    ),
    holder_name: Type.Optional(
      Text(100, {
        minLength: 2,
        description:
          'Name of the holder of the receiving account; required unless recipient_id or receiver_account_id is given.',
      }),
    ),
    iban: Type.Optional(Text(50, { description: 'IBAN that the transfer goes to; blanks are allowed.' })),
    account_number: Type.Optional(
      Text(34, { minLength: 1, description: "Account number at the source account's own bank, for a remittance." }),
    ),
    card_details: Type.Optional(
      described(CardDetails, 'Card that receives the money, for a transfer of type credit_card.'),
    ),
    tax_id: Type.Optional(
      Type.String({
        pattern: '^[0-9]{10,11}$',
        description: 'Tax number of the recipient: a VKN of 10 digits or a TCKN of 11.',
      }),
    ),
  },
  {
    $id: 'TransferRecipientInput',
    description: 'Exactly one of recipient_id, receiver_account_id, iban, account_number, card_details',
  },
)
export type RecipientInput = Static<typeof TransferRecipientInput>

const TransferAmount = Type.Object(
  {
    value: Type.Integer({
      format: 'int64',
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      description: 'Amount to send in minor units (kuruş): 12990 is 129.90 TRY.',
    }),
    currency_code: described(
      TransferCurrencyEnum,
      'Currency of the amount; it has to be the currency of the source account.',
    ),
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
    source_account_id: Type.String({
      format: 'uuid',
      description: 'Id of the source account (connector account) that the money leaves from.',
    }),
    external_id: Type.Optional(
      Text(100, {
        description:
          "Your own id of the transfer, unique among the merchant's transfers that are neither failed nor rejected.",
      }),
    ),
    description: Type.Optional(
      LongText(100, { description: 'Text that goes to the bank with the transfer and is shown to the recipient.' }),
    ),
    transfer_type: described(
      TransferTypeEnum,
      'Way the transfer is to be sent: FAST, EFT, remittance within one bank, or to a card.',
    ),
    recipient: described(
      TransferRecipientInput,
      'Recipient of the money: exactly one of a stored recipient, a stored account, an IBAN, an account number or a card.',
    ),
    amount: described(TransferAmount, 'Amount that is sent, with its currency.'),
    scheduled_date: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Time from which the transfer may be sent, at most 365 days ahead; when absent, now.',
      }),
    ),
  },
  { $id: 'CreateTransferItem', examples: [EXAMPLE_ITEM] },
)
export type TransferItem = Static<typeof CreateTransferItem>

export const CreateTransfers = Type.Object(
  {
    items: Type.Array(CreateTransferItem, {
      minItems: 1,
      maxItems: ITEMS_MAX,
      description: 'Transfers to create; either all of them are created or none.',
    }),
  },
  { $id: 'CreateTransfers' },
)
export type CreateTransfersBody = Static<typeof CreateTransfers>

const CheckedItemFault = Type.Object(
  {
    item_index: Type.Integer({ minimum: 0, description: 'Position of the faulty item in `items`, counted from 0.' }),
    field: Type.String({ description: 'Path of the faulty member within the item, such as recipient.iban.' }),
    code: Type.String({ description: 'Error code with which the bulk create would refuse the item.' }),
    message: Type.String({ description: 'Explanation of the fault, for people.' }),
  },
  { $id: 'CheckedItemFault' },
)
export const CheckTransfersResult = Type.Object(
  {
    total_count: Type.Integer({ minimum: 0, description: 'Number of items that were checked.' }),
    errors: Type.Array(CheckedItemFault, { description: 'Faults by item; empty when no item has any.' }),
  },
  { $id: 'CheckTransfersResult' },
)

const CreatedTransfer = Type.Object(
  {
    id: described(Uuid, 'Id of the created transfer.'),
    external_id: NullableText('Your own id of the transfer; null when none was sent.'),
    status: described(TransferStatusEnum, 'Status of the transfer, pending at first.'),
    amount: described(Int64, 'Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY.'),
    currency: described(TransferCurrencyEnum, 'Currency of the transfer as three-letter ISO 4217 code.'),
    transfer_type: described(TransferTypeEnum, 'Way the transfer is to be sent.'),
    scheduled_date: described(DateTime, 'Time from which the transfer may be sent.'),
    created: Created,
  },
  { $id: 'CreatedTransfer' },
)
export const CreateTransfersResult = Type.Object(
  {
    transfers: Type.Array(CreatedTransfer, { description: 'Created transfers, in the order of `items`.' }),
    total_count: described(Int32, 'Number of transfers that were created.'),
    total_amount: described(
      Nullable(Int64),
      'Sum of the amounts of all created transfers, in minor units; null when they are in several currencies.',
    ),
  },
  { $id: 'CreateTransfersResult' },
)
