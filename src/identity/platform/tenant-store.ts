/** SQL of tenants, as the platform reads and changes them. */
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { TenantFilters, TenantStatusName, ThreeDFlowName } from './tenant-schemas.ts'

interface TenantRow {
  tenant_id: string
  slug: string
  kind: 'master' | 'tenant'
  display_name: string | null
  contact_email: string | null
  status: TenantStatusName
  status_reason: string | null
  plan_id: string | null
  plan_assigned_at: Date | null
  allow_non_3d: boolean
  preferred_three_d_flow: ThreeDFlowName
  created: Date
  last_modified: Date
}
/** A tenant with the name of its plan. */
export interface PlannedTenant extends TenantRow {
  plan_code: string | null
  plan_name: string | null
}
interface Tables {
  realms: TenantRow
  plans: { id: string; code: string; name: string }
}
const db = queryBuilder<Tables>()

/** Newest first. Runs across tenants. */
export const pageOfTenants = (tx: Tx, filters: TenantFilters): Promise<{ rows: PlannedTenant[]; total: number }> => {
  const { status, search_term } = filters
  let list = db
    .selectFrom('realms')
    .leftJoin('plans', 'plans.id', 'realms.plan_id')
    .selectAll('realms')
    .select(['plans.code as plan_code', 'plans.name as plan_name'])
    .where('realms.kind', '=', 'tenant')
    .orderBy('realms.created', 'desc')
    .orderBy('realms.tenant_id', 'desc')
  // A status that is requested by name is included, inactive or not.
  if (status !== undefined) list = list.where('realms.status', 'in', status)
  else if (!filters.include_inactive) list = list.where('realms.status', '=', 'active')
  if (search_term) {
    const part = toLikePattern(search_term)
    const columns = ['realms.slug', 'realms.display_name', 'realms.contact_email'] as const
    list = list.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', part))))
  }
  return countAndPage(tx, list, { limit: limitOf(filters), offset: offsetOf(filters) })
}

const TENANT = `select r.tenant_id, r.slug, r.kind, r.display_name, r.contact_email, r.status, r.status_reason, r.plan_id,
    r.plan_assigned_at, r.allow_non_3d, r.preferred_three_d_flow, r.created, r.last_modified,
    p.code as plan_code, p.name as plan_name
  from realms r left join plans p on p.id = r.plan_id where r.kind = 'tenant'`

/** Runs across tenants. */
export const tenantBySlug = async (tx: Tx, slug: string): Promise<PlannedTenant | undefined> =>
  (await tx.query<PlannedTenant>(`${TENANT} and r.slug = $1`, [slug]))[0]

export const tenantById = async (tx: Tx, id: string): Promise<PlannedTenant | undefined> =>
  (await tx.query<PlannedTenant>(`${TENANT} and r.tenant_id = $1`, [id]))[0]

/** Waits for other changes of the tenant and holds them off until this one is committed. */
export const lockTenant = async (tx: Tx, id: string): Promise<PlannedTenant | undefined> => {
  await tx.execute('select from realms where tenant_id = $1 for update', [id])
  return tenantById(tx, id)
}

/** Returns false when the slug is taken. */
export const insertTenant = async (tx: Tx, row: TenantRow): Promise<boolean> =>
  (await tx.execute(
    `insert into realms (tenant_id, slug, kind, display_name, contact_email, status, plan_id, plan_assigned_at, allow_non_3d,
       preferred_three_d_flow, created, last_modified)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (slug) do nothing`,
    [
      row.tenant_id,
      row.slug,
      row.kind,
      row.display_name,
      row.contact_email,
      row.status,
      row.plan_id,
      row.plan_assigned_at,
      row.allow_non_3d,
      row.preferred_three_d_flow,
      row.created,
      row.last_modified,
    ],
  )) > 0

/** Writes the members of a tenant that can change. */
export const writeTenant = (tx: Tx, row: TenantRow): Promise<number> =>
  tx.execute(
    `update realms set status = $2, status_reason = $3, plan_id = $4, plan_assigned_at = $5, allow_non_3d = $6,
       preferred_three_d_flow = $7, last_modified = $8
      where tenant_id = $1`,
    [
      row.tenant_id,
      row.status,
      row.status_reason,
      row.plan_id,
      row.plan_assigned_at,
      row.allow_non_3d,
      row.preferred_three_d_flow,
      row.last_modified,
    ],
  )

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
