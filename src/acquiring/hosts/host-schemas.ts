/** Shapes of the hosts banks may have. */
import { Type } from 'typebox'
import { pageQuery } from '../../core/pagination.ts'
import { Nullable, Text, Uuid } from '../../core/schema.ts'
import { ConnectorType } from '../connectors/connector-schemas.ts'

export const ConnectorHost = Type.Object(
  {
    id: Uuid,
    connector_type: Nullable(
      Type.Unsafe<string>({
        ...ConnectorType,
        description: 'Type of connector whose configurations may call it; null: every type',
      }),
    ),
    host: Type.String({ description: 'Host name, or an address literal' }),
    port: Nullable(Type.Integer({ format: 'int32', description: 'The one port; null: any' })),
    note: Nullable(Type.String({ description: 'For people' })),
  },
  { $id: 'ConnectorHost' },
)

export const WriteConnectorHost = Type.Object(
  {
    connector_type: ConnectorType,
    host: Text(253, {
      minLength: 1,
      description: 'Host name or address literal, alone: no scheme, user, port, path or wildcard',
    }),
    port: Type.Optional(
      Type.Integer({ format: 'int32', minimum: 1, maximum: 65_535, description: 'The one port; absent: any' }),
    ),
    note: Type.Optional(Text(200, { description: 'For people' })),
  },
  { $id: 'WriteConnectorHost' },
)

export const HostQuery = Type.Object({
  connector_type: Type.Optional(ConnectorType),
  ...pageQuery,
  search_term: Type.Optional(Type.String({ maxLength: 100 })),
})
export const HostParams = Type.Object({ id: Uuid })
