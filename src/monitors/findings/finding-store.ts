/** SQL of findings: what is wrong, since when, and until when. */
import { newId } from '../../core/id.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, matches, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'
import type { Facts, MonitorKind, Seen } from '../model/monitor-kinds.ts'

export interface FindingRow extends Row<'monitor_findings', 'tenant_id' | 'id' | 'subject' | 'since' | 'ended_at'> {
  kind: MonitorKind
  facts: Facts
}

const COLUMNS = sql`tenant_id, id, kind, subject, since, facts, ended_at`

export type OpenFinding = Pick<FindingRow, 'tenant_id' | 'id' | 'kind' | 'subject'> & { readonly seen_at: Date }

/** Runs across tenants. */
export const findOpen = (tx: Tx, kinds: readonly MonitorKind[]): Promise<OpenFinding[]> =>
  tx.query<OpenFinding>(
    sql`select tenant_id, id, kind, subject, seen_at from monitor_findings where ended_at is null and kind = any(${kinds}::text[])`,
  )

/** Returns what is open of one owner, oldest first. */
export const findOpenOf = (tx: Tx, tenantId: string): Promise<Pick<FindingRow, 'id' | 'kind'>[]> =>
  tx.query<Pick<FindingRow, 'id' | 'kind'>>(
    sql`select id, kind from monitor_findings where tenant_id = ${tenantId} and ended_at is null order by id`,
  )

/** Returns the id of the new finding; null if one is open already. */
export const insertFinding = async (
  tx: Tx,
  { tenantId, kind, subject, facts }: Seen,
  now: Date,
): Promise<string | null> => {
  const [opened] = await tx.query<{ id: string }>(
    insertInto(
      'monitor_findings',
      {
        tenant_id: tenantId,
        id: newId(now.getTime()),
        kind,
        subject,
        since: now,
        seen_at: now,
        facts: sql`${JSON.stringify(facts)}::jsonb`,
      },
      sql`on conflict (tenant_id, kind, subject) where ended_at is null do nothing returning id`,
    ),
  )
  return opened?.id ?? null
}

/** These are still so. The rows may belong to several tenants. */
export const markStillSeen = async (
  tx: Tx,
  those: readonly { readonly tenantId: string; readonly id: string; readonly facts: Facts }[],
  now: Date,
): Promise<void> => {
  const [tenants, ids] = [those.map(({ tenantId }) => tenantId), those.map(({ id }) => id)]
  const facts = those.map((each) => JSON.stringify(each.facts))
  await tx.execute(
    sql`update monitor_findings f set seen_at = greatest(f.seen_at, ${now}), facts = s.facts::jsonb
       from unnest(${tenants}::uuid[], ${ids}::uuid[], ${facts}::text[]) as s (tenant_id, id, facts)
       where f.tenant_id = s.tenant_id and f.id = s.id and f.ended_at is null`,
  )
}

/** Returns false if it was seen again since then, or has ended already. */
export const endFinding = async (
  tx: Tx,
  { tenant_id, id }: Pick<OpenFinding, 'tenant_id' | 'id'>,
  now: Date,
  notSeenSince: Date,
): Promise<boolean> =>
  (await tx.execute(
    sql`update monitor_findings set ended_at = greatest(${now}, since)
       where tenant_id = ${tenant_id} and id = ${id} and ended_at is null and seen_at <= ${notSeenSince}`,
  )) > 0

export const findFinding = async (tx: Tx, tenantId: string, id: string): Promise<FindingRow | undefined> =>
  (
    await tx.query<FindingRow>(
      sql`select ${COLUMNS} from monitor_findings where tenant_id = ${tenantId} and id = ${id}`,
    )
  )[0]

interface FindingFilter extends PageRequest {
  open?: boolean
  kind?: readonly string[]
}

/** Newest first. */
export const pageOfFindings = (tx: Tx, tenantId: string, filter: FindingFilter) =>
  countAndPage<FindingRow>(
    tx,
    {
      columns: COLUMNS,
      from: sql`monitor_findings where ${allOf([
        matches({ tenant_id: tenantId, kind: filter.kind }),
        filter.open === true && sql`ended_at is null`,
        filter.open === false && sql`ended_at is not null`,
      ])}`,
      order: sql`id desc`,
    },
    filter,
  )

export const deleteOldFindings = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(sql`delete from monitor_findings where tenant_id = ${tenantId} and ended_at < ${before}`)

/** Runs across tenants. */
export const findTenantsWithOldFindings = async (tx: Tx, before: Date): Promise<string[]> =>
  (
    await tx.query<{ tenant_id: string }>(
      sql`select distinct tenant_id from monitor_findings where ended_at < ${before}`,
    )
  ).map(({ tenant_id }) => tenant_id)
