/** Shapes of changes that wait for a second person (docs/interface/additions.md). */
import { Type } from 'typebox'
import { isoTime } from '../../core/clock.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { waitsForQuery } from '../waits-for.ts'
import type { WaitingChange } from './waiting-store.ts'

const WaitingDiff = Type.Object(
  {
    field: Type.String({ description: 'Name of the member that the change sets.' }),
    before: NullableText('Present value of the member as a text; null when there is none.'),
    after: NullableText('New value of the member as a text; null when there will be none.'),
  },
  { $id: 'WaitingDiff' },
)

const WaitingChangeSchema = Type.Object(
  {
    id: described(Uuid, 'Id of the change, to be named when it is confirmed or rejected.'),
    kind: Type.String({
      description:
        'Kind of resource that the change is about, as the audit log names it, such as routing_rule or fraud_rule.',
    }),
    entity_id: described(Uuid, 'Id of the resource that the change is about.'),
    label: Type.String({ description: 'Name of the resource, for people.' }),
    requested_by: Type.String({
      description: 'Id of the user or API key that asked for the change: `sub` of its token.',
    }),
    requested_at: described(DateTime, 'Time at which the change was asked for.'),
    changes: Type.Array(WaitingDiff, {
      description: 'Members that the change sets, with the present value and the new one.',
    }),
  },
  { $id: 'WaitingChange' },
)
export const PendingChange = described(
  Nullable(WaitingChangeSchema),
  'Change that waits for a second person; null when there is none.',
)
export const WaitingChangePage = pageSchema(WaitingChangeSchema, 'WaitingChangePage')
export const WaitingChangeQuery = Type.Object({ ...pageQuery, ...waitsForQuery })
export const WaitingChangeParams = Type.Object({ id: described(Uuid, 'Id of the change, as the list shows it.') })

export const toWaitingView = (row: WaitingChange) => ({
  id: row.id,
  kind: row.kind,
  entity_id: row.entity_id,
  label: row.label,
  requested_by: row.requested_by,
  requested_at: isoTime(row.requested_at),
  changes: row.changes,
})
