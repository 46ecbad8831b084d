/** Shapes of connectors (docs/interface/cards.md#connectors-and-their-health). */
import { Type } from 'typebox'
import { Created, LastModified, OwnNotes, RepeatedId } from '../../core/members/record-members.ts'
import { described, Enum, StringMap, Text, Uuid } from '../../core/schema.ts'

export const ConnectorType = Enum('ConnectorType', [
  'nest_pay',
  'halk_bank_vpos',
  'garanti_vpos',
  'vakifbank_vpos',
  'is_bank_vpos',
  'qnb_finansbank_vpos',
  'deniz_bank_vpos',
  'yapi_kredi_vpos',
  'ziraat_vpos',
  'kuveyt_turk_vpos',
  'enpara_vpos',
  'ziraat_katilim_vpos',
  'akbank_vpos',
  'iyzico',
  'custom',
])

export const ConnectorSchema = Type.Object(
  {
    extra_properties_dict: OwnNotes,
    id: Type.String({ format: 'uuid', description: 'Id of the connector.' }),
    name: Type.String({ description: 'Name of the connector, for people.' }),
    code: Type.String({ description: 'Code of the connector, unique in the tenant; it cannot be changed.' }),
    type: described(ConnectorType, 'Type of the connector, which decides what it connects to.'),
    is_active: Type.Boolean({
      description: 'Whether the connector takes new payments, whatever its configurations say.',
    }),
    created: Created,
    last_modified: LastModified,
    configuration_count: Type.Integer({
      format: 'int32',
      description: 'Number of configurations of the connector, active and inactive ones.',
    }),
  },
  { $id: 'Connector' },
)

const written = {
  extra_properties_dict: Type.Optional(described(StringMap, 'Notes of your own by name; none by default.')),
  name: Text(100, { minLength: 1, description: 'Name of the connector, for people.' }),
  type: described(ConnectorType, 'Type of the connector, which decides what it connects to.'),
}

export const CreateConnector = Type.Object(
  {
    ...written,
    code: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9_]{1,50}$',
        description:
          'Code of the connector: upper-case letters, digits and underscores, unique in the tenant; by default made from the name.',
      }),
    ),
    is_active: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the connector takes new payments, true by default.' }),
    ),
  },
  { $id: 'CreateConnector' },
)

export const UpdateConnector = Type.Object(
  {
    id: RepeatedId,
    ...written,
    is_active: Type.Optional(
      Type.Boolean({ description: 'Whether the connector takes new payments; when absent it stays as it is.' }),
    ),
  },
  { $id: 'UpdateConnector' },
)

export const ConnectorParams = Type.Object({ id: described(Uuid, 'Id of the connector, as the list shows it.') })
