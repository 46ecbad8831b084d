/** SQL of tenants, as the platform reads and changes them. */
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { TenantMovesError } from '../../infra/database/database-errors.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { TenantFilters, TenantStatusName, ThreeDFlowName } from './tenant-schemas.ts'

const SHOWN = [
  'tenant_id',
  'slug',
  'kind',
  'display_name',
  'contact_email',
  'status',
  'status_reason',
  'plan_id',
  'plan_assigned_at',
  'allow_non_3d',
  'preferred_three_d_flow',
  'created',
  'last_modified',
] as const
interface TenantRow extends Row<'realms', (typeof SHOWN)[number]> {
  status: TenantStatusName
  preferred_three_d_flow: ThreeDFlowName
}
/** A tenant with the name of its plan. */
export interface PlannedTenant extends TenantRow {
  plan_code: string | null
  plan_name: string | null
}
const PLANNED = sql`${rawSql(SHOWN.map((name) => `r.${name}`).join(', '))}, p.code as plan_code, p.name as plan_name`
const TENANTS = sql`realms r left join plans p on p.id = r.plan_id where r.kind = 'tenant'`

/** Newest first. Runs across tenants. */
export const pageOfTenants = (tx: Tx, filters: TenantFilters): Promise<{ rows: PlannedTenant[]; total: number }> => {
  const { status, include_inactive, search_term } = filters
  const wanted = allOf([
    // A status that is requested by name is included, inactive or not.
    matches({ 'r.status': status ?? (include_inactive ? undefined : 'active') }),
    contains(['r.slug', 'r.display_name', 'r.contact_email'], search_term),
  ])
  return countAndPage(
    tx,
    { columns: PLANNED, from: sql`${TENANTS} and ${wanted}`, order: sql`r.created desc, r.tenant_id desc` },
    filters,
  )
}

export interface TenantCount {
  readonly tenants: number
}

/** Runs across tenants. */
export const countTenants = async (tx: Tx): Promise<TenantCount> =>
  (await tx.query<TenantCount>(`select count(tenant_id)::int as tenants from realms where kind = 'tenant'`))[0]!

/** The order of the list, for pages of several shards. */
export const isListedBefore = (one: PlannedTenant, other: PlannedTenant): boolean => {
  const difference = one.created.getTime() - other.created.getTime()
  return difference === 0 ? one.tenant_id > other.tenant_id : difference > 0
}

export const findTenant = async (db: Database, slug: string): Promise<PlannedTenant | undefined> => {
  const found = await db.transaction({ as: 'platform', on: db.shardOfSlug(slug) }, (tx) => tenantBySlug(tx, slug))
  if (found === undefined && db.isMoving(slug)) throw new TenantMovesError(slug)
  return found
}

const TENANT = sql`select ${PLANNED} from ${TENANTS}`

/** Runs across tenants. */
export const tenantBySlug = async (tx: Tx, slug: string): Promise<PlannedTenant | undefined> =>
  (await tx.query<PlannedTenant>(sql`${TENANT} and r.slug = ${slug}`))[0]

export const tenantById = async (tx: Tx, id: string): Promise<PlannedTenant | undefined> =>
  (await tx.query<PlannedTenant>(sql`${TENANT} and r.tenant_id = ${id}`))[0]

/** Waits for other changes of the tenant and holds them off until this one is committed. */
export const lockTenant = async (tx: Tx, id: string): Promise<PlannedTenant | undefined> => {
  await tx.execute(sql`select from realms where tenant_id = ${id} for update`)
  return tenantById(tx, id)
}

/** Returns false when the slug is taken. */
export const insertTenant = async (tx: Tx, row: TenantRow): Promise<boolean> =>
  (await tx.execute(insertInto('realms', pick(row, SHOWN), sql`on conflict (slug) do nothing`))) > 0

/** Writes the members of a tenant that can change. */
export const writeTenant = (tx: Tx, row: TenantRow): Promise<number> =>
  tx.execute(updateTable('realms', { tenant_id: row.tenant_id }, pick(row, CHANGING)))

const CHANGING = [
  'status',
  'status_reason',
  'plan_id',
  'plan_assigned_at',
  'allow_non_3d',
  'preferred_three_d_flow',
  'last_modified',
] as const

/** The answer for a tenant; it names its shard where tenants are spread. */
export const shownTenant = (db: Database, row: PlannedTenant) => ({
  ...tenantBody(row),
  ...(db.shards.length > 1 ? { shard: db.shardOf(row.tenant_id) } : {}),
})

export const tenantBody = (row: PlannedTenant) => ({
  id: row.tenant_id,
  slug: row.slug,
  display_name: row.display_name,
  realm_name: row.slug,
  contact_email: row.contact_email,
  status: row.status,
  plan_id: row.plan_id,
  plan_code: row.plan_code,
  plan_name: row.plan_name,
  plan_assigned_at: isoTimeOrNull(row.plan_assigned_at),
  allow_non_3d: row.allow_non_3d,
  preferred_three_d_flow: row.preferred_three_d_flow,
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
})
