/** Changelog of a tenant's banks: who changed what, from what to what; committed with the change itself. */
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

type EntityKind =
  | 'connector'
  | 'connector_configuration'
  | 'connector_error_code'
  | 'routing_rule'
  | 'simple_routing_rule'
  | 'merchant_bank_profile'
export type Action =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'activated'
  | 'deactivated'
  | 'requested'
  | 'confirmed'
  | 'rejected'

/** One member that changed, both sides as text. */
export interface Difference {
  field: string
  before: string | null
  after: string | null
}

export interface Change {
  connectorId: string
  kind: EntityKind
  entityId: string
  action: Action
  diff: readonly Difference[]
  note?: string
}

/** Placeholder of a secret. */
export const HIDDEN = '***'

type Facets = Readonly<Record<string, unknown>>

/** Returns the members whose values differ, in the order of `after`. `null` on one side: the entity did not exist. */
export const diffFields = (before: Facets | null, after: Facets | null): Difference[] =>
  allFields(before, after).filter((each) => each.before !== each.after)

/** Like {@link diffFields}, including the members that do not change. */
export const allFields = (before: Facets | null, after: Facets | null): Difference[] =>
  Object.keys(after ?? before ?? {}).map((field) => ({
    field,
    before: toText(before?.[field]),
    after: toText(after?.[field]),
  }))

const toText = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return isoTime(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const addChanges = async (
  tx: Tx,
  by: { tenantId: string; actor: string; now: Date },
  changes: readonly Change[],
): Promise<void> => {
  if (changes.length === 0) return
  await tx.execute(
    sql`insert into connector_changes (tenant_id, id, connector_id, at, actor, action, entity_kind, entity_id, diff, note)
     select ${by.tenantId}, id, connector_id, ${by.now}, ${by.actor}, action, kind, entity_id, diff, note
       from jsonb_to_recordset(${JSON.stringify(
         changes.map(({ connectorId, kind, entityId, action, diff, note }) => ({
           id: newId(by.now.getTime()),
           connector_id: connectorId,
           kind,
           entity_id: entityId,
           action,
           diff,
           note: note ?? null,
         })),
       )}) as t(id uuid, connector_id uuid, action text, kind text, entity_id uuid, diff jsonb, note text)`,
  )
}

interface ChangeRow extends Omit<Row<'connector_changes'>, 'tenant_id' | 'connector_id'> {
  diff: Difference[]
}

/** Newest first. */
export const findConnectorChanges = async (tx: Tx, tenantId: string, connectorId: string, most: number) => {
  const rows = await tx.query<ChangeRow>(
    sql`select id, at, actor, action, entity_kind, entity_id, note, diff from connector_changes
      where tenant_id = ${tenantId} and connector_id = ${connectorId} order by id desc limit ${most}`,
  )
  return rows.map((row) => ({ ...row, at: isoTime(row.at) }))
}
