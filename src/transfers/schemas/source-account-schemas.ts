/**
 * Schemas of connector accounts, the accounts that transfers are paid from
 * (docs/interface/transfers.md#source-accounts).
 */
import { type Static, Type } from 'typebox'
import { BankCode, BankId, BankName, Currency, RepeatedId } from '../../core/members/record-members.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { ConfigurationId, described, Nullable, NullableText, StringMap, Text, Uuid } from '../../core/schema.ts'
import { TRANSFER_TYPES } from '../model/transfer.ts'
import { TransferCurrencyEnum } from './creation-schemas.ts'
import { buildEnvelope } from './response-envelope.ts'
import { ConnectorAccount } from './transfer-schemas.ts'

export const WriteConnectorAccount = Type.Object(
  {
    id: RepeatedId,
    extra_properties_dict: Type.Optional(
      described(
        StringMap,
        'Values by name. Known keys: `single_transfer_limit`, the largest amount of one transfer of this account, in minor units; ' +
          '`sandbox_opening_balance`, only in a sandbox, the balance with which the simulated bank opens the account when it ' +
          'has none under this IBAN. Other keys are notes of your own.',
      ),
    ),
    connector_configuration_id: described(
      ConfigurationId,
      'Id or name of the connector configuration through which the account is reached; its bank has to send transfers.',
    ),
    bank_id: described(Uuid, 'Id of the bank that keeps the account, as in GET /api/v1/lookups/banks.'),
    holder_name: Text(100, { minLength: 2, description: 'Name of the account holder, as the bank knows it.' }),
    description: Type.Optional(Text(200, { description: 'Description of the account, for people.' })),
    account_number: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z]{1,34}$',
        description:
          'Account number as the bank writes it. When it is sent without an IBAN, the IBAN is stored too once the bank has reported it.',
      }),
    ),
    iban: Type.Optional(
      Text(42, {
        description:
          'IBAN of the account, a Turkish one of the bank `bank_id`; blanks are allowed. At least one of iban and account_number is required.',
      }),
    ),
    currency: Type.Optional(
      described(
        TransferCurrencyEnum,
        'Currency of the account, TRY by default; when absent on a change it stays as it is.',
      ),
    ),
    is_active: Type.Optional(
      Type.Boolean({
        description:
          'Whether new transfers may leave from the account, true by default; when absent on a change it stays as it is.',
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
    Type.String({
      maxLength: 100,
      description: 'Text to search for in holder name, description, IBAN and account number.',
    }),
  ),
})
export const AccountAnswer = buildEnvelope(ConnectorAccount, 'ConnectorAccountEnvelope')
export const AccountPageEnvelope = buildEnvelope(
  pageSchema(ConnectorAccount, 'ConnectorAccountPage'),
  'ConnectorAccountPageEnvelope',
)

const TransferTypes = Type.Array(Type.String({ enum: [...TRANSFER_TYPES] }))
const AccountData = Type.Object(
  {
    id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the connector account; null when the account is not bound yet.',
      }),
    ),
    iban: NullableText('IBAN of the account; null when the bank reports none.'),
    iban_masked: NullableText('IBAN of the account with its middle masked; null when the bank reports none.'),
    bank_id: BankId,
    bank_name: BankName,
    bank_code: BankCode,
    branch_name: NullableText('Name of the bank branch that keeps the account; null when the bank reports none.'),
    available_balance: Type.Integer({
      format: 'int64',
      description: 'Balance available for transfers in minor units, as the bank reports it at this moment.',
    }),
    blocked_balance: Type.Integer({ format: 'int64', description: 'Balance held by the bank, in minor units.' }),
    total_balance: Type.Integer({
      format: 'int64',
      description: 'Available and blocked balance together, in minor units.',
    }),
    balance_updated_at: Type.String({
      format: 'date-time',
      description: 'Time at which the bank was asked for the balances.',
    }),
    supported_transfer_types: described(TransferTypes, 'Ways in which transfers can leave the account.'),
    is_active: Type.Boolean({
      description: 'Whether the connector account is active; false when the account is not bound yet.',
    }),
    created: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time at which the connector account was created; null when the account is not bound yet.',
      }),
    ),
  },
  { $id: 'AccountInfoData' },
)

const AccountInfo = Type.Object(
  {
    account_id: Type.String({
      description:
        'Id of the connector account, which source_account_id takes; when the account is not bound yet, its IBAN.',
    }),
    account_number: Type.String({ description: 'Account number at the bank, without the IBAN.' }),
    account_name: Type.String({ description: 'Name of the account at the bank.' }),
    account_type: Type.String({
      enum: ['checking', 'savings'],
      description: 'Kind of the account at the bank: checking or savings.',
    }),
    currency: Currency,
    status: Type.String({ enum: ['active', 'blocked', 'closed'], description: 'Status of the account at the bank.' }),
    additional_data: described(AccountData, 'Further facts the bank reports about the account, such as its balances.'),
  },
  { $id: 'AccountInfo' },
)
export const AccountsEnvelope = buildEnvelope(Nullable(Type.Array(AccountInfo)), 'AccountsEnvelope')
