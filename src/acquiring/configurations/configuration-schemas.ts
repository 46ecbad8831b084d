/** Shapes of connector configurations (docs/interface/cards.md#connector-configurations). */
import { type Static, type TSchema, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Nullable, StringMap, Text, Uuid } from '../../core/schema.ts'
import { ChangelogDiff } from '../changelog/changelog-schemas.ts'

const ConnectorMode = Enum('ConnectorMode', ['test', 'production'])

const described = <T extends TSchema>(schema: T, description: string) =>
  Type.Unsafe<Static<T>>({ ...schema, description })
const MASKED = 'Masked: *** and, of one longer than 12, its last four characters; null when there is none'
const KNOWN_KEYS =
  'Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, ' +
  'supports_recurring, supports_points (default true), dcc_enabled (default false), max_installments (12), ' +
  'require_city_code (false), accepted_md_status (1,2,3,4), bank_commission_rate, merchant_commission_rate (0); ' +
  'other keys are notes of yours'

const PendingConfigurationChange = Type.Object(
  {
    id: described(Uuid, 'Names what is confirmed or rejected'),
    requested_by: Type.String({ description: 'User or client that asked for it: `sub` of its token' }),
    requested_at: DateTime,
    is_new: Type.Boolean({ description: 'The configuration itself is new and takes nothing before it is confirmed' }),
    changes: Type.Array(ChangelogDiff, { description: 'What counts now, and what will' }),
  },
  { $id: 'PendingConfigurationChange' },
)

export const ConnectorConfiguration = Type.Object(
  {
    extra_properties_dict: described(StringMap, KNOWN_KEYS),
    id: described(Uuid, 'Id of the configuration'),
    connector_id: described(Uuid, 'Its connector'),
    connector_name: Nullable(Type.String({ description: 'Name of the connector' })),
    connector_code: Nullable(Type.String({ description: 'Code of the connector' })),
    name: Nullable(Type.String({ description: 'Name for people' })),
    mode: ConnectorMode,
    api_key: Nullable(Type.String({ description: MASKED })),
    secret_key: Nullable(Type.String({ description: MASKED })),
    password: Nullable(Type.String({ description: MASKED })),
    username: Nullable(Type.String({ description: 'User name at the bank' })),
    terminal_id: Nullable(Type.String({ description: 'Terminal at the bank' })),
    store_id: Nullable(Type.String({ description: 'Store or merchant number at the bank' })),
    api_endpoint_url: Nullable(Type.String({ description: 'Address that is called' })),
    three_d_secure_endpoint_url: Nullable(Type.String({ description: 'Address of the 3D Secure page' })),
    extra_credentials: Nullable(Type.String({ description: '*** when set' })),
    bank_code: Nullable(Type.String({ description: 'Code of the bank, as in GET /api/v1/lookups/banks' })),
    priority: Type.Integer({ format: 'int32', description: 'Lower first, where no routing rule decides' }),
    is_active: Type.Boolean({ description: 'An inactive configuration takes no new payments' }),
    created: DateTime,
    last_modified: DateTime,
    pending_change: Nullable(PendingConfigurationChange),
  },
  { $id: 'ConnectorConfiguration' },
)
export const ConnectorConfigurationPage = pageSchema(ConnectorConfiguration, 'ConnectorConfigurationPage')

const WRITE_ONLY =
  'Write-only: stored sealed, answered masked. Absent or masked: the stored one stays; empty: none any more'
const secret = (maxLength: number, more = '') =>
  Type.Optional(Type.String({ maxLength, 'x-verbatim': true, writeOnly: true, description: `${more}${WRITE_ONLY}` }))
const address = (of: string) =>
  Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: 2_048,
      description: `${of}: HTTPS, at a public address or in a network the operator allows; in the sandbox also http on loopback`,
    }),
  )

const written = {
  extra_properties_dict: Type.Optional(described(StringMap, KNOWN_KEYS)),
  name: Text(100, { minLength: 1, description: 'Name for people' }),
  mode: Type.Union([ConnectorMode, Type.Integer({ minimum: 0, maximum: 1, description: '0 = test, 1 = production' })]),
  api_key: secret(1_024),
  secret_key: secret(1_024),
  password: secret(1_024),
  username: Type.Optional(Text(200, { description: 'User name at the bank' })),
  terminal_id: Type.Optional(Text(100, { description: 'Terminal at the bank' })),
  store_id: Type.Optional(Text(100, { description: 'Store or merchant number at the bank' })),
  api_endpoint_url: address('Address of the bank that is called'),
  three_d_secure_endpoint_url: address("Address of the bank's 3D Secure page"),
  extra_credentials: secret(8_192, 'JSON as text. '),
  bank_code: Type.Optional(Text(20, { description: 'Code of the bank, as in GET /api/v1/lookups/banks' })),
  priority: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 0, maximum: 32_767, default: 100, description: 'Lower first' }),
  ),
}

export const CreateConfiguration = Type.Object(
  {
    connector_id: described(Uuid, 'Connector it belongs to'),
    ...written,
    is_active: Type.Optional(Type.Boolean({ default: true, description: 'Default true' })),
  },
  { $id: 'CreateConnectorConfiguration' },
)
export const UpdateConfiguration = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })),
    ...written,
    is_active: Type.Optional(Type.Boolean({ description: 'Absent: stays as it is' })),
  },
  { $id: 'UpdateConnectorConfiguration' },
)
export type WrittenConfiguration = Static<typeof UpdateConfiguration>

export const ConfigurationQuery = Type.Object({
  connector_id: Type.Optional(described(Uuid, 'Configurations of this connector')),
  mode: Type.Optional(ConnectorMode),
  ...listQuery,
  ...waitsForQuery,
})
export type ConfigurationFilters = Static<typeof ConfigurationQuery>

export const ConfigurationParams = Type.Object({ id: Uuid })
