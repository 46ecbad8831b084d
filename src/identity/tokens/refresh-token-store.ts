/** SQL of refresh tokens. The row whose id is its family's represents the family: only there `dead_at` is set. */
import type { Statement, Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'

export interface NewRefreshToken {
  readonly tenantId: string
  readonly id: string
  readonly familyId: string
  readonly hash: Buffer
  readonly subject: string
  readonly clientId: string
  readonly isUser: boolean
  readonly created: Date
}

/** Many at once, also of several tenants. */
export const insertRefreshTokens = (tokens: readonly NewRefreshToken[]): Statement => ({
  name: 'insert-refresh-tokens',
  text: `insert into refresh_tokens (tenant_id, id, family_id, token_hash, subject, client_id, is_user, created)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bytea[], $5::text[], $6::text[], $7::boolean[],
      $8::timestamptz[])`,
  values: [
    tokens.map((token) => token.tenantId),
    tokens.map((token) => token.id),
    tokens.map((token) => token.familyId),
    tokens.map((token) => token.hash),
    tokens.map((token) => token.subject),
    tokens.map((token) => token.clientId),
    tokens.map((token) => token.isUser),
    tokens.map((token) => token.created),
  ],
  whileClosed: true,
})

export interface RefreshToken {
  readonly id: string
  readonly familyId: string
  readonly subject: string
  readonly clientId: string
  readonly isUser: boolean
  readonly created: Date
  /** Time of the sign-in. */
  readonly since: Date
  readonly isReplaced: boolean
  readonly isFamilyDead: boolean
}

export const findRefreshToken = async (tx: Tx, tenantId: string, hash: Buffer): Promise<RefreshToken | undefined> => {
  const [row] = await tx.query<RefreshToken>(
    `select t.id, t.family_id as "familyId", t.subject, t.client_id as "clientId", t.is_user as "isUser", t.created, root.created as since,
       t.replaced_at is not null as "isReplaced", root.dead_at is not null as "isFamilyDead"
     from refresh_tokens t
     join refresh_tokens root on root.tenant_id = t.tenant_id and root.id = t.family_id
     where t.tenant_id = $1 and t.token_hash = $2`,
    [tenantId, hash],
    'refresh-token',
  )
  return row
}

/** Replaces `oldId` by `next`; returns false if another refresh was faster or the family has ended. */
export const replaceRefreshToken = async (tx: Tx, oldId: string, next: NewRefreshToken): Promise<boolean> => {
  const rows = await tx.query(
    `with root as (
       select id from refresh_tokens where tenant_id = $1 and id = $3 and dead_at is null for update
     ), old as (
       update refresh_tokens t set replaced_at = $8 from root
       where t.tenant_id = $1 and t.id = $9 and t.replaced_at is null returning t.is_user
     )
     insert into refresh_tokens (tenant_id, id, family_id, token_hash, subject, client_id, is_user, created)
     select $1, $2, $3, $4, $5, $6, $7, $8 from old returning id`,
    [next.tenantId, next.id, next.familyId, next.hash, next.subject, next.clientId, next.isUser, next.created, oldId],
    'replace-refresh-token',
  )
  return rows.length === 1
}

export const endFamily = (tx: Tx, tenantId: string, familyId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`update refresh_tokens set dead_at = ${now} where tenant_id = ${tenantId} and id = ${familyId} and dead_at is null`,
  )

/** Deletes tokens that no refresh can use any more; the row that represents a family stays as long as the family. */
export const deleteSpentTokens = (tx: Tx, tenantId: string, before: Date): Promise<number> =>
  tx.execute(
    sql`delete from refresh_tokens t where t.tenant_id = ${tenantId} and t.created < ${before} and (t.id <> t.family_id or not exists (
       select from refresh_tokens newer
       where newer.tenant_id = ${tenantId} and newer.family_id = t.family_id and newer.created >= ${before}))`,
  )

/** Runs across tenants. */
export const tenantsWithSpentTokens = async (tx: Tx, before: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from refresh_tokens where created < ${before} order by tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Sign-ins of people last as long as before when the sandbox's clock is moved; runs across tenants. */
export const moveSignIns = (tx: Tx, byMs: number): Promise<number> =>
  tx.execute(
    sql`update refresh_tokens t set created = t.created + make_interval(secs => ${byMs / 1000}) from refresh_tokens root
     where root.tenant_id = t.tenant_id and root.id = t.family_id and root.dead_at is null and t.is_user`,
  )
