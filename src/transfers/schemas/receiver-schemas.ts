/** Schemas of recipients and receiver accounts (docs/interface/transfers.md#recipients-and-receiver-accounts). */
import { type Static, Type } from 'typebox'
import {
  BankCode,
  BankName,
  Created,
  ExtraPropertiesDict,
  RepeatedId,
  WrittenExtraProperties,
} from '../../core/members/record-members.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { described, Enum, LongText, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { CardDetails } from './creation-schemas.ts'
import { buildEnvelope } from './response-envelope.ts'
import { ReceiverAccount } from './transfer-schemas.ts'

const TaxIdTypeEnum = Enum('TaxIdType', ['tckn', 'vkn'])
const text = (maxLength: number, description?: string) =>
  Type.Optional(Text(maxLength, description === undefined ? {} : { description }))

const Id = Type.Optional(Type.String({ format: 'uuid' }))
const BankId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'Id of the bank of the account; found from the IBAN, required with an account number.',
  }),
)
const IsActive = Type.Optional(
  Type.Boolean({
    description: 'Whether new transfers may be sent there, true by default; when absent on a change it stays as it is.',
  }),
)

export const WriteRecipient = Type.Object(
  {
    id: RepeatedId,
    extra_properties_dict: WrittenExtraProperties,
    first_name: text(100, 'First name of the recipient, when it is a person.'),
    last_name: text(100, 'Family name of the recipient, when it is a person.'),
    holder_name: Text(100, {
      minLength: 2,
      description: 'Name of the account holder, as the bank knows it; it is sent with each transfer.',
    }),
    bank_id: BankId,
    account_number: Type.Optional(
      Text(34, {
        minLength: 1,
        description: "Account number at the bank `bank_id`; like `iban`, it creates the recipient's receiver account.",
      }),
    ),
    iban: text(
      50,
      'IBAN of the recipient; blanks are allowed. It creates the default receiver account; on a change it replaces the number of that account.',
    ),
    description: Type.Optional(LongText(200, { description: 'Description of the recipient, for people.' })),
    tax_id: Type.Optional(
      Type.String({
        pattern: '^[0-9]{10,11}$',
        description:
          'Tax number of the recipient, with valid check digits; stored sealed. On a change, when absent it stays as it is.',
      }),
    ),
    tax_id_type: Type.Optional(
      described(
        TaxIdTypeEnum,
        'Kind of tax number: tckn has 11 digits, vkn 10; by default the number of digits decides.',
      ),
    ),
    email: text(254, 'E-mail address of the recipient.'),
    phone: text(50, 'Telephone number of the recipient.'),
    label: text(100, 'Short label under which people find the recipient.'),
    external_id: text(100, "Your own id of the recipient, unique among the merchant's recipients."),
    is_active: IsActive,
  },
  { $id: 'WriteRecipient' },
)
export type WriteRecipientBody = Static<typeof WriteRecipient>

export const Recipient = Type.Object(
  {
    extra_properties_dict: ExtraPropertiesDict,
    id: described(Uuid, 'Id of the recipient.'),
    bank_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the bank of the default receiver account, as is `iban`; null when it is not known.',
      }),
    ),
    first_name: NullableText('First name of the recipient; null when none is stored.'),
    last_name: NullableText('Family name of the recipient; null when none is stored.'),
    holder_name: NullableText('Name of the account holder, as it is sent with each transfer.'),
    description: NullableText('Description of the recipient, for people; null when there is none.'),
    account_number: NullableText(
      'Account number of the default receiver account; null when it is known by IBAN or card.',
    ),
    iban: NullableText('IBAN of the default receiver account; null when it has none.'),
    masked_card_no: NullableText('Card number of the default receiver account, masked; null when it is no card.'),
    card_token: NullableText(
      'Token that stands for the card of the default receiver account; null when it is no card.',
    ),
    bank_name: BankName,
    bank_code: BankCode,
    tax_id: NullableText('Last four digits of the tax number; null when none is stored.'),
    tax_id_type: described(
      Nullable(TaxIdTypeEnum),
      'Kind of the tax number: tckn of a person, vkn of a company; null when none is stored.',
    ),
    email: NullableText('E-mail address of the recipient; null when none is stored.'),
    phone: NullableText('Telephone number of the recipient; null when none is stored.'),
    label: NullableText('Short label under which people find the recipient; null when there is none.'),
    external_id: NullableText('Your own id of the recipient; null when none was sent.'),
    is_active: Type.Boolean({ description: 'Whether new transfers may go to the recipient.' }),
    created: Created,
  },
  { $id: 'Recipient' },
)
export const RecipientAnswer = buildEnvelope(Recipient, 'RecipientEnvelope')
export const RecipientPage = buildEnvelope(pageSchema(Recipient, 'RecipientPage'), 'RecipientPageEnvelope')

