/** What access control reads of an API key (OAuth client); written by the stores of identity. */
import type { Statement, Tx } from '../../infra/postgres.ts'
import { bundlesOf, type Holder } from './holder.ts'

export interface Client extends Holder {
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
}

const COLUMNS = `c.tenant_id as "tenantId", c.id, c.client_id as "clientId", c.secret_hash as "secretHash",
  c.previous_secret_hash as "previousSecretHash", c.previous_secret_expires_at as "previousSecretExpiresAt",
  c.display_name as "displayName", c.contact_email as "contactEmail", c.merchant_id as "merchantId", c.roles,
  ${bundlesOf('c')} as bundles,
  c.daily_limit_override as "dailyLimitOverride", c.monthly_limit_override as "monthlyLimitOverride",
  c.rate_limit_override as "rateLimitOverride", c.allowed_ips as "allowedIps", c.expires_at as "expiresAt",
  c.is_active as "isActive"`

export const findClient = async (tx: Tx, tenantId: string, clientId: string): Promise<Client | null> => {
  const [row] = await tx.query<Client>(
    `select ${COLUMNS} from clients c where c.tenant_id = $1 and c.client_id = $2 and not c.is_deleted`,
    [tenantId, clientId],
    'client',
  )
  return row ?? null
}

/** Many at once, for the token endpoint: those that are not there are not among the rows. */
export const findClients = (keys: readonly { tenantId: string; clientId: string }[]): Statement => ({
  name: 'clients',
  text: `select ${COLUMNS} from unnest($1::uuid[], $2::text[]) as wanted (tenant_id, client_id)
    join clients c using (tenant_id, client_id) where not c.is_deleted`,
  values: [keys.map((key) => key.tenantId), keys.map((key) => key.clientId)],
})
