/** Shapes of connectors. */
import { Type } from 'typebox'
import { DateTime, Enum, Int32, StringMap, Uuid } from '../core/schema.ts'

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
    extra_properties_dict: StringMap,
    id: Uuid,
    name: Type.String(),
    code: Type.String(),
    type: ConnectorType,
    is_active: Type.Boolean(),
    created: DateTime,
    last_modified: DateTime,
    configuration_count: Int32,
  },
  { $id: 'Connector' },
)
