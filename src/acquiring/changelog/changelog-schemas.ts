/** Shapes of the changelog (docs/interface/cards.md#connectors-and-their-health). */
import { Type } from 'typebox'
import { DateTime, described, NullableText, Uuid } from '../../core/schema.ts'

export const ChangelogDiff = Type.Object(
  {
    field: Type.String({ description: 'Name of the member that changed.' }),
    before: NullableText('Value before the change as a text, secrets as `***`; null when there was none.'),
    after: NullableText('Value after the change as a text, secrets as `***`; null when there is none.'),
  },
  { $id: 'ChangelogDiff' },
)

export const ChangelogEntry = Type.Object(
  {
    id: Type.String({ description: 'Id of the entry.' }),
    at: described(DateTime, 'Time at which the change was made.'),
    actor: Type.String({ description: 'Id of the user or API key that made the change: `sub` of its token.' }),
    action: Type.String({
      description:
        'Action that was taken: created, updated, deleted, activated, deactivated; requested, confirmed or rejected when a second person confirms.',
    }),
    entity_kind: Type.String({
      description:
        'Kind of resource that was changed: connector, connector_configuration, connector_error_code, routing_rule or simple_routing_rule. A rule is listed with the connector of its target.',
    }),
    entity_id: described(Uuid, 'Id of the resource that was changed.'),
    note: NullableText('Remark on the change, for people; null when there is none.'),
    diff: Type.Array(ChangelogDiff, { description: 'Members that changed, with the value before and after.' }),
  },
  { $id: 'ChangelogEntry' },
)
