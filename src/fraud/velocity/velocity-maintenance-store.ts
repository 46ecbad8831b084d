/** SQL that backfills velocity from stored checks and purges old entries. */
import { idAt } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { joinByKey } from '../../infra/database/key-join.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { FraudProcess } from '../rules/active-rule-store.ts'
import { SUBJECT_KINDS, type SubjectKind } from './counting-plan.ts'
import { addVolumesSql, VELOCITY_COLUMNS, type VelocityRow } from './velocity-store.ts'

export interface StoredCheck {
  id: string
  /** Second since 1970. */
  at: number
  amount: number
  currency: string
  merchant_id: string
  variables: string
  card: number | null
  iban: number | null
  source_account: number | null
  failed: boolean
}

/** Selects the part of a tenant's checks with ids below `before`, newest first. */
interface PageOfChecks {
  tenantId: string
  process: FraudProcess
  before: string
  notBeforeMs: number
  rowsMax: number
}

export const findStoredChecks = (tx: Tx, page: PageOfChecks): Promise<StoredCheck[]> =>
  tx.query(
    sql`select c.id, floor(extract(epoch from c.checked_at))::int8 as at, c.amount, c.currency, c.merchant_id, c.variables,
       c.card, c.iban, c.source_account,
       coalesce(c.outcome = 'failed', p.status = 'failed', t.status = 'failed', false) as failed
     from fraud_checks c
     left join payments p on ${joinByKey('p', { tenant_id: 'c.tenant_id', id: 'c.id' })} and c.process = 'sanal_pos'
     left join transfers t on ${joinByKey('t', { tenant_id: 'c.tenant_id', id: 'c.id' })} and c.process = 'para_transferi'
     where c.tenant_id = ${page.tenantId} and c.process = ${page.process} and c.id < ${page.before} and c.id >= ${idAt(page.notBeforeMs, 'first')}
     order by c.id desc limit ${page.rowsMax}`,
  )

/** Makes missing entries, and completes existing ones; the sums get exactly what they did not have. */
export const backfillEntries = (tx: Tx, rows: readonly VelocityRow[]): Promise<number> =>
  tx.execute(
    `with page as (select * from jsonb_populate_recordset(null::fraud_velocity, $1)),
     before as materialized (
       select v.check_id, v.failed, v.merchant, v.source_account from fraud_velocity v
       where v.tenant_id = $2 and v.check_id = any($3::uuid[]) order by v.check_id for update),
     filled as (
       insert into fraud_velocity as kept (${VELOCITY_COLUMNS})
       select ${VELOCITY_COLUMNS.replaceAll(/(\w+)/g, 'p.$1')}
       from page p left join before b on b.check_id = p.check_id order by p.check_id
       on conflict (tenant_id, check_id) do update set failed = kept.failed or excluded.failed,
         ${SUBJECT_KINDS.map((kind) => `${kind} = coalesce(kept.${kind}, excluded.${kind})`).join(', ')}
       where excluded.failed and not kept.failed
         or ${SUBJECT_KINDS.map((kind) => `kept.${kind} is null and excluded.${kind} is not null`).join(' or ')})
     ${addVolumesSql(`
       select p.tenant_id, s.subject, p.at, p.currency, (not s.was_summed)::int as count,
         case when s.was_summed then 0 else p.amount end as amount,
         (p.failed or coalesce(b.failed, false))::int - (coalesce(b.failed, false) and s.was_summed)::int as declined
       from page p left join before b on b.check_id = p.check_id
       cross join lateral (values (p.merchant, b.merchant is not null), (p.source_account, b.source_account is not null))
         as s (subject, was_summed)
       where s.subject is not null and (not s.was_summed or p.failed and not b.failed)`)}`,
    [JSON.stringify(rows), rows[0]?.tenant_id, rows.map(({ check_id }) => check_id)],
  )

/** Records the kinds that are counted now: notes new kinds, and forgets those that no rule reads any more. Returns whether some are new. */
export const recordCounted = async (
  tx: Tx,
  tenantId: string,
  counted: readonly { process: FraudProcess; kind: SubjectKind }[],
): Promise<boolean> => {
  const parts = [tenantId, counted.map(({ process }) => process), counted.map(({ kind }) => kind)]
  await tx.execute(
    `delete from fraud_counted c where c.tenant_id = $1
       and not exists (select from unnest($2::text[], $3::text[]) as n (process, kind)
         where n.process = c.process and n.kind = c.kind)`,
    parts,
  )
  const added = await tx.execute(
    `insert into fraud_counted (tenant_id, process, kind, since)
     select $1, n.process, n.kind, now() from unnest($2::text[], $3::text[]) as n (process, kind)
     on conflict do nothing`,
    parts,
  )
  return added > 0
}

/** Delay before the checks are filled in again: by then every process has loaded the rule. */
const AGAIN_AFTER = sql`interval '1 minute'`
const IS_DUE = sql`not is_complete and (filled_at is null or filled_at < now() - ${AGAIN_AFTER})`

export const tenantsToBackfill = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(`select distinct tenant_id from fraud_counted where ${IS_DUE}`)
  return rows.map(({ tenant_id }) => tenant_id)
}

export interface DueBackfill {
  process: FraudProcess
  kinds: SubjectKind[]
  /** Database time, as text. */
  started: string
}

/** Kinds to be filled in, each with all that is counted of its process. */
export const findDueBackfills = (tx: Tx, tenantId: string): Promise<DueBackfill[]> =>
  tx.query(
    sql`select process, array_agg(kind) as kinds, now()::text as started from fraud_counted
     where tenant_id = ${tenantId} group by process having bool_or(${IS_DUE})`,
  )

export const recordBackfilled = (tx: Tx, tenantId: string, { process, started }: DueBackfill): Promise<number> =>
  tx.execute(
    sql`update fraud_counted set filled_at = coalesce(filled_at, now()), is_complete = filled_at is not null
     where tenant_id = ${tenantId} and process = ${process} and since <= ${started}::timestamptz and ${IS_DUE}`,
  )

export const tenantsWithDeclines = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>('select distinct tenant_id from fraud_declines')
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Adds failures to the sums; returns how many. */
export const foldDeclines = async (tx: Tx, tenantId: string, rowsMax: number): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`with gone as (
       delete from fraud_declines where tenant_id = ${tenantId}
         and (subject, check_id) in (select subject, check_id from fraud_declines where tenant_id = ${tenantId} limit ${rowsMax})
       returning tenant_id, subject, at, currency),
     summed as (${rawSql(addVolumesSql('select tenant_id, subject, at, currency, 0 as count, 0 as amount, 1 as declined from gone'))})
     select count(*) from gone`,
  )
  return row?.count ?? 0
}

/** Returns how many rows it took out, of either table. */
export const purgeEntries = (tx: Tx, tenantId: string, beforeMs: number, rowsMax: number): Promise<number> =>
  tx.execute(
    sql`delete from fraud_velocity where tenant_id = ${tenantId} and check_id in (
       select check_id from fraud_velocity where tenant_id = ${tenantId} and check_id < ${idAt(beforeMs, 'first')} order by check_id limit ${rowsMax})`,
  )

export const purgeVolumes = (tx: Tx, tenantId: string, beforeMs: number, rowsMax: number): Promise<number> =>
  tx.execute(
    sql`delete from fraud_volumes where tenant_id = ${tenantId} and (subject, level_s, start_s, currency) in (
       select subject, level_s, start_s, currency from fraud_volumes
       where (tenant_id = ${tenantId}) is true and start_s < ${Math.floor(beforeMs / 1_000)} order by start_s limit ${rowsMax})`,
  )
