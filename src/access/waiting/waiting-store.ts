/** SQL of changes that wait for a second person. */
import { isoTime } from '../../core/clock.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { ifGiven, matches, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { Accountable } from '../four-eyes.ts'

/** One member that changes, with both values as text. */
interface WaitingDifference {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

export interface WaitingChange
  extends Omit<Row<'waiting_changes'>, 'status' | 'decided_by' | 'decided_people' | 'decided_at'> {
  /** State on which the change is based. */
  readonly basis: unknown
  readonly changes: readonly WaitingDifference[]
  /** The people that the program knows; the database adds those behind the actor. */
  readonly requested_people: Accountable
}

/** The later request of one entity takes the place of the earlier one. */
export const insertWaiting = async (tx: Tx, row: WaitingChange): Promise<void> => {
  await tx.execute(
    updateTable(
      'waiting_changes',
      { tenant_id: row.tenant_id, kind: row.kind, entity_id: row.entity_id, status: 'waiting' },
      { status: 'replaced', decided_by: row.requested_by, decided_at: isoTime(row.requested_at) },
    ),
  )
  await tx.execute(
    insertInto('waiting_changes', {
      ...row,
      basis: JSON.stringify(row.basis),
      wish: JSON.stringify(row.wish),
      changes: JSON.stringify(row.changes),
      requested_at: isoTime(row.requested_at),
    }),
  )
}

/** Locked until the transaction ends. */
export const lockWaiting = async (
  tx: Tx,
  { tenantId, surface, id }: { tenantId: string; surface: string; id: string },
): Promise<(WaitingChange & { status: string }) | undefined> => {
  const [row] = await tx.query<WaitingChange & { status: string }>(
    sql`select * from waiting_changes where tenant_id = ${tenantId} and surface = ${surface} and id = ${id} for update`,
  )
  return row
}

export const decideWaiting = (
  tx: Tx,
  { tenant_id, id }: Pick<WaitingChange, 'tenant_id' | 'id'>,
  decision: { status: 'confirmed' | 'rejected'; by: string; now: Date },
): Promise<number> =>
  tx.execute(
    updateTable(
      'waiting_changes',
      { tenant_id, id, status: 'waiting' },
      { status: decision.status, decided_by: decision.by, decided_at: isoTime(decision.now) },
    ),
  )

interface WaitingReach {
  readonly tenantId: string
  readonly surface: string
  /** Only changes that someone other than these people may decide. */
  readonly waitingForPeople?: Accountable | undefined
}

/** Newest first. */
export const pageOfWaiting = (tx: Tx, { tenantId, surface, waitingForPeople }: WaitingReach, page: PageRequest) =>
  countAndPage<WaitingChange>(
    tx,
    {
      columns: sql`*`,
      from: sql`waiting_changes where ${matches({ tenant_id: tenantId, surface, status: 'waiting' })}
        and ${ifGiven(waitingForPeople, sql`not requested_people && ${waitingForPeople}`)}`,
      order: sql`id desc`,
    },
    page,
  )

/** Finds waiting changes by the entity that they change. With `tenantId` null, finds those of any tenant; call it only where all of them may be seen. */
export const findWaitingOfEntities = async (
  tx: Tx,
  tenantId: string | null,
  kind: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, WaitingChange>> => {
  if (entityIds.length === 0) return new Map()
  const rows = await tx.query<WaitingChange>(
    sql`select * from waiting_changes where ${ifGiven(tenantId, sql`tenant_id = ${tenantId}`)} and kind = ${kind} and entity_id = any(${entityIds}::uuid[]) and status = 'waiting'`,
  )
  return new Map(rows.map((row) => [row.entity_id, row]))
}