const term = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }))
export const RecipientQuery = Type.Object({
  ...pageQuery,
  bank_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only recipients with an account at the bank with this id.' }),
  ),
  search_term: term('Text to search for in names, description, label, external_id, email and phone.'),
  first_name: term('Only recipients whose first name contains this text.'),
  last_name: term('Only recipients whose family name contains this text.'),
  holder_name: term('Only recipients whose holder name contains this text.'),
  account_number: term('Only recipients with an account of exactly this account number.'),
  iban: term('Only recipients with an account of exactly this IBAN; blanks are allowed.'),
  extra_properties_search_term: term('Text to search for in the values of extra_properties_dict.'),
  is_active: Type.Optional(
    Type.Boolean({ description: 'Only active (true) or inactive (false) recipients; when absent, both.' }),
  ),
})
export type RecipientFilters = Static<typeof RecipientQuery>

export const WriteReceiverAccount = Type.Object(
  {
    id: RepeatedId,
    extra_properties_dict: WrittenExtraProperties,
    recipient_id: Type.String({
      format: 'uuid',
      description: 'Id of the recipient that the account belongs to; it cannot be changed later.',
    }),
    holder_name: Type.Optional(
      Text(100, { minLength: 2, description: "Name of the account holder; by default the recipient's." }),
    ),
    bank_id: BankId,
    iban: text(
      50,
      'IBAN of the account; blanks are allowed. Send exactly one of iban, account_number and card_details.',
    ),
    account_number: Type.Optional(
      Text(34, {
        minLength: 1,
        description: 'Account number at the bank `bank_id`; send exactly one of iban, account_number and card_details.',
      }),
    ),
    card_details: Type.Optional(
      described(
        CardDetails,
        'Card that receives the money; send exactly one of iban, account_number and card_details.',
      ),
    ),
    description: Type.Optional(LongText(200, { description: 'Description of the account, for people.' })),
    label: text(100, 'Short label under which people find the account.'),
    external_id: text(100, 'Your own id of the receiver account.'),
    is_default: Type.Optional(
      Type.Boolean({
        description:
          'Whether transfers to the recipient go here when no account is named. The first account of a recipient is the default; true takes it from the other one. When absent it stays as it is.',
      }),
    ),
    is_active: IsActive,
  },
  { $id: 'WriteReceiverAccount' },
)
export type WriteReceiverAccountBody = Static<typeof WriteReceiverAccount>

export const ReceiverAccountPage = buildEnvelope(
  pageSchema(ReceiverAccount, 'ReceiverAccountPage'),
  'ReceiverAccountPageEnvelope',
)
export const ReceiverAccountQuery = Type.Object({
  ...pageQuery,
  bank_id: described(Id, 'Only receiver accounts at the bank with this id.'),
  recipient_id: described(Id, 'Only receiver accounts of the recipient with this id.'),
})

export const PageQuery = Type.Object(pageQuery)
export const IdParams = Type.Object({
  id: described(Uuid, 'Id of the recipient or receiver account, as its creation returned it.'),
})
