/** SQL of the external issuers that tenants trust. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, sql } from '../../infra/database/statements/sql.ts'
import { type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { WaitingChange } from '../confirmation/confirmation-store.ts'

export const ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const

export interface ProviderRow extends Row<'identity_providers'> {
  /** Audience in force; the tenant's default audience while another one is claimed. */
  audience: string
  /** Requested audience that is not yet proven: until it is, none of its tokens is accepted. Null if nothing is to be proven. */
  claimed_audience: string | null
  algorithm: (typeof ALGORITHMS)[number]
  /** Null if the discovery document names it. */
  jwks_url: string | null
  role_mappings: readonly { external_role: string; role: string }[]
  /** The people who made or changed it since its confirmation; null if it is confirmed. */
  changed_people: readonly string[] | null
  waiting_changes: readonly WaitingChange[] | null
  /** Values that take effect once a second person has confirmed the change. */
  awaited: Partial<Pick<ProviderRow, AwaitedMember>> | null
  /** True if it was confirmed once, so that its administrators were people who confirm. */
  has_counted: boolean | null
}

/** Members that may wait with the confirmation (loosened-provider.ts). */
type AwaitedMember =
  | 'jwks_url'
  | 'roles_claim'
  | 'role_mappings'
  | 'merchant_claim'
  | 'max_token_life_seconds'
  | 'is_active'

/** Newest first. */
export const pageOfProviders = (
  tx: Tx,
  tenantId: string,
  /** `waitingFor` keeps those that someone other than these people confirms; undefined keeps all. */
  filters: { includeInactive: boolean; searchTerm: string | undefined; waitingFor: Accountable | undefined },
  page: PageRequest,
): Promise<{ rows: ProviderRow[]; total: number }> => {
  const { includeInactive, searchTerm, waitingFor } = filters
  const wanted = allOf([
    sql`tenant_id = ${tenantId}`,
    !includeInactive && sql`is_active`,
    waitingFor &&
      sql`(needs_confirmation or awaited is not null) and not coalesce(changed_people && ${waitingFor}::text[], false)`,
    contains(['name', 'issuer'], searchTerm),
  ])
  return countAndPage(
    tx,
    { columns: sql`*`, from: sql`identity_providers where ${wanted}`, order: sql`created desc, id desc` },
    page,
  )
}

/** Locked until the transaction ends. */
export const lockProvider = async (tx: Tx, tenantId: string, id: string): Promise<ProviderRow | undefined> => {
  const [row] = await tx.query<ProviderRow>(
    sql`select * from identity_providers where tenant_id = ${tenantId} and id = ${id} for update`,
  )
  return row
}

export const findProvider = async (tx: Tx, tenantId: string, id: string): Promise<ProviderRow | undefined> => {
  const [row] = await tx.query<ProviderRow>(
    sql`select * from identity_providers where tenant_id = ${tenantId} and id = ${id}`,
  )
  return row
}

/** A concurrent create waits for this transaction. */
export const countProviders = async (tx: Tx, tenantId: string): Promise<number> => {
  await lockName(tx, `identity_providers ${tenantId}`)
  const [row] = await tx.query<{ total: number }>(
    sql`select count(*) as total from identity_providers where tenant_id = ${tenantId}`,
  )
  return row?.total ?? 0
}

/** Returns false if this issuer and audience already belong to a tenant, this one or another. */
export const insertProvider = async (tx: Tx, row: ProviderRow): Promise<boolean> => {
  const added = await tx.execute(`${buildDocumentInsert('identity_providers', [row])} on conflict do nothing`, [
    JSON.stringify([row]),
  ])
  return added > 0
}

/** Everything but the issuer. Throws a unique violation when the audience belongs to another tenant, whose row this one may not see. */
export const replaceProvider = async (tx: Tx, row: ProviderRow): Promise<void> => {
  await tx.execute(
    updateTable(
      'identity_providers',
      { tenant_id: row.tenant_id, id: row.id },
      {
        name: row.name,
        audience: row.audience,
        algorithm: row.algorithm,
        jwks_url: row.jwks_url,
        roles_claim: row.roles_claim,
        role_mappings: JSON.stringify(row.role_mappings),
        merchant_claim: row.merchant_claim,
        max_token_life_seconds: row.max_token_life_seconds,
        is_active: row.is_active,
        last_modified: row.last_modified,
        claimed_audience: row.claimed_audience,
        awaited: row.awaited && JSON.stringify(row.awaited),
      },
    ),
  )
}

export interface Former {
  readonly merchant_claim: string | null
  /** Null if the previous release deleted it. */
  readonly counted: Omit<Pick<ProviderRow, AwaitedMember>, 'merchant_claim'> | null
}
/** Returns the values in force when a provider with this id was deleted; undefined if there was none. */
export const findFormer = async (tx: Tx, tenantId: string, id: string): Promise<Former | undefined> => {
  const [row] = await tx.query<Former>(
    sql`select merchant_claim, counted from former_merchant_claims where tenant_id = ${tenantId} and provider_id = ${id}`,
  )
  return row
}

/** A trigger keeps the values in force (migrations/0006). */
export const deleteProvider = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute(sql`delete from identity_providers where tenant_id = ${tenantId} and id = ${id}`)
  await tx.execute(
    sql`update former_merchant_claims set deleted_at = ${now} where tenant_id = ${tenantId} and provider_id = ${id}`,
  )
}

/** Throws a unique violation when another tenant has proven it first. */
export const acceptClaimedAudience = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute(
    sql`update identity_providers set audience = claimed_audience, claimed_audience = null, last_modified = ${now}
     where tenant_id = ${tenantId} and id = ${id} and claimed_audience is not null`,
  )

/** Returns providers in force, of every tenant; runs across tenants, as a token's tenant is not known before its issuer is. */
export const listTrustedProviders = (tx: Tx): Promise<ProviderRow[]> =>
  tx.query<ProviderRow>(
    'select * from identity_providers where is_active and claimed_audience is null order by tenant_id, id',
  )
