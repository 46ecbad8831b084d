/** Reads an API key (OAuth client) for access control; the stores of identity write it. */
import type { Database, Statement } from '../../infra/database/database.ts'
import { roleBundlesSql, type TokenSubject } from './token-subject.ts'

export interface Client extends TokenSubject {
  readonly tenantId: string
  readonly id: string
  readonly clientId: string
  readonly secretHash: Buffer
  readonly previousSecretHash: Buffer | null
  readonly previousSecretExpiresAt: Date | null
  readonly displayName: string | null
  readonly contactEmail: string | null
  readonly dailyLimitOverride: number | null
  readonly monthlyLimitOverride: number | null
  readonly rateLimitOverride: number | null
  /** Comma-separated addresses and CIDR ranges; null or empty = all. */
  readonly allowedIps: string | null
  /** Refresh tokens issued earlier are void; platform clock. */
  readonly signedOutAt: Date | null
}

const COLUMNS = `c.tenant_id as "tenantId", c.id, c.client_id as "clientId", c.secret_hash as "secretHash",
  c.previous_secret_hash as "previousSecretHash", c.previous_secret_expires_at as "previousSecretExpiresAt",
  c.display_name as "displayName", c.contact_email as "contactEmail", c.merchant_id as "merchantId", c.roles,
  ${roleBundlesSql('c')} as bundles, coalesce(c.accountable, array[c.client_id]) || c.changed_people as accountable,
  c.needs_confirmation is true as "needsConfirmation",
  coalesce(c.daily_limit_override, nullif(own.daily_transaction_limit, 0)) as "dailyLimitOverride",
  coalesce(c.monthly_limit_override, nullif(own.monthly_transaction_limit, 0)) as "monthlyLimitOverride",
  coalesce(c.rate_limit_override, own.rate_limit_per_second) as "rateLimitOverride", c.allowed_ips as "allowedIps", c.expires_at as "expiresAt",
  c.is_active as "isActive", c.signed_out_at as "signedOutAt", c.sessions_valid_from as "sessionsValidFrom"`

export interface ClientKey {
  readonly tenantId: string
  readonly clientId: string
}

/** Several at once; null where there is none. */
export const readClients = async (db: Database, keys: readonly ClientKey[]): Promise<(Client | null)[]> => {
  const tenantIds = keys.map((key) => key.tenantId)
  const rows = await db.batch<Client>(tenantIds, findClients(keys))
  const byKey = new Map(rows.map((row) => [`${row.tenantId} ${row.clientId}`, row]))
  return keys.map((key) => byKey.get(`${key.tenantId} ${key.clientId}`) ?? null)
}

const findClients = (keys: readonly ClientKey[]): Statement => ({
  name: 'clients',
  text: `select ${COLUMNS} from unnest($1::uuid[], $2::text[]) as wanted (tenant_id, client_id)
    join clients c using (tenant_id, client_id) left join plans own on own.id = c.plan_id where not c.is_deleted`,
  values: [keys.map((key) => key.tenantId), keys.map((key) => key.clientId)],
  onlyReads: true,
})
