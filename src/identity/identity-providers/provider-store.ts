/** SQL of the external issuers that tenants trust. */
import { sql } from 'kysely'
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import type { WaitingChange } from '../confirmation/confirmation-store.ts'

export const ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const

export interface ProviderRow {
  tenant_id: string
  id: string
  name: string
  issuer: string
  /** Audience in force; the tenant's default audience while another one is claimed. */
  audience: string
  /** Requested audience that is not yet proven: until it is, none of its tokens is accepted. Null if nothing is to be proven. */
  claimed_audience: string | null
  algorithm: (typeof ALGORITHMS)[number]
  /** Null if the discovery document names it. */
  jwks_url: string | null
  roles_claim: string
  role_mappings: readonly { external_role: string; role: string }[]
  merchant_claim: string | null
  max_token_life_seconds: number
  is_active: boolean
  /** The people who made or changed it since its confirmation; null if it is confirmed. */
  changed_people: readonly string[] | null
  needs_confirmation: boolean | null
  waiting_changes: readonly WaitingChange[] | null
  /** Values that take effect once a second person has confirmed the change. */
  awaited: Partial<Pick<ProviderRow, AwaitedMember>> | null
  /** True if it was confirmed once, so that its administrators were people who confirm. */
  has_counted: boolean | null
  created: Date
  last_modified: Date
}

/** Members that may wait with the confirmation (loosened-provider.ts). */
type AwaitedMember =
  | 'jwks_url'
  | 'roles_claim'
  | 'role_mappings'
  | 'merchant_claim'
  | 'max_token_life_seconds'
  | 'is_active'

const db = queryBuilder<{ identity_providers: ProviderRow }>()

/** Newest first. */
export const pageOfProviders = (
  tx: Tx,
  tenantId: string,
  /** `waitingFor` keeps those that someone other than these people confirms; undefined keeps all. */
  filters: { includeInactive: boolean; searchTerm: string | undefined; waitingFor: Accountable | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: ProviderRow[]; total: number }> => {
  let list = db
    .selectFrom('identity_providers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
  if (!filters.includeInactive) list = list.where('is_active', '=', true)
  if (filters.waitingFor !== undefined)
    list = list
      .where((eb) => eb.or([eb('needs_confirmation', '=', true), eb('awaited', 'is not', null)]))
      .where(sql<boolean>`not coalesce(changed_people && ${filters.waitingFor}::text[], false)`)
  if (filters.searchTerm) {
    const part = toLikePattern(filters.searchTerm)
    list = list.where((eb) => eb.or([eb('name', 'ilike', part), eb('issuer', 'ilike', part)]))
  }
  return countAndPage(tx, list, page)
}

/** Locked until the transaction ends. */
export const lockProvider = async (tx: Tx, tenantId: string, id: string): Promise<ProviderRow | undefined> => {
  const [row] = await tx.query<ProviderRow>(
    'select * from identity_providers where tenant_id = $1 and id = $2 for update',
    [tenantId, id],
  )
  return row
}

export const findProvider = async (tx: Tx, tenantId: string, id: string): Promise<ProviderRow | undefined> => {
  const [row] = await tx.query<ProviderRow>('select * from identity_providers where tenant_id = $1 and id = $2', [
    tenantId,
    id,
  ])
  return row
}

/** A concurrent create waits for this transaction. */
export const countProviders = async (tx: Tx, tenantId: string): Promise<number> => {
  await lockName(tx, `identity_providers ${tenantId}`)
  const [row] = await tx.query<{ total: number }>(
    'select count(*) as total from identity_providers where tenant_id = $1',
    [tenantId],
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
    `update identity_providers set name = $3, audience = $4, algorithm = $5, jwks_url = $6, roles_claim = $7,
       role_mappings = $8, merchant_claim = $9, max_token_life_seconds = $10, is_active = $11, last_modified = $12,
       claimed_audience = $13, awaited = $14
     where tenant_id = $1 and id = $2`,
    [
      row.tenant_id,
      row.id,
      row.name,
      row.audience,
      row.algorithm,
      row.jwks_url,
      row.roles_claim,
      JSON.stringify(row.role_mappings),
      row.merchant_claim,
      row.max_token_life_seconds,
      row.is_active,
      row.last_modified,
      row.claimed_audience,
      row.awaited && JSON.stringify(row.awaited),
    ],
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
    'select merchant_claim, counted from former_merchant_claims where tenant_id = $1 and provider_id = $2',
    [tenantId, id],
  )
  return row
}

/** A trigger keeps the values in force (migrations/0006). */
export const deleteProvider = async (tx: Tx, tenantId: string, id: string, now: Date): Promise<void> => {
  await tx.execute('delete from identity_providers where tenant_id = $1 and id = $2', [tenantId, id])
  await tx.execute('update former_merchant_claims set deleted_at = $3 where tenant_id = $1 and provider_id = $2', [
    tenantId,
    id,
    now,
  ])
}

/** Throws a unique violation when another tenant has proven it first. */
export const acceptClaimedAudience = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute(
    `update identity_providers set audience = claimed_audience, claimed_audience = null, last_modified = $3
     where tenant_id = $1 and id = $2 and claimed_audience is not null`,
    [tenantId, id, now],
  )

/** Returns providers in force, of every tenant; runs across tenants, as a token's tenant is not known before its issuer is. */
export const listTrustedProviders = (tx: Tx): Promise<ProviderRow[]> =>
  tx.query<ProviderRow>(
    'select * from identity_providers where is_active and claimed_audience is null order by tenant_id, id',
  )
