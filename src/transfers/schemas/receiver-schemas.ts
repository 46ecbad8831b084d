/** Shapes of recipients and receiver accounts (docs/interface/transfers.md#recipients-and-receiver-accounts). */
import { type Static, Type } from 'typebox'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, LongText, Nullable, StringMap, Text, Uuid } from '../../core/schema.ts'
import { CardDetails } from './creation-schemas.ts'
import { envelopeOf } from './response-envelope.ts'
import { ReceiverAccount } from './transfer-schemas.ts'

const TaxIdTypeEnum = Enum('TaxIdType', ['tckn', 'vkn'])
const MaybeText = Nullable(Type.String())
const text = (maxLength: number, description?: string) =>
  Type.Optional(Text(maxLength, description === undefined ? {} : { description }))

const Id = Type.Optional(Type.String({ format: 'uuid' }))
const RepeatedId = Type.Optional(Type.String({ format: 'uuid', description: 'On a change: repeats the path' }))
const BankId = Type.Optional(
  Type.String({ format: 'uuid', description: 'Found from the IBAN; an account number needs it' }),
)
const IsActive = Type.Optional(
  Type.Boolean({ description: 'Default true; absent on a change: stays as it is. Nothing is sent to an inactive one' }),
)

export const WriteRecipient = Type.Object(
  {
    id: RepeatedId,
    extra_properties_dict: Type.Optional(StringMap),
    first_name: text(100),
    last_name: text(100),
    holder_name: Text(100, { minLength: 2 }),
    bank_id: BankId,
    account_number: Type.Optional(Text(34, { minLength: 1, description: 'At bank_id; makes an account as iban does' })),
    iban: text(
      50,
      'Blanks allowed. Makes the default receiver account; on a change it replaces the number of that account',
    ),
    description: Type.Optional(LongText(200)),
    tax_id: Type.Optional(
      Type.String({
        pattern: '^[0-9]{10,11}$',
        description: 'With right check digits; kept sealed. Absent on a change: stays as it is',
      }),
    ),
    tax_id_type: Type.Optional(
      Type.Unsafe<'tckn' | 'vkn'>({
        ...TaxIdTypeEnum,
        description: 'tckn has 11 digits, vkn 10; default: by the digits',
      }),
    ),
    email: text(254),
    phone: text(50),
    label: text(100),
    external_id: text(100, 'Unique among the merchant’s recipients'),
    is_active: IsActive,
  },
  { $id: 'WriteRecipient' },
)
export type WriteRecipientBody = Static<typeof WriteRecipient>

export const Recipient = Type.Object(
  {
    extra_properties_dict: Nullable(StringMap),
    id: Uuid,
    bank_id: Nullable(Type.String({ format: 'uuid', description: 'Of the default receiver account, as iban' })),
    first_name: MaybeText,
    last_name: MaybeText,
    holder_name: MaybeText,
    description: MaybeText,
    account_number: MaybeText,
    iban: MaybeText,
    masked_card_no: MaybeText,
    card_token: MaybeText,
    bank_name: MaybeText,
    bank_code: MaybeText,
    tax_id: Nullable(Type.String({ description: 'The last four digits' })),
    tax_id_type: Nullable(TaxIdTypeEnum),
    email: MaybeText,
    phone: MaybeText,
    label: MaybeText,
    external_id: MaybeText,
    is_active: Type.Boolean(),
    created: DateTime,
  },
  { $id: 'Recipient' },
)
export const RecipientAnswer = envelopeOf(Recipient, 'RecipientEnvelope')
export const RecipientPage = envelopeOf(pageSchema(Recipient, 'RecipientPage'), 'RecipientPageEnvelope')

const term = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }))
export const RecipientQuery = Type.Object({
  ...pageQuery,
  bank_id: Type.Optional(Type.String({ format: 'uuid', description: 'Has an account there' })),
  search_term: term('In names, description, label, external_id, email and phone'),
  first_name: term('Contains'),
  last_name: term('Contains'),
  holder_name: term('Contains'),
  account_number: term('Of any of the accounts, exact'),
  iban: term('Of any of the accounts, exact; blanks allowed'),
  extra_properties_search_term: term('In a value of extra_properties_dict'),
  is_active: Type.Optional(Type.Boolean({ description: 'Absent: both' })),
})
export type RecipientFilters = Static<typeof RecipientQuery>

export const WriteReceiverAccount = Type.Object(
  {
    id: RepeatedId,
    extra_properties_dict: Type.Optional(StringMap),
    recipient_id: Type.String({ format: 'uuid', description: 'An account stays with its recipient' }),
    holder_name: Type.Optional(Text(100, { minLength: 2, description: 'Default: the recipient’s' })),
    bank_id: BankId,
    iban: text(50, 'Blanks allowed; one of iban, account_number, card_details'),
    account_number: Type.Optional(Text(34, { minLength: 1, description: 'At bank_id' })),
    card_details: Type.Optional(CardDetails),
    description: Type.Optional(LongText(200)),
    label: text(100),
    external_id: text(100),
    is_default: Type.Optional(
      Type.Boolean({
        description:
          'The first account of a recipient is the default, and true takes it from the other one. Absent: stays',
      }),
    ),
    is_active: IsActive,
  },
  { $id: 'WriteReceiverAccount' },
)
export type WriteReceiverAccountBody = Static<typeof WriteReceiverAccount>

export const ReceiverAccountPage = envelopeOf(
  pageSchema(ReceiverAccount, 'ReceiverAccountPage'),
  'ReceiverAccountPageEnvelope',
)
export const ReceiverAccountQuery = Type.Object({ ...pageQuery, bank_id: Id, recipient_id: Id })

export const PageQuery = Type.Object(pageQuery)
export const IdParams = Type.Object({ id: Uuid })
