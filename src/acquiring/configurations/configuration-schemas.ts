/** Shapes of connector configurations (docs/interface/cards.md#connector-configurations). */
import { type Static, Type } from 'typebox'
import { waitingQuery } from '../../access/waits-for.ts'
import {
  BankCode,
  Created,
  LastModified,
  NullableConnectorCode,
  RepeatedId,
} from '../../core/members/record-members.ts'
import { listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Nullable, NullableText, StringMap, Text, Uuid } from '../../core/schema.ts'
import { ChangelogDiff } from '../changelog/changelog-schemas.ts'

const ConnectorMode = Enum('ConnectorMode', ['test', 'production'])

const MASKED =
  'masked: `***` and, when it is longer than 12 characters, the last four of them; null when there is none.'
const KNOWN_KEYS =
  'Values by name. Known keys: supported_currencies (default TRY), supports_3d, supports_pre_auth, supports_void, supports_refund, ' +
  'supports_recurring, supports_points (default true), dcc_enabled (default false), max_installments (12), ' +
  'require_city_code (false), accepted_md_status (1,2,3,4), merchant_number, bank_commission_rate, merchant_commission_rate (0); ' +
  'other keys are notes of your own.'

const PendingConfigurationChange = Type.Object(
  {
    id: described(Uuid, 'Id of the change, to be named when it is confirmed or rejected.'),
    requested_by: Type.String({
      description: 'Id of the user or API key that asked for the change: `sub` of its token.',
    }),
    requested_at: described(DateTime, 'Time at which the change was asked for.'),
    is_new: Type.Boolean({
      description: 'Whether the configuration itself is new and takes no payments before it is confirmed.',
    }),
    changes: Type.Array(ChangelogDiff, {
      description: 'Members that the change sets, with the present value and the new one.',
    }),
    unchanged: Type.Array(ChangelogDiff, {
      description:
        'Members that stay and are confirmed with the change, as nobody confirmed them before; empty when the change confirms itself alone.',
    }),
  },
  { $id: 'PendingConfigurationChange' },
)

export const ConnectorConfiguration = Type.Object(
  {
    extra_properties_dict: described(StringMap, KNOWN_KEYS),
    id: described(Uuid, 'Id of the configuration.'),
    connector_id: described(Uuid, 'Id of the connector that the configuration belongs to.'),
    connector_name: NullableText('Name of the connector; null when it was deleted.'),
    connector_code: NullableConnectorCode,
    name: NullableText('Name of the configuration, for people; null when there is none.'),
    mode: described(ConnectorMode, "Whether the configuration calls the bank's production or its test system."),
    api_key: NullableText(`API key of the bank, ${MASKED}`),
    secret_key: NullableText(`Secret key of the bank, ${MASKED}`),
    password: NullableText(`Password at the bank, ${MASKED}`),
    username: NullableText('User name at the bank; null when there is none.'),
    terminal_id: NullableText('Terminal number at the bank; null when there is none.'),
    store_id: NullableText('Store or merchant number at the bank; null when there is none.'),
    api_endpoint_url: NullableText("Address of the bank that is called; null when the connector's own applies."),
    three_d_secure_endpoint_url: NullableText(
      "Address of the bank's 3D Secure page; null when the connector's own applies.",
    ),
    extra_credentials: NullableText('Further credentials, shown as `***` when they are set; null when there are none.'),
    bank_code: BankCode,
    priority: Type.Integer({
      format: 'int32',
      description: 'Position of the configuration when no routing rule decides; lower ones are tried first.',
    }),
    is_active: Type.Boolean({ description: 'Whether the configuration takes new payments.' }),
    created: Created,
    last_modified: LastModified,
    pending_change: described(
      Nullable(PendingConfigurationChange),
      'Change that waits for a second person; null when there is none.',
    ),
  },
  { $id: 'ConnectorConfiguration' },
)
export const ConnectorConfigurationPage = pageSchema(ConnectorConfiguration, 'ConnectorConfigurationPage')

const WRITE_ONLY =
  'stored sealed and returned masked. When absent or masked the stored value stays; an empty text removes it.'
const secret = (maxLength: number, name: string) =>
  Type.Optional(Type.String({ maxLength, 'x-verbatim': true, writeOnly: true, description: `${name}, ${WRITE_ONLY}` }))
const address = (of: string) =>
  Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: 2_048,
      description: `HTTPS address of ${of}, public or in a network that the operator allows; in the sandbox also http on loopback.`,
    }),
  )

const written = {
  extra_properties_dict: Type.Optional(described(StringMap, KNOWN_KEYS)),
  name: Text(100, { minLength: 1, description: 'Name of the configuration, for people.' }),
  mode: Type.Union(
    [ConnectorMode, Type.Integer({ minimum: 0, maximum: 1, description: '0 is test, 1 is production.' })],
    {
      description: "Whether the configuration calls the bank's production or its test system.",
    },
  ),
  api_key: secret(1_024, 'API key of the bank'),
  secret_key: secret(1_024, 'Secret key of the bank'),
  password: secret(1_024, 'Password at the bank'),
  username: Type.Optional(Text(200, { description: 'User name at the bank.' })),
  terminal_id: Type.Optional(Text(100, { description: 'Terminal number at the bank.' })),
  store_id: Type.Optional(Text(100, { description: 'Store or merchant number at the bank.' })),
  api_endpoint_url: address('the bank that is called'),
  three_d_secure_endpoint_url: address("the bank's 3D Secure page"),
  extra_credentials: secret(8_192, 'Further credentials as a JSON text'),
  bank_code: Type.Optional(Text(20, { description: 'Code of the bank, as in GET /api/v1/lookups/banks.' })),
  priority: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: 32_767,
      default: 100,
      description: 'Position of the configuration when no routing rule decides; lower ones are tried first.',
    }),
  ),
}

export const CreateConfiguration = Type.Object(
  {
    connector_id: described(Uuid, 'Id of the connector that the configuration belongs to.'),
    ...written,
    is_active: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the configuration takes new payments, true by default.' }),
    ),
  },
  { $id: 'CreateConnectorConfiguration' },
)
export const UpdateConfiguration = Type.Object(
  {
    id: RepeatedId,
    ...written,
    is_active: Type.Optional(
      Type.Boolean({ description: 'Whether the configuration takes new payments; when absent it stays as it is.' }),
    ),
  },
  { $id: 'UpdateConnectorConfiguration' },
)
export type WrittenConfiguration = Static<typeof UpdateConfiguration>

export const ConfigurationQuery = Type.Object({
  connector_id: Type.Optional(described(Uuid, 'Only configurations of the connector with this id.')),
  mode: Type.Optional(described(ConnectorMode, 'Only configurations of this mode.')),
  ...listQuery,
  ...waitingQuery,
})
export type ConfigurationFilters = Static<typeof ConfigurationQuery>

export const ConfigurationParams = Type.Object({
  id: described(Uuid, 'Id of the configuration, as the list shows it.'),
})
