/** Reads realms, plans, keys, merchants and clients for access control; the stores of identity write them. */
import type { JWK } from 'jose'
import type { Statement, Tx } from '../../infra/database/database.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'

export interface TariffPlan {
  readonly id: string
  readonly code: string
  readonly name: string
  /** 0 = none. */
  readonly dailyTransactionLimit: number
  /** 0 = none. */
  readonly monthlyTransactionLimit: number
  readonly ratePerSecond: number
  readonly burst: number
  /** No bucket, no class limits. */
  readonly isUnlimited: boolean
  /** Limit for sessions of people; null means the longest that is allowed. */
  readonly sessionIdleMinutes?: number | null
  readonly sessionMaxMinutes?: number | null
  /** Product codes of docs/interface/identity.md#features. */
  readonly features: ReadonlySet<string>
}

export interface RealmKey {
  readonly kid: string
  readonly publicJwk: JWK
  /** The key is in the key set before it signs. Real time, ms. */
  readonly signsFrom: number
  /** Time at which the next key takes over; null means that there is no next key. */
  readonly signsUntil: number | null
}

export interface Realm {
  readonly tenantId: string
  readonly slug: string
  readonly kind: 'master' | 'tenant'
  readonly displayName: string | null
  readonly isSuspended: boolean
  readonly plan: TariffPlan | null
  readonly allowNon3d: boolean
  readonly preferredThreeDFlow: 'standard' | 'pay' | 'hosted'
  /** Newest first. */
  readonly keys: readonly RealmKey[]
}

interface RealmRow
  extends Row<
    'realms',
    'tenant_id' | 'slug' | 'kind' | 'display_name' | 'status' | 'allow_non_3d' | 'preferred_three_d_flow'
  > {
  kind: Realm['kind']
  preferred_three_d_flow: Realm['preferredThreeDFlow']
  plan: TariffPlanColumns | null
  keys: RealmKey[]
}
type TariffPlanColumns = Row<
  'plans',
  | 'id'
  | 'code'
  | 'name'
  | 'daily_transaction_limit'
  | 'monthly_transaction_limit'
  | 'rate_limit_per_second'
  | 'burst'
  | 'is_unlimited'
  | 'session_idle_minutes'
  | 'session_max_minutes'
  | 'features'
>

const REALM = `
  select r.tenant_id, r.slug, r.kind, r.display_name, r.status, r.allow_non_3d, r.preferred_three_d_flow,
    to_jsonb(p) as plan,
    (select coalesce(jsonb_agg(jsonb_build_object('kid', k.kid, 'publicJwk', k.public_jwk,
        'signsFrom', extract(epoch from k.signs_from) * 1000, 'signsUntil', extract(epoch from k.signs_until) * 1000)
        order by k.signs_from desc, k.kid desc), '[]')
      from (select s.*, lead(s.signs_from) over (order by s.signs_from, s.kid) as signs_until
        from signing_keys s where s.tenant_id = r.tenant_id) k) as keys
  from realms r left join plans p on p.id = r.plan_id`

/** Runs as the platform's role, because a token's realm is looked up before its tenant is known. Returns tenant ids by slug. */
export const findTenantsBySlug = async (tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx.query<{ slug: string; tenant_id: string }>(
    'select slug, tenant_id from realms where slug = any($1)',
    [slugs],
    'tenants-by-slug',
  )
  return new Map(rows.map((row) => [row.slug, row.tenant_id]))
}

/** Realms by tenant id. */
export const findRealms = async (tx: Tx, tenantIds: readonly string[]): Promise<Map<string, Realm>> => {
  const rows = await tx.query<RealmRow>(`${REALM} where r.tenant_id = any($1)`, [tenantIds], 'realms')
  return new Map(rows.map((row) => [row.tenant_id, realmOf(row)]))
}

const realmOf = (row: RealmRow): Realm => ({
  tenantId: row.tenant_id,
  slug: row.slug,
  kind: row.kind,
  displayName: row.display_name,
  isSuspended: row.status === 'suspended',
  plan: row.plan && toTariffPlan(row.plan),
  allowNon3d: row.allow_non_3d,
  preferredThreeDFlow: row.preferred_three_d_flow,
  keys: row.keys,
})

const toTariffPlan = (row: TariffPlanColumns): TariffPlan => ({
  id: row.id,
  code: row.code,
  name: row.name,
  dailyTransactionLimit: row.daily_transaction_limit,
  monthlyTransactionLimit: row.monthly_transaction_limit,
  ratePerSecond: row.rate_limit_per_second,
  burst: row.burst,
  isUnlimited: row.is_unlimited,
  sessionIdleMinutes: row.session_idle_minutes,
  sessionMaxMinutes: row.session_max_minutes,
  features: new Set(row.features),
})

export interface KnownMerchant {
  readonly tenantId: string
  readonly id: string
  readonly externalId: string | null
  readonly name: string
  /** Switched on and approved. */
  readonly isActive: boolean
  /** Noted when it was switched off. */
  readonly hasBeenUsed: boolean
}

/** Reads the merchants of several tenants in one statement. */
export const findMerchants = (tenantIds: readonly string[]): Statement => ({
  name: 'merchants',
  text: `select tenant_id as "tenantId", id, external_id as "externalId", name,
      is_active and status = 'approved' as "isActive", has_been_used as "hasBeenUsed"
    from merchants where tenant_id = any($1) and not is_deleted`,
  values: [tenantIds],
  onlyReads: true,
})

/** Every tenant; runs across tenants. */
export const listTenantIds = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    "select tenant_id from realms where kind = 'tenant' order by tenant_id",
  )
  return rows.map((row) => row.tenant_id)
}
