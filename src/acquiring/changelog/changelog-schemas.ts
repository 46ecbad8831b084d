/** Shapes of the changelog (docs/interface/cards.md#connectors-and-their-health). */
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../core/schema.ts'

export const ChangelogDiff = Type.Object(
  {
    field: Type.String({ description: 'Member that changed' }),
    before: Nullable(Type.String({ description: 'Its value as text; null when there was none; secrets as ***' })),
    after: Nullable(Type.String({ description: 'The new value as text; null when there is none; secrets as ***' })),
  },
  { $id: 'ChangelogDiff' },
)

export const ChangelogEntry = Type.Object(
  {
    id: Type.String({ description: 'Id of the entry' }),
    at: DateTime,
    actor: Type.String({ description: 'User or client that made the change: `sub` of its token' }),
    action: Type.String({
      description:
        'created, updated, deleted, activated, deactivated; requested, confirmed or rejected where a second person confirms',
    }),
    entity_kind: Type.String({
      description:
        'connector, connector_configuration, connector_error_code, routing_rule or simple_routing_rule; a rule stands with the connector of its target',
    }),
    entity_id: Uuid,
    note: Nullable(Type.String({ description: 'Remark, when somebody made one' })),
    diff: Type.Array(ChangelogDiff, { description: 'What changed' }),
  },
  { $id: 'ChangelogEntry' },
)
