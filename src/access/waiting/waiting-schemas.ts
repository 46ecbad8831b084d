/** Shapes of changes that wait for a second person (docs/interface/additions.md). */
import { Type } from 'typebox'
import { isoTime } from '../../core/clock.ts'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Nullable, Uuid } from '../../core/schema.ts'
import { waitsForQuery } from '../waits-for.ts'
import type { WaitingChange } from './waiting-store.ts'

const side = (description: string) => Nullable(Type.String({ description }))

const WaitingDiff = Type.Object(
  {
    field: Type.String({ description: 'Member of what it changes' }),
    before: side('What counts now'),
    after: side('What will count'),
  },
  { $id: 'WaitingDiff' },
)

export const WaitingChangeSchema = Type.Object(
  {
    id: Type.Unsafe<string>({ ...Uuid, description: 'Names what is confirmed or rejected' }),
    kind: Type.String({ description: 'What it changes, as the audit log names it: routing_rule, fraud_rule, …' }),
    entity_id: Type.Unsafe<string>({ ...Uuid, description: 'Id of that' }),
    label: Type.String({ description: 'Its name for people' }),
    requested_by: Type.String({ description: 'User or client that asked for it: `sub` of its token' }),
    requested_at: DateTime,
    changes: Type.Array(WaitingDiff, { description: 'What counts now, and what will' }),
  },
  { $id: 'WaitingChange' },
)
export const WaitingChangePage = pageSchema(WaitingChangeSchema, 'WaitingChangePage')
export const WaitingChangeQuery = Type.Object({ ...pageQuery, ...waitsForQuery })
export const WaitingChangeParams = Type.Object({ id: Uuid })

export const toWaitingView = (row: WaitingChange) => ({
  id: row.id,
  kind: row.kind,
  entity_id: row.entity_id,
  label: row.label,
  requested_by: row.requested_by,
  requested_at: isoTime(row.requested_at),
  changes: row.changes,
})
