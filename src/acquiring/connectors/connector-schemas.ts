/** Shapes of connectors (docs/interface/cards.md#connectors-and-their-health). */
import { Type } from 'typebox'
import { DateTime, Enum, StringMap, Text, Uuid } from '../../core/schema.ts'

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
  'custom',
])

export const ConnectorSchema = Type.Object(
  {
    extra_properties_dict: Type.Unsafe<Record<string, string>>({ ...StringMap, description: 'Free notes of yours' }),
    id: Type.String({ format: 'uuid', description: 'Id of the connector' }),
    name: Type.String({ description: 'Name for people' }),
    code: Type.String({ description: 'Name for programs, unique in the tenant; never changes' }),
    type: ConnectorType,
    is_active: Type.Boolean({
      description: 'An inactive connector takes no new payments, whatever its configurations say',
    }),
    created: DateTime,
    last_modified: DateTime,
    configuration_count: Type.Integer({ format: 'int32', description: 'Configurations, active and inactive together' }),
  },
  { $id: 'Connector' },
)

const written = {
  extra_properties_dict: Type.Optional(
    Type.Unsafe<Record<string, string>>({ ...StringMap, description: 'Free notes of yours; default none' }),
  ),
  name: Text(100, { minLength: 1, description: 'Name for people' }),
  type: ConnectorType,
}

export const CreateConnector = Type.Object(
  {
    ...written,
    code: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9_]{1,50}$',
        description: 'Upper-case letters, digits, underscores; unique in the tenant. Default: made from name',
      }),
    ),
    is_active: Type.Optional(Type.Boolean({ default: true, description: 'Default true' })),
  },
  { $id: 'CreateConnector' },
)

export const UpdateConnector = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Repeats the path' })),
    ...written,
    is_active: Type.Optional(Type.Boolean({ description: 'Absent: stays as it is' })),
  },
  { $id: 'UpdateConnector' },
)

export const ConnectorParams = Type.Object({ id: Uuid })
