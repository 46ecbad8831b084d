/** Shapes of connector accounts, the accounts that transfers leave from (docs/interface/transfers.md#source-accounts). */
import { type Static, Type } from 'typebox'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { ConfigurationId, Nullable, StringMap, Text, Uuid } from '../../core/schema.ts'
import { TRANSFER_TYPES } from '../model/transfer.ts'
import { TransferCurrencyEnum } from './creation-schemas.ts'
import { envelopeOf } from './response-envelope.ts'
import { ConnectorAccount } from './transfer-schemas.ts'

const described = <T extends typeof Uuid | typeof ConfigurationId | typeof StringMap | typeof TransferCurrencyEnum>(
  schema: T,
  description: string,
) => Type.Unsafe<Static<T>>({ ...schema, description })

export const WriteConnectorAccount = Type.Object(
  {
    id: Type.Optional(described(Uuid, 'Repeats the path')),
    extra_properties_dict: Type.Optional(
      described(
        StringMap,
        'Known keys: `single_transfer_limit`, the most one transfer of this account carries, in minor units; ' +
          '`sandbox_opening_balance`, in a sandbox alone: the simulated bank opens the account with so much when it has none ' +
          'under this IBAN. Other keys are notes of yours',
      ),
    ),
    connector_configuration_id: described(
      ConfigurationId,
      'Id or name of a configuration of the card payment surface whose bank sends transfers; it is how the account is reached',
    ),
    bank_id: described(Uuid, 'The bank that keeps the account, as in GET /api/v1/lookups/banks'),
    holder_name: Text(100, { minLength: 2, description: 'Whose account it is' }),
    description: Type.Optional(Text(200, { description: 'For people' })),
    account_number: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z]{1,34}$',
        description: 'As the bank writes it. Alone: the IBAN is kept too once the bank has shown it',
      }),
    ),
    iban: Type.Optional(
      Text(42, { description: 'Blanks allowed. At least one of iban and account_number; a Turkish IBAN of bank_id' }),
    ),
    currency: Type.Optional(described(TransferCurrencyEnum, 'Default TRY; on a change: as it was')),
    is_active: Type.Optional(
      Type.Boolean({
        description: 'Default true; on a change: as it was. No new transfer leaves from an inactive one',
      }),
    ),
  },
  { $id: 'WriteConnectorAccount' },
)
export type WriteAccountBody = Static<typeof WriteConnectorAccount>

export const AccountPageQuery = Type.Object(pageQuery)
export const ListAccountsQuery = Type.Object({
  ...pageQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of holder name, description, IBAN or account number' }),
  ),
})
export const AccountAnswer = envelopeOf(ConnectorAccount, 'ConnectorAccountEnvelope')
export const AccountPageEnvelope = envelopeOf(
  pageSchema(ConnectorAccount, 'ConnectorAccountPage'),
  'ConnectorAccountPageEnvelope',
)

const TransferTypes = Type.Array(Type.String({ enum: [...TRANSFER_TYPES] }))
const AccountData = Type.Object(
  {
    id: Nullable(Type.String({ format: 'uuid', description: 'Of the connector account; null: not bound yet' })),
    iban: Nullable(Type.String()),
    iban_masked: Nullable(Type.String()),
    bank_id: Nullable(Uuid),
    bank_name: Nullable(Type.String()),
    bank_code: Nullable(Type.String()),
    branch_name: Nullable(Type.String()),
    available_balance: Type.Integer({ format: 'int64', description: 'Minor units, as the bank says at this moment' }),
    blocked_balance: Type.Integer({ format: 'int64', description: 'Held by the bank' }),
    total_balance: Type.Integer({ format: 'int64', description: 'Both' }),
    balance_updated_at: Type.String({ format: 'date-time', description: 'When the bank was asked' }),
    supported_transfer_types: TransferTypes,
    is_active: Type.Boolean({ description: 'Of the connector account; false where there is none' }),
    created: Nullable(Type.String({ format: 'date-time', description: 'Of the connector account' })),
  },
  { $id: 'AccountInfoData' },
)

const AccountInfo = Type.Object(
  {
    account_id: Type.String({
      description: 'Id of the connector account, which source_account_id takes; of one not bound yet: its IBAN',
    }),
    account_number: Type.String(),
    account_name: Type.String(),
    account_type: Type.String({ enum: ['checking', 'savings'] }),
    currency: Type.String({ description: 'ISO 4217' }),
    status: Type.String({ enum: ['active', 'blocked', 'closed'], description: 'At the bank' }),
    additional_data: AccountData,
  },
  { $id: 'AccountInfo' },
)
export const AccountsEnvelope = envelopeOf(Nullable(Type.Array(AccountInfo)), 'AccountsEnvelope')
