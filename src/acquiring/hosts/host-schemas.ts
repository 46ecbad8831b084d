/** Shapes of the hosts banks may have. */
import { Type } from 'typebox'
import { pageQuery } from '../../core/pagination.ts'
import { described, Nullable, NullableText, Text, Uuid } from '../../core/schema.ts'
import { ConnectorType } from '../connectors/connector-schemas.ts'

export const ConnectorHost = Type.Object(
  {
    id: described(Uuid, 'Id of the allowed host.'),
    connector_type: described(
      Nullable(ConnectorType),
      'Type of connector whose configurations may call the host; null for every type.',
    ),
    host: Type.String({ description: 'Host name or address literal that may be called.' }),
    port: Nullable(Type.Integer({ format: 'int32', description: 'Port that may be called; null for any.' })),
    note: NullableText('Note on the host, for people; null when there is none.'),
  },
  { $id: 'ConnectorHost' },
)

export const WriteConnectorHost = Type.Object(
  {
    connector_type: described(ConnectorType, 'Type of connector whose configurations may call the host.'),
    host: Text(253, {
      minLength: 1,
      description: 'Host name or address literal on its own: no scheme, user, port, path or wildcard.',
    }),
    port: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 65_535,
        description: 'Port that may be called; when absent, any.',
      }),
    ),
    note: Type.Optional(Text(200, { description: 'Note on the host, for people.' })),
  },
  { $id: 'WriteConnectorHost' },
)

export const HostQuery = Type.Object({
  connector_type: Type.Optional(described(ConnectorType, 'Only hosts of this type of connector.')),
  ...pageQuery,
  search_term: Type.Optional(Type.String({ maxLength: 100, description: 'Text to search for in host name and note.' })),
})
export const HostParams = Type.Object({ id: described(Uuid, 'Id of the allowed host, as the list shows it.') })
